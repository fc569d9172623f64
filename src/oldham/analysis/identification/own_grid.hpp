// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "oldham/analysis/identification/probe.hpp"

namespace oldham {

/// The steps that a subsystem makes whatever it is asked for.
struct OwnGrid {
  double step = 0;   // s
  double error = 0;  // s; 0 for one that is a round number, or a part of the step
};

struct GridSearch {
  std::optional<OwnGrid> grid;
  std::string trouble;  // why short steps could not be made
};

/// Many steps much shorter than H, under inputs that are changed by this and held: outputs that stay as they are for
/// some steps and change between them, at equal distances, tell a grid. Its length is that by which a single step must
/// grow to become another twice.
GridSearch find_own_grid(Probe& probe, double step_length, const std::vector<double>& change,
                         const std::vector<int>& outputs);

}  // namespace oldham
