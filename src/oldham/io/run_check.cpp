// SPDX-License-Identifier: MIT
#include "oldham/io/run_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "oldham/analysis/watched_samples.hpp"
#include "oldham/core/error.hpp"
#include "oldham/io/coupling_judge.hpp"
#include "oldham/isolation/worker.hpp"

namespace oldham {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double process_seconds = 0.02;  // to start one for an FMU
constexpr double usual_step = 2e-5;       // s: of an FMU that was not timed yet
constexpr double flop_seconds = 1e-9;
constexpr double steps_per_probe = 2;  // probing takes about twice the steps that bound its horizon
constexpr long fewest_probe_steps = 200;
const double fewest_folds = std::log10(1.1);  // growth until the end that nobody would see

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

/// s: for a map and its eigenvalues.
double map_cost(const Cosimulation<double>& system, double seconds_per_step) {
  const double n = system.vector_size();
  return seconds_per_step * ((system.plan().is_linear ? 1 : 2) * n + 2) + 40 * n * n * n * flop_seconds;
}

/// What one step takes at the start: the shortest of a few, for others wake processes up.
double time_steps(System<double>& system) {
  MacroState<double> state = make_initial_state(system, system.step);
  constexpr int count = 4;
  double shortest = HUGE_VAL;
  for (int n = 0; n < count; ++n) {
    const auto begin = Clock::now();
    if (!system.cosimulation->step(state, {system.start + n * system.step, system.step}).is_accepted()) break;
    shortest = std::min(shortest, seconds_since(begin));
  }
  return std::isfinite(shortest) ? shortest : 0;
}

}  // namespace

Value with_isolated_fmus(const Value& root, int& fmus) {
  Value tree = root;
  fmus = 0;
  Value* list = tree.find("subsystem");
  auto* entries = list ? list->get<Value::Array>() : nullptr;
  if (entries == nullptr) return tree;
  // a process is waited for as long as a call in this one
  const Value* const simulation = root.find("simulation");
  const Value* const timeout = simulation ? simulation->find("call_timeout") : nullptr;
  const double* const limit = timeout ? timeout->get<double>() : nullptr;
  for (Value& entry : *entries) {
    auto* table = entry.get<Value::Table>();
    if (table == nullptr || table->find("fmu") == nullptr) continue;
    ++fmus;
    table->erase("log");
    if (table->find("isolation") != nullptr) continue;
    (*table)["isolation"] = Value("process");
    if (limit && *limit > 0) (*table)["time_limit"] = Value(*limit);
  }
  return tree;
}

Value with_isolated_probes(const Value& root) {
  int fmus = 0;
  return has_worker_program() ? with_isolated_fmus(root, fmus) : root;
}

Value with_fragile_fmus_isolated(const Value& root, int& fmus) {
  Value isolated = with_isolated_fmus(root, fmus);
  if (fmus == 0 || !has_worker_program()) return root;
  try {
    System<double> system = build_system<double>(isolated, {.threads = 1});
    const MacroState<double> start = make_initial_state(system, system.step);
    // the second step begins where the first began
    for (int n = 0; n < 2; ++n) {
      MacroState<double> state = start.clone();
      if (!system.cosimulation->step(state, {system.start, system.step}).is_accepted()) return isolated;
    }
  } catch (const Error& error) {
    return error.kind() == ErrorKind::missing_capability ? root : isolated;
  }
  return root;
}

bool has_open_fmus(const Cosimulation<double>& system, int fmus) {
  const auto closed = std::ranges::count_if(system.assembly().subsystems, [](const auto& subsystem) {
    return subsystem->description().boundary->is_foreign && is_black_box(*subsystem);
  });
  return fmus > closed;
}

RunVerdict check_run(const Value& root, const System<double>& system, double built_in,
                     const RunCheckSettings& settings) try {
  using Gap = RunVerdict::Gap;
  const Cosimulation<double>& cosimulation = *system.cosimulation;
  const auto leave = [&](Gap gap, double seconds = 0) {
    RunVerdict verdict = make_gap(gap, system.step);
    verdict.seconds = seconds;
    return verdict;
  };
  // groups are coupled inside
  if (cosimulation.plan().variables == 0 && WatchedSamples(cosimulation).count() == 0)
    return leave(Gap::nothing_coupled);
  if (system.adaptive && system.adaptive->is_largest_judged) {
    // no step is as long as one that is unstable
    RunVerdict verdict = leave(Gap::none);
    verdict.kind = RunVerdict::Kind::stable;
    verdict.step = system.adaptive->largest;
    verdict.is_limited = true;
    return verdict;
  }
  int fmus = 0;
  const Value tree = with_isolated_fmus(root, fmus);
  const double steps = static_cast<double>(step_count({system.start, system.end, system.step}));
  const auto budget = [&](double seconds_per_step) {
    return std::clamp(settings.share * steps * seconds_per_step, settings.least_seconds, settings.most_seconds);
  };
  // what has to be paid before anything is known
  const double entrance = built_in + fmus * process_seconds;
  if (entrance > std::max(budget(fmus * usual_step), settings.least_seconds)) return leave(Gap::too_long, entrance);
  const auto begin = Clock::now();
  CouplingJudge judge(tree, {.interrupted = settings.interrupted});
  const double seconds_per_step = time_steps(judge.system());
  // what was begun may be ended
  const double left = std::max(budget(seconds_per_step) - seconds_since(begin), settings.least_seconds / 2);
  if (judge.has_black_boxes()) {
    // each box is probed alone, and takes its part of a step
    const double count = left / seconds_per_step / steps_per_probe;
    if (!(count > fewest_probe_steps))
      return leave(Gap::too_long, fewest_probe_steps * steps_per_probe * seconds_per_step);
    judge.set_most_steps(static_cast<long>(std::min(count, static_cast<double>(JudgeSettings{}.most_steps))));
  } else if (const double cost = map_cost(cosimulation, seconds_per_step); cost > left) {
    return leave(Gap::too_long, cost);
  }
  if (settings.interrupted && *settings.interrupted) return leave(Gap::interrupted);
  const Value& judged = has_open_fmus(cosimulation, fmus) ? tree : root;
  const bool is_linear = cosimulation.plan().is_linear;
  if (!system.adaptive) return make_run_verdict(judge.judge(judged, system.step), is_linear);
  // of steps of many lengths the longest counts; whether the error keeps them below an unstable one, nobody knows
  // before
  RunVerdict longest = make_run_verdict(judge.judge(judged, system.adaptive->largest), is_linear);
  if (longest.kind != RunVerdict::Kind::unstable) return longest;
  RunVerdict shortest = make_run_verdict(judge.judge(judged, system.adaptive->smallest), is_linear);
  if (shortest.kind == RunVerdict::Kind::unstable) return shortest;
  longest.kind = RunVerdict::Kind::inconclusive;
  longest.gap = Gap::steps_vary;
  return longest;
} catch (const Error& error) {
  // the run will say what is wrong with the system, if anything is
  RunVerdict verdict = make_gap(RunVerdict::Gap::failed, system.step);
  verdict.problem = error.what();
  return verdict;
}

std::string warning_of(const RunVerdict& found, const System<double>& system) {
  if (!found.coupling || !found.coupling->is_blown_up_by_coupling()) return {};
  if (found.kind != RunVerdict::Kind::unstable) return {};
  const CouplingVerdict& verdict = *found.coupling;
  const bool is_linear = system.cosimulation->plan().is_linear;
  const double folds = verdict.mode.growth_rate * (system.end - system.start) / std::log(10);
  if (folds < fewest_folds) return {};
  return fmt::format(
      "the coupling is unstable at this step{}: {} grows at {:.3g} /s, by a factor of {} until the end; see 'oldham "
      "stability', or say --no-check",
      is_linear ? "" : ", linearised at the start", verdict.mode.name, verdict.mode.growth_rate,
      folds < 6 ? fmt::format("{:.3g}", std::pow(10, folds)) : fmt::format("1e{:.0f}", folds));
}

}  // namespace oldham
