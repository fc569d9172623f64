// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "oldham/model/multibody/dynamics.hpp"

namespace oldham::multibody {

/// One velocity at the boundary of a mechanism with the force that belongs to it: an actuator, or a direction of a
/// port.
struct InterfaceRow {
  int element = 0;    // among the forces of the mechanism
  int component = 0;  // of its inputs
};

/// "cylinder", an actuator, or "tip.x", a direction of a port. Throws for a name that is neither, at `where`.
template <class T>
InterfaceRow find_interface_row(const Mechanism<T>& mechanism, const std::string& name, const std::string& where);

/// How a mechanism answers to forces f at its interface: w = A v are the velocities there, and
///   ẇ = W f + a⁰,   M_eff ẇ = Q_eff + f,   M_eff = W⁻¹,   Q_eff = M_eff a⁰
/// with the joints held: W = A R Aᵀ, R = (I − P) M⁻¹. [Rahikainen2020] eqs. (13), (14), corrected.
template <class T>
class InterfaceResponse {
 public:
  using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;

  InterfaceResponse(const Mechanism<T>& mechanism, std::vector<InterfaceRow> rows);

  /// At one instant; what `u` holds for the rows themselves does not count. False where a joint is singular or the
  /// interface cannot move.
  [[nodiscard]] bool evaluate(Dynamics<T>& dynamics, const T& t, const T* q, const T* v, const T* u);

  const Matrix& jacobian() const { return A_; }              // A
  const Vector& drift() const { return drift_; }             // Ȧ v
  const Matrix& mobility() const { return mobility_; }       // W
  const Vector& free_acceleration() const { return free_; }  // a⁰
  const Matrix& effective_mass() const { return mass_; }
  const Vector& effective_force() const { return force_; }

 private:
  void set_row(const Dynamics<T>& dynamics, int k);

  std::vector<InterfaceRow> rows_;
  std::vector<ForceElement<T>> units_;  // per row: one that pushes as hard as its input says
  Matrix A_, mobility_, mass_;
  Vector drift_, free_, force_;
  std::vector<T> u_, unit_, column_, none_;
};

}  // namespace oldham::multibody
