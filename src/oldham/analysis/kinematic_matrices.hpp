// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>
#include <optional>

#include "oldham/coupling/cosimulation.hpp"

namespace oldham {

/// A mover R and what it moves, F, as matrices, asked from their equations and from what joins them:
///
///   x' = A x + B u,  y = C x + D u  for each;   u_F = motion · y_R,   u_R = Λ = reaction_R · y_R + reaction_F · y_F
template <class T>
struct KinematicMatrices {
  using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
  struct Side {
    int subsystem = 0;
    Matrix A, B, C, D;
    std::vector<int> velocity_of;  // per state: the index of its rate, −1 for one that is no position
  };
  Side R, F;
  Matrix motion, reaction_R, reaction_F;
};

/// Nothing unless the system is two linear subsystems, joined by motions that one prescribes to the other.
template <class T>
std::optional<KinematicMatrices<T>> read_kinematic_matrices(const Cosimulation<T>& system);

}  // namespace oldham
