// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "oldham/analysis/kinematic_matrices.hpp"
#include "oldham/analysis/stability.hpp"

namespace oldham {

/// Two subsystems in the form of [Schneider2017] eqs. (33), (34), (44), with (67) corrected:
///
///   x_R = (q_R, v_R),  u_F = y_R = (q_R, v_R, v̇_R) of all coordinates of the mover,  u_R = y_F = Λ
template <class T>
struct PublishedForm {
  using Matrix = typename KinematicMatrices<T>::Matrix;
  Matrix A_R, B_R, C_R, D_R, A_F, B_F, C_F, D_F;
};
template <class T>
PublishedForm<T> make_published_form(const KinematicMatrices<T>& pair);

/// Which samples of the inputs the subsystems are integrated with.
enum class InputSamples {
  printed,  // u_k = L (C x_k + D L y_k), [Schneider2017] eq. (48): outputs evaluated once more
  direct,   // u_k = L y_k, as eq. (49) has it: for comparison only
};

/// The matrix S(H) of [Schneider2017] eqs. (51), (52), with H for their h, for polynomials of degree `order` of forces
/// and motions alike: z = (x_k … x_{k−r}, y_k … y_{k−r}). It is a closed form, not the step that is simulated: there,
/// velocities may follow from positions, and a force sees the motion at its own instant.
template <class T>
struct PublishedRecurrence {
  PublishedForm<T> form;
  int order = 0;
  InputSamples samples = InputSamples::printed;

  typename KinematicMatrices<T>::Matrix matrix(const T& step_length) const;
  /// Largest modulus first.
  std::vector<Eigenvalue<T>> eigenvalues(const T& step_length) const;
};

/// Refuses a system or scheme that none has been published for.
template <class T>
PublishedRecurrence<T> make_published_recurrence(const Cosimulation<T>& system);

}  // namespace oldham
