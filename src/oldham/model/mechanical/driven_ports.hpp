// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "oldham/subsystem/linear_subsystem.hpp"

namespace oldham {

/// The ports of a mover and of what it moves.
std::shared_ptr<const Boundary> force_driven_boundary(int coupled, bool tells_mobility);
std::shared_ptr<const Boundary> motion_driven_boundary(int coupled, bool knows_mover, bool tells_mobility, int inner);

/// The matrices of a linear one, for exact propagation: read off by unit differences.
template <class T, class Model>
LinearEquations<T> read_linear_equations(const Model& model, int inputs, int outputs);

}  // namespace oldham
