// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "oldham/core/value.hpp"

namespace oldham {

/// A parameter of a subsystem that takes another value at a time. A run has a communication point there; the subsystem
/// takes the value in the step that begins at it, so that a step which is undone and repeated takes it again.
struct ParameterChange {
  double time = 0;  // s
  std::string subsystem, parameter;
  Value value;
  std::string where;        // for messages: file and line
  bool is_of_file = false;  // a column of an input file
};

}  // namespace oldham
