// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "oldham/core/reader.hpp"
#include "oldham/coupling/parameter_change.hpp"

namespace oldham {

/// The [[change]] entries of a system file, in the order of the file.
std::vector<ParameterChange> read_changes(std::vector<Reader>& entries);

/// Steps of one length, which subsystems that make no others ask for.
struct EqualStepGrid {
  double start = 0, end = 1, step = 0.01;  // s
  std::string needed_by;                   // the subsystem; empty: steps may have any length
};

/// Puts changes in the order of time. Refuses those at or before the start and those that do not lie on the grid, with
/// the times that are possible; returns notes on those after the end.
std::vector<std::string> schedule(std::vector<ParameterChange>& changes, const EqualStepGrid& grid);

}  // namespace oldham
