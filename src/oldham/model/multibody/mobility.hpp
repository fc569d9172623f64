// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "oldham/model/multibody/dynamics.hpp"

namespace oldham::multibody {

/// One velocity at the boundary of a mechanism with the force that belongs to it: an actuator, or a direction of a
/// port or frame.
struct InterfaceRow {
  int element = 0;    // among the forces of the mechanism
  int component = 0;  // of its inputs
};

/// How a mechanism answers to forces f at its boundary, with the joints held. The forces act as Bᵀ f; the velocities
/// w = A v belong to some of them, and
///   ẇ = W f + a⁰,   W = A R Bᵀ,   R = (I − P) M⁻¹
/// Rows may depend on each other. [Rahikainen2020] eqs. (13), (14), corrected.
template <class T>
class Mobility {
 public:
  using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;

  /// `velocities` says which of the rows A consists of.
  Mobility(const Mechanism<T>& mechanism, std::vector<InterfaceRow> rows, std::vector<int> velocities);

  /// At one instant; what `u` holds for the rows themselves does not count. False where a joint is singular.
  [[nodiscard]] bool evaluate(Dynamics<T>& dynamics, const T& t, const T* q, const T* v, const T* u);

  const Matrix& jacobian() const { return B_; }              // B
  const Matrix& mobility() const { return mobility_; }       // W
  const Vector& free_acceleration() const { return free_; }  // a⁰

 private:
  void set_row(const Dynamics<T>& dynamics, int k);
  T drift_of(const Dynamics<T>& dynamics, int k) const;

  std::vector<InterfaceRow> rows_;
  std::vector<int> velocities_;
  std::vector<ForceElement<T>> units_;  // per row: one that pushes as hard as its input says
  Matrix B_, mobility_;
  Vector free_;
  std::vector<T> u_, unit_, column_, none_;
};

/// Of all frames that publish it together: per frame three forces and three moments, and the velocities of its point.
/// Null where there is none.
template <class T>
std::unique_ptr<Mobility<T>> make_frame_mobility(const Mechanism<T>& mechanism);

}  // namespace oldham::multibody
