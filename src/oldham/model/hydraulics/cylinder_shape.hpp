// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "oldham/core/reader.hpp"
#include "oldham/model/hydraulics/cylinder.hpp"

namespace oldham::hydraulics {

/// A cylinder as files give it, in circuits and in mechanisms.
struct CylinderShape {
  bool has_diameters = false;       // of piston and rod, else areas
  std::array<double, 2> sizes{};    // m or m²
  std::array<double, 2> lengths{};  // of the chambers when the distance of the ends is `start`, m
  double start = 0;                 // m
  double friction = 0;              // N s/m
  double damper_length = 0;         // m
  double damper_stiffness = 0;      // N/m
  double damper_friction = 0;       // N s/m

  bool has_dampers() const { return damper_stiffness != 0 || damper_friction != 0; }
};

void read_cylinder_shape(Reader& reader, CylinderShape& into);

template <class T>
Cylinder<T> make_cylinder(const CylinderShape& shape);

}  // namespace oldham::hydraulics
