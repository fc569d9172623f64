// SPDX-License-Identifier: MIT
#include "oldham/study/step_interval.hpp"

#include <algorithm>

namespace oldham {

std::vector<StepInterval> step_intervals(const LargestStep& found, const StepScan& scan) {
  if (found.is_left_open) return {};
  std::vector<StepInterval> intervals;
  double from = scan.low;
  for (const Crossing& crossing : found.crossings) {
    intervals.push_back({from, crossing.step, crossing.upward});
    from = crossing.step;
  }
  const bool is_stable =
      found.crossings.empty() ? found.largest_stable_step.has_value() : !found.crossings.back().upward;
  // nothing is claimed of steps beyond the last one that is certain
  const bool is_cut = found.is_range && found.crossings.empty() && found.largest_stable_step;
  intervals.push_back({from, is_cut ? *found.largest_stable_step : scan.high, is_stable});
  return intervals;
}

std::optional<StepInterval> interval_about(double step, const std::vector<StepInterval>& intervals) {
  const auto found = std::ranges::find_if(
      intervals, [&](const StepInterval& interval) { return step >= interval.from && step <= interval.to; });
  return found == intervals.end() ? std::nullopt : std::optional(*found);
}

}  // namespace oldham
