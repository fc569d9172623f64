// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "oldham/analysis/identification/probe.hpp"

namespace oldham {

/// How far answers to inputs that differ by equal, small amounts are from a smooth curve, over what the answers differ
/// by in all; 0 where rounding explains it. A solver that chooses its steps by tolerances makes another number of them
/// now and then, and its answer jumps. Of the outputs the worst, of places along the curve the middle one, so that a
/// kink or two, as of a valve that opens, do not count.
double find_jumps(Probe& probe, double step_length, const std::vector<double>& change, const std::vector<int>& outputs);

}  // namespace oldham
