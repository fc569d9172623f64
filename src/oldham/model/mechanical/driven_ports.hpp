// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "oldham/subsystem/linear_subsystem.hpp"

namespace oldham {

/// Which ports there are.
struct DrivenPorts {
  int coupled = 0, inner = 0;   // coordinates
  int joint = 0;                // of the mover: coordinates that a joint reads
  bool tells_mobility = false;  // W varies
  bool is_carried = false;      // inner accelerations of the mover add to its a⁰
  bool knows_mover = false;     // of the moved: it tells also the a⁰ of the mover
};

/// The ports of a mover and of what it moves.
std::shared_ptr<const Boundary> force_driven_boundary(const DrivenPorts& ports);
std::shared_ptr<const Boundary> motion_driven_boundary(const DrivenPorts& ports);

/// The matrices of a linear one, for exact propagation: read off by unit differences.
template <class T, class Model>
LinearEquations<T> read_linear_equations(const Model& model, int inputs, int outputs);

}  // namespace oldham
