// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "oldham/isolation/message.hpp"
#include "oldham/subsystem/subsystem.hpp"

namespace oldham {

/// All of a subsystem that never changes, told once.
struct SubsystemFacts {
  SubsystemDescription description;
  std::vector<ParameterValue> parameters;
  // of its equations, where there are any
  int equation_size = 0;
  bool has_linear_outputs = false;
  std::vector<int> velocity_of;
  int switch_count = 0;
};

void put_facts(MessageWriter& message, const Subsystem<double>& subsystem);
SubsystemFacts take_facts(MessageReader& message);

}  // namespace oldham
