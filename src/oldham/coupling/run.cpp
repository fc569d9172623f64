// SPDX-License-Identifier: MIT
#include "oldham/coupling/run.hpp"

#include <algorithm>
#include <cmath>

namespace oldham {
namespace {

constexpr double same_point = 1e-9;  // of a step: what is nearer to a communication point than this is that point
// of a step: a rest shorter than this is done with the last full step. Alone it would be so short that multipliers
// which correct positions within it are as large as 1/H².
constexpr double least_rest = 1e-3;

}  // namespace

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

RunSummary run(Cosimulation<double>& system, MacroState<double>& state, const RunSettings& settings,
               FunctionRef<void(const MacroState<double>&)> observe) {
  RunSummary summary;
  observe(state);
  const std::int64_t count = step_count(settings);
  for (std::int64_t n = 0; n < count; ++n) {
    if (settings.interrupted && settings.interrupted->load(std::memory_order_relaxed)) {
      summary.status = RunSummary::Status::interrupted;
      summary.reason = "interrupted; results up to here are kept";
      break;
    }
    // every full step has bitwise the same length, or nothing that is computed per step size could be reused
    const double begin = communication_point(settings, n);
    const double left = communication_point(settings, n + 1) - begin;
    const double length = std::abs(left - settings.step) < same_point * settings.step ? settings.step : left;
    const StepReport report = system.step(state, {begin, length});
    summary.corrections += report.corrections;
    if (!report.is_accepted()) {
      summary.status =
          report.status == StepReport::Status::diverged ? RunSummary::Status::diverged : RunSummary::Status::failed;
      summary.rejected_steps += report.status == StepReport::Status::rejected;
      summary.reason = report.reason;
      break;
    }
    if (!report.is_last) state.time = communication_point(settings, n + 1);
    ++summary.macro_steps;
    if (settings.after_step) settings.after_step(length, report);
    observe(state);
    if (report.is_last) {
      summary.reason = report.reason;
      break;
    }
  }
  summary.time = state.time;
  return summary;
}

}  // namespace oldham
