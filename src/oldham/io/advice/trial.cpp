// SPDX-License-Identifier: MIT
#include "oldham/io/advice/trial.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>

#include "oldham/core/error.hpp"
#include "oldham/io/toml_file.hpp"

namespace oldham::advice {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double long_enough = 0.03;  // s: shorter runs are repeated, and the fastest counts
constexpr int most_repeats = 5;
constexpr int steps_between_looks = 32;  // at the clock
constexpr double slow_step = 1e-3;       // s; after such a step the clock is looked at after every one

/// Time that was worked, s: on a machine that others use, too, the processor's own account is the better one; what
/// lives in other processes is seen by the clock on the wall alone.
class Stopwatch {
 public:
  explicit Stopwatch(const Value& tree) : is_alone_(!has_fmus(tree)) {}
  double read() const {
    const double wall = std::chrono::duration<double>(Clock::now() - begin_).count();
    return is_alone_ ? std::min(wall, processor() - used_) : wall;
  }

 private:
  static double processor() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
  }
  static bool has_fmus(const Value& tree) {
    const Value* list = tree.find("subsystem");
    const Value::Array* entries = list == nullptr ? nullptr : list->get<Value::Array>();
    return entries != nullptr &&
           std::ranges::any_of(*entries, [](const Value& entry) { return entry.find("fmu") != nullptr; });
  }
  bool is_alone_;
  Clock::time_point begin_ = Clock::now();
  double used_ = processor();
};

void compare(const Trajectory& run, const Reference& reference, Trial& trial) {
  const Distance distance = find_distance(run, reference.outputs, reference.ranges);
  trial.farthest = distance.largest;
  if (distance.largest > 0) trial.worst = reference.outputs.names[distance.output];
  if (!reference.is_known) return;
  trial.error = std::max(distance.largest + reference.largest, distance.skipped);
  trial.rms = std::max(distance.rms, distance.skipped) + reference.rms;
}

}  // namespace

Trial try_run(const Value& tree, const TrialSettings& asked, const Reference* reference, const Budget& budget) {
  Trial trial;
  trial.step = asked.step;
  try {
    // the step in use is not written down: some systems have no other
    Value with_step = tree;
    if (build_system<double>(tree, {.threads = 1}).step != asked.step)
      set_value(with_step, "scheme.step", Value(asked.step, Origin::named("advise")));
    double spent = 0;
    for (int repeat = 0; repeat < most_repeats && spent < long_enough; ++repeat) {
      System<double> system = build_system<double>(with_step);
      const double end = std::min(asked.end, system.end);
      const bool is_first = repeat == 0;
      const bool is_forward = asked.at.empty() && system.cosimulation->scheme().startup != Startup::exact;
      system.cosimulation->expect_return(is_forward ? Return::never : Return::anywhere);
      MacroState<double> state = make_initial_state(system, asked.step);
      const std::vector<double> at_start = state.outputs;
      std::atomic<bool> enough{false};
      std::optional<OutputKeeper> keeper;
      const RunSettings settings{system.start, end, asked.step, &enough};
      if (is_first && reference != nullptr) keeper.emplace(*system.cosimulation, step_count(settings));
      std::size_t next = 0;
      int looks = 0;
      bool is_slow = false;
      const Stopwatch watch(with_step);
      const auto observe = [&](const MacroState<double>& at) {
        if (keeper) keeper->add(at);
        for (; is_first && next < asked.at.size() && at.time >= asked.at[next]; ++next)
          trial.states.push_back(at.clone());
        if (++looks == 2) is_slow = watch.read() > slow_step;
        if (!is_slow && looks % steps_between_looks != 0) return;
        if (asked.cost_limit > 0 && watch.read() > asked.cost_limit * (end - system.start)) enough = true;
        if (budget.is_over()) enough = true;
      };
      const RunSummary summary = run(*system.cosimulation, state, settings, observe);
      const double stepping = watch.read();
      trial.reason = summary.reason;
      if (state.outputs != at_start) trial.outputs = state.outputs;
      trial.is_cut = summary.status == RunSummary::Status::interrupted;
      trial.is_completed = summary.status == RunSummary::Status::completed;
      const double simulated = summary.time - system.start;
      if (trial.is_cut && !is_first) {
        trial.is_cut = false;
        trial.is_completed = true;
        break;
      }
      if (simulated > 0) trial.cost = std::min(trial.cost.value_or(stepping / simulated), stepping / simulated);
      if (keeper && trial.is_completed) {
        keeper->finish(state);
        compare(keeper->kept(), *reference, trial);
      }
      if (!trial.is_completed) break;
      spent += stepping;
    }
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::failure) throw;
    trial.is_completed = false;
    trial.reason = error.what();
  }
  return trial;
}

}  // namespace oldham::advice
