// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "oldham/coupling/assembly.hpp"

namespace oldham {

/// Two subsystems that feed each other without a power bond, and the bond that their connections suggest.
struct MissingBond {
  std::string first, second;     // subsystems
  std::string flow_a, effort_a;  // of the first: an output and an input
  std::string flow_b, effort_b;  // of the second: an input and an output
  bool is_named = false;         // a velocity and a force by their names or units; else by the order of connections
};

/// Where connections go both ways, and their units allow a power.
std::vector<MissingBond> find_missing_bonds(const Assembly<double>& assembly);

}  // namespace oldham
