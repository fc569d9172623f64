// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "oldham/coupling/assembly.hpp"
#include "oldham/coupling/scheme.hpp"

namespace oldham {

/// Subsystems that are stepped together with a scheme and a step of their own.
struct Group {
  std::string name;
  std::vector<std::string> members;
  Scheme scheme;
  double step = 0;    // s; 0: as the outer one
  std::string where;  // for messages
};

/// Puts the members of each group into a nested co-simulation, with what joins only them; what crosses the border of a
/// group becomes its ports, under the names that the members' ports have.
template <class T>
Assembly<T> nest(Assembly<T> flat, const std::vector<Group>& groups);

}  // namespace oldham
