// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

namespace oldham {

/// ρ at one step.
struct StepRadius {
  double step = 0;  // s
  double radius = 0;
};

/// Where scattered ρ pass 1, and what that may be wrong by.
struct FittedCrossing {
  double step = 0;   // s
  double error = 0;  // s; standard error, from the scatter
};

/// By the straight line through ln ρ over ln H that is nearest to all of them. None where there are fewer than six, or
/// where the line leads nowhere among them.
std::optional<FittedCrossing> fit_crossing(const std::vector<StepRadius>& values);

}  // namespace oldham
