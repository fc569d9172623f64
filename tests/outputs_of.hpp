// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "oldham/subsystem/subsystem.hpp"

namespace oldham {

inline std::vector<double> outputs_of(const Subsystem<double>& subsystem) {
  std::vector<double> y(subsystem.description().boundary->outputs.size());
  subsystem.read_outputs(y);
  return y;
}

}  // namespace oldham
