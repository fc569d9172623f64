// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "oldham/coupling/plan.hpp"

namespace oldham {

/// Which ports of each subsystem a step needs: inputs that something is connected to, and outputs that a connection, a
/// law, a constraint, a bond (these in `also`) or a limit reads.
struct Transfer {
  std::vector<std::vector<int>> inputs, outputs;  // per subsystem: its ports, increasing
};

template <class T>
Transfer find_transfer(const Plan<T>& plan, const std::vector<int>& also);

}  // namespace oldham
