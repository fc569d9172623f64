// SPDX-License-Identifier: MIT
#include "oldham/coupling/run.hpp"

#include <algorithm>
#include <cmath>

#include "oldham/coupling/paced_steps.hpp"

namespace oldham {

std::int64_t step_count(const RunSettings& settings) {
  const double steps = (settings.end - settings.start) / settings.step;
  if (!(steps > 0)) return 0;
  const double full = std::floor(steps + same_point);
  return std::max<std::int64_t>(1, std::llround(full) + (steps - full > least_rest ? 1 : 0));
}

double communication_point(const RunSettings& settings, std::int64_t n) {
  if (n >= step_count(settings)) return settings.end;
  // by multiplication, so that rounding does not pile up
  return settings.start + static_cast<double>(n) * settings.step;
}

namespace {

template <class Steps>
RunSummary run_with(Steps&& steps, Cosimulation<double>& system, MacroState<double>& state, const RunSettings& settings,
                    FunctionRef<void(const MacroState<double>&)> observe) {
  RunSummary summary;
  const bool has_unread = system.has_unread_outputs();
  bool is_complete = true;
  StepReport completion;
  observe(state);
  const auto kept = [&](const StepReport& report, const MacroState<double>& at) {
    const double length = at.history.length(0);
    summary.count_steps(length, 1);
    if (settings.after_step) settings.after_step(length, report);
    is_complete = !has_unread || settings.all_outputs_from == nullptr || at.time >= *settings.all_outputs_from;
    if (is_complete && has_unread) completion = system.complete_outputs(state);
    observe(at);
  };
  const auto end_as = [&](const StepReport& report) {
    summary.status =
        report.status == StepReport::Status::diverged ? RunSummary::Status::diverged : RunSummary::Status::failed;
    summary.reason = report.reason;
  };
  while (!steps.is_done(state)) {
    if (settings.interrupted && settings.interrupted->load(std::memory_order_relaxed)) {
      summary.status = RunSummary::Status::interrupted;
      summary.reason = "interrupted; results up to here are kept";
      break;
    }
    const std::int64_t made = summary.macro_steps;
    StepReport report = steps.advance_quietly(system, state, summary, kept);
    if (summary.macro_steps > made && !report.is_last) is_complete = !has_unread;
    if (report.is_accepted() && !report.is_last) report = steps.advance(system, state, summary, kept);
    if (!report.is_accepted()) {
      end_as(report);
      summary.rejected_steps += report.status == StepReport::Status::rejected;
      summary.needs_saved_states = report.reached && !system.can_go_back();
      if (!is_complete) system.forget_unread(state);
      is_complete = true;
      break;
    }
    if (!completion.is_accepted()) {
      end_as(completion);
      break;
    }
    if (report.is_last) {
      summary.reason = report.reason;
      break;
    }
  }
  if (!is_complete) completion = system.complete_outputs(state);
  if (!completion.is_accepted()) end_as(completion);
  summary.time = state.time;
  return summary;
}

}  // namespace

RunSummary run(Cosimulation<double>& system, MacroState<double>& state, const RunSettings& settings,
               FunctionRef<void(const MacroState<double>&)> observe) {
  if (!settings.adaptive)
    return run_with(EqualSteps(settings, system.assembly().changes), system, state, settings, observe);
  StepMemory begun_here;
  StepMemory& memory = settings.memory ? *settings.memory : begun_here;
  return run_with(AdaptiveSteps(system, state, settings, memory), system, state, settings, observe);
}

}  // namespace oldham
