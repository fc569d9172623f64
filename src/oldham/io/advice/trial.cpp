// SPDX-License-Identifier: MIT
#include "oldham/io/advice/trial.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>

#include "oldham/core/error.hpp"
#include "oldham/io/recorder.hpp"
#include "oldham/io/toml_file.hpp"

namespace oldham::advice {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double long_enough = 0.03;  // s: shorter runs are repeated, and the fastest counts
constexpr int most_repeats = 5;
constexpr std::int64_t most_points = 20000;  // that are compared
constexpr int steps_between_looks = 32;      // at the clock

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

/// Keeps outputs at communication points, and compares them with a reference when the run is over.
class Comparison {
 public:
  Comparison(const Cosimulation<double>& system, const Reference& reference, std::int64_t steps)
      : published_(system), reference_(reference), stride_(1 + steps / most_points) {
    for (std::size_t i = 0; i < reference.columns(); ++i)
      for (std::size_t k = 0; k < published_.columns().size(); ++k)
        if (reference.range[i] > 0 && published_.columns()[k].name == reference.names[i]) {
          pairs_.emplace_back(i, k);
          break;
        }
  }

  void add(const MacroState<double>& state) {
    if (count_++ % stride_ != 0 || state.time > reference_.end() * (1 + 1e-12)) return;
    published_.read(state.outputs, state.history.row(0), row_);
    time_.push_back(state.time);
    for (const auto& [i, k] : pairs_) values_.push_back(row_[k]);
  }

  void finish(Trial& trial) {
    if (pairs_.empty() || time_.empty()) return;
    std::vector<double> squares(pairs_.size(), 0.0), exact;
    for (std::size_t n = 0; n < time_.size(); ++n) {
      reference_.at(time_[n], exact);
      for (std::size_t p = 0; p < pairs_.size(); ++p) {
        const std::size_t i = pairs_[p].first;
        const double off = (values_[n * pairs_.size() + p] - exact[i]) / reference_.range[i];
        squares[p] += off * off;
        trial.farthest = std::max(trial.farthest, std::abs(off));
      }
    }
    double sum = 0;
    for (const double square : squares) sum += square;
    const auto worst = std::ranges::max_element(squares) - squares.begin();
    trial.worst = reference_.names[pairs_[static_cast<std::size_t>(worst)].first];
    trial.error = std::max(std::sqrt(sum / static_cast<double>(time_.size()) / static_cast<double>(pairs_.size())),
                           find_skipped());
  }

 private:
  /// What straight lines between the points of the run miss of the reference: a step that skips what happens is not
  /// right because it is so where it arrives.
  double find_skipped() const {
    if (stride_ > 1 || time_.size() < 2) return 0;
    double sum = 0;
    std::size_t k = 1, looked = 0;
    std::vector<double> left, right;
    reference_.at(time_[0], left);
    reference_.at(time_[1], right);
    for (std::size_t n = 0; n < reference_.time.size() && reference_.time[n] <= time_.back(); ++n) {
      const double t = reference_.time[n];
      for (; k + 1 < time_.size() && time_[k] < t; ++k) {
        left = right;
        reference_.at(time_[k + 1], right);
      }
      if (t < time_[k - 1]) continue;
      const double share = (t - time_[k - 1]) / (time_[k] - time_[k - 1]);
      for (const auto& [i, own] : pairs_) {
        const double line = left[i] + share * (right[i] - left[i]);
        sum += std::pow((reference_.values[n * reference_.columns() + i] - line) / reference_.range[i], 2);
      }
      ++looked;
    }
    return looked == 0 ? 0 : std::sqrt(sum / static_cast<double>(looked) / static_cast<double>(pairs_.size()));
  }

  Published published_;
  const Reference& reference_;
  std::int64_t stride_, count_ = 0;
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;  // columns there and here
  std::vector<double> time_, values_, row_;
};

}  // namespace

Trial try_run(const Value& tree, const TrialSettings& asked, const Reference* reference, const Budget& budget) {
  Trial trial;
  trial.step = asked.step;
  try {
    // the step in use is not written down: some systems have no other
    Value with_step = tree;
    if (build_system<double>(tree, {.threads = 1}).step != asked.step)
      set_value(with_step, "scheme.step", Value(asked.step, Origin::named("advise")));
    double spent = 0, fastest = 0;
    for (int repeat = 0; repeat < most_repeats && spent < long_enough; ++repeat) {
      System<double> system = build_system<double>(with_step);
      const double end = std::min(asked.end, system.end);
      const bool is_first = repeat == 0;
      const bool is_forward = asked.at.empty() && system.cosimulation->scheme().startup != Startup::exact;
      system.cosimulation->expect_return(is_forward ? Return::never : Return::anywhere);
      MacroState<double> state = make_initial_state(system, asked.step);
      const std::vector<double> at_start = state.outputs;
      std::atomic<bool> enough{false};
      std::optional<Comparison> comparison;
      const RunSettings settings{system.start, end, asked.step, &enough};
      if (is_first && reference != nullptr) comparison.emplace(*system.cosimulation, *reference, step_count(settings));
      std::size_t next = 0;
      int looks = 0;
      const Stopwatch watch(with_step);
      const auto observe = [&](const MacroState<double>& at) {
        if (comparison) comparison->add(at);
        for (; is_first && next < asked.at.size() && at.time >= asked.at[next]; ++next)
          trial.states.push_back(at.clone());
        if (++looks % steps_between_looks != 0) return;
        if (asked.cost_limit > 0 && watch.read() > asked.cost_limit * (end - system.start)) enough = true;
        if (budget.is_over()) enough = true;
      };
      const RunSummary summary = run(*system.cosimulation, state, settings, observe);
      const double stepping = watch.read();
      trial.reason = summary.reason;
      if (state.outputs != at_start) trial.outputs = state.outputs;
      trial.is_cut = summary.status == RunSummary::Status::interrupted;
      trial.is_completed = summary.status == RunSummary::Status::completed;
      const double cost = stepping / std::max(summary.time - system.start, 1e-300);
      if (trial.is_cut && !is_first) {
        trial.is_cut = false;
        trial.is_completed = true;
        break;
      }
      trial.cost = fastest = is_first ? cost : std::min(fastest, cost);
      if (comparison) comparison->finish(trial);
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
