// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "oldham/model/multibody/mobility.hpp"

namespace oldham::multibody {

/// "cylinder", an actuator, or "tip.x", a direction of a port. Throws for a name that is neither, at `where`.
template <class T>
InterfaceRow find_interface_row(const Mechanism<T>& mechanism, const std::string& name, const std::string& where);

/// What is felt at the interface of a mechanism: w = A v are the velocities there, f the forces, and
///   M_eff ẇ = Q_eff + f,   M_eff = W⁻¹,   Q_eff = M_eff a⁰
/// where ẇ = W f + a⁰. [Rahikainen2020] eqs. (13), (14), corrected.
template <class T>
class InterfaceResponse {
 public:
  using Matrix = typename Mobility<T>::Matrix;
  using Vector = typename Mobility<T>::Vector;

  InterfaceResponse(const Mechanism<T>& mechanism, std::vector<InterfaceRow> rows);

  /// At one instant; what `u` holds for the rows themselves does not count. False where a joint is singular or the
  /// interface cannot move.
  [[nodiscard]] bool evaluate(Dynamics<T>& dynamics, const T& t, const T* q, const T* v, const T* u);

  const Matrix& jacobian() const { return answer_.jacobian(); }                    // A
  const Matrix& mobility() const { return answer_.mobility(); }                    // W
  const Vector& free_acceleration() const { return answer_.free_acceleration(); }  // a⁰
  const Matrix& effective_mass() const { return mass_; }
  const Vector& effective_force() const { return force_; }

 private:
  Mobility<T> answer_;
  Matrix mass_;
  Vector force_;
};

}  // namespace oldham::multibody
