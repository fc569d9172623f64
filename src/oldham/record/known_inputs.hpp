// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "oldham/record/input_file.hpp"
#include "oldham/subsystem/subsystem.hpp"

namespace oldham {

/// An input and what a column of a file says of it.
struct MatchedInput {
  int port = 0;
  SignalDescription signal;
};

/// The columns of a file as inputs of a subsystem: straight lines between rows, held where an input is discrete. A
/// column that is no input is refused with its near misses, but for those that are `known` to be something else.
std::vector<MatchedInput> match_inputs(const InputFile& file, const std::string& subsystem, const Boundary& boundary,
                                       std::span<const std::string> known);

}  // namespace oldham
