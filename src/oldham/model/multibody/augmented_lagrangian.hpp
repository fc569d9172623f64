// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/core/outcome.hpp"
#include "oldham/model/multibody/dynamics.hpp"

namespace oldham::multibody {

template <class T>
T euclidean_norm(const std::vector<T>& x) {
  return Eigen::Map<const Eigen::Matrix<T, Eigen::Dynamic, 1>>(x.data(), static_cast<Eigen::Index>(x.size())).norm();
}

/// The augmented Lagrangian formulations: joints are held by a penalty α whose error multipliers λ* take away.
/// [Rahikainen2020] section 2, with the corrected projections.
template <class T>
class AugmentedLagrangian {
 public:
  AugmentedLagrangian(const Mechanism<T>& mechanism, const FormulationSettings& settings);

  /// Index 1: accelerations at the instant `dynamics` is set to, forces included.
  ///   (M + Jᵀ α J) v̇ = Q − Jᵀ (α (J̇ v + 2ξω Φ̇ + ω² Φ) + λ*),   λ* ← λ* + α (Φ̈ + 2ξω Φ̇ + ω² Φ)
  [[nodiscard]] StepOutcome accelerate(Dynamics<T>& dynamics, T* dv);

  /// Index 3 with the trapezoidal rule, from t to t + h with the inputs at t + h, then velocities and accelerations
  /// projected on the joints in the metric W = M + h/2 C + h²/4 K. All four arrays are carried from step to step; `gap`
  /// is λ*/α, by how much the penalty alone would leave joints open. Iterations know λ* no better than α times the
  /// rounding of Φ, which is much in N and little in m: as a gap it can be moved and compared like other states.
  [[nodiscard]] StepOutcome step(Dynamics<T>& dynamics, const T& t, const T& h, const T* u, T* q, T* v, T* a, T* gap);
  const T& penalty() const { return penalty_; }

 private:
  void assemble(const Dynamics<T>& dynamics, const T& penalty);
  void add_tangent(const Dynamics<T>& dynamics, const T* u, const T& h);
  void add_element_tangent(const Dynamics<T>& dynamics, const ForceElement<T>& element, const T* u, const T& h);
  void multiply_by_mass(const T* x, T* result) const;
  /// x ← T⁻¹ (W x − h²/4 Jᵀ α r): the nearest vector that fulfils J x + r = 0.
  void project(const Dynamics<T>& dynamics, const T& penalty, const T* r, T* x);

  const Mechanism<T>& mechanism_;
  T penalty_, omega_, xi_, tolerance_;
  T lightness_ = T(0);  // 1/mass of the lightest body
  int max_iterations_;
  SymmetricSystem<T> system_;
  std::vector<std::vector<int>> movers_;  // per force: the bodies whose coordinates it depends on
  std::vector<T> rows_, moved_rows_, multipliers_, last_, right_, product_, increments_, old_, old_v_, old_a_;
  std::vector<T> plus_, minus_;
};

}  // namespace oldham::multibody
