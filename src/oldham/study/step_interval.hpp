// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "oldham/analysis/stability.hpp"

namespace oldham {

/// Steps with the same verdict, as a scan found them.
struct StepInterval {
  double from = 0, to = 0;  // s
  bool stable = false;
};

/// The intervals of a scan, ascending; empty where its lowest step is uncertain.
std::vector<StepInterval> step_intervals(const LargestStep& found, const StepScan& scan);

/// The one that holds a step; absent outside of the scan.
std::optional<StepInterval> interval_about(double step, const std::vector<StepInterval>& intervals);

}  // namespace oldham
