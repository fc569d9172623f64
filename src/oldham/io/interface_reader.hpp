// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "oldham/core/reader.hpp"
#include "oldham/coupling/assembly.hpp"

namespace oldham {

/// A spring-damper that one side carries itself is driven by the motion of the other side.
struct CarriedSpring {
  std::string carrier, mover;
  int base;  // number of the carrier's base, from 1
};

/// Whether an interface asks for another cut than force-force.
bool has_carried_springs(const Value& root);

/// Interfaces that are not force-force put their spring into the subsystem that carries it: the tree gets a row more in
/// that subsystem's base_springs, and the motion that drives it is returned for connecting.
std::vector<CarriedSpring> distribute_springs(Value& root);

/// Whether it joins mechanical subsystems kinematically.
bool is_kinematic(Reader& reader);
/// Whether it holds the end of a rod.
bool is_clamp(Reader& reader);
bool is_bushing(Reader& reader);

/// Reads one [[interface]]: a spring-damper, a bushing, a constraint, or a law that the program added.
template <class T>
void add_interface(Reader& reader, Assembly<T>& assembly);

}  // namespace oldham
