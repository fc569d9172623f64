// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "oldham/model/multibody/mechanism.hpp"
#include "oldham/model/multibody/symmetric_system.hpp"

namespace oldham::multibody {

/// A mechanism at one instant: everything its equations of motion are made of, evaluated. A workspace; sized once.
template <class T>
class Dynamics {
 public:
  /// With `in_order` rows are eliminated joint by joint, so that a dependent row is a later joint's.
  explicit Dynamics(std::shared_ptr<const Mechanism<T>> mechanism, bool in_order = false);

  const Mechanism<T>& mechanism() const { return *mechanism_; }

  /// Where the bodies are, Φ, J, ∂Φ/∂t and Φ̈ − J v̇.
  void set(const T& t, const T* q, const T* v, const T* u);
  /// Q; after set().
  void evaluate_forces(const T* u);

  const std::vector<Motion<T>>& motions() const { return motions_; }
  const std::vector<T>& positions() const { return phi_; }  // Φ
  const std::vector<T>& rates() const { return rate_; }     // Φ̇
  const std::vector<T>& bias() const { return bias_; }      // Φ̈ − J v̇
  const std::vector<T>& jacobian() const { return jacobian_; }
  const std::vector<T>& forces() const { return force_; }  // Q
  const std::vector<T>& multipliers() const { return lambda_; }

  /// b ← b + factor Jᵀ λ
  void add_joint_forces(const T* lambda, const T& factor, T* b) const;
  /// result ← J x
  void apply_jacobian(const T* x, T* result) const;
  /// Force and torque of the joints on a driven body, with the last multipliers, ground axes.
  void add_reaction(int body, Vector3<T>& force, Vector3<T>& torque) const;

  /// S = J M⁻¹ Jᵀ, factorised. False where a row depends on those before it, that is, where the square of the sine
  /// between them is below the tolerance: failed_joint() is the joint whose row it is.
  [[nodiscard]] bool factorise_mobility(const T& tolerance = 100 * std::numeric_limits<T>::epsilon());
  /// The x nearest to M⁻¹ b with J x = r: x = M⁻¹ (b − Jᵀ λ), S λ = J M⁻¹ b − r. `b` becomes x; keeps λ.
  void solve_constrained(T* b, const T* r);
  int failed_joint() const { return failed_joint_; }
  /// The joint of the row that is open widest, as the failed one.
  void blame_widest_joint();

  T kinetic_energy(const T* v) const { return kinetic_power(v, v) / 2; }
  T kinetic_power(const T* v, const T* dv) const;  // vᵀ M v̇
  T potential_energy() const;
  /// Its rate along v, by central differences; leaves the instant a moment off.
  T potential_rate(const T& t, const T* q, const T* v, const T* u);

  /// The generalised force of wrenches (ground axes) on one body, added to its part of Q.
  void add_wrench(int body, const Vector3<T>& force, const Vector3<T>& torque, const Motion<T>& at, T* Q) const;

 private:
  void evaluate_joints(const T& t, const T* v, const T* u);
  int joint_of(int row) const;
  struct Product {
    int first, second, pair;  // blocks of one body, and the pair of joint rows they add to
  };

  std::shared_ptr<const Mechanism<T>> mechanism_;
  std::vector<Motion<T>> motions_;
  std::vector<T> phi_, rate_, bias_, jacobian_, known_, weighted_, force_, lambda_, moved_, increments_;
  std::vector<Product> products_;
  std::unique_ptr<SymmetricSystem<T>> mobility_;
  int failed_joint_ = -1;
};

}  // namespace oldham::multibody
