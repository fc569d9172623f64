// SPDX-License-Identifier: MIT
#include "oldham/model/multibody/augmented_lagrangian.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace oldham::multibody {
namespace {

template <class T>
std::vector<int> body_sizes(const Mechanism<T>& m) {
  std::vector<int> sizes;
  for (const BodySlot<T>& slot : m.bodies) sizes.push_back(slot.dofs);
  return sizes;
}

/// Bodies that a joint or a force ties together.
template <class T>
auto tied_bodies(const Mechanism<T>& m) {
  std::vector<typename SymmetricSystem<T>::Pair> pairs;
  const auto tie = [&](const std::array<int, 2>& sides) {
    const std::vector<int> movers = movers_of(m, sides);
    for (std::size_t i = 0; i < movers.size(); ++i)
      for (std::size_t j = i + 1; j < movers.size(); ++j)
        pairs.push_back({std::min(movers[i], movers[j]), std::max(movers[i], movers[j])});
  };
  for (const JointRows<T>& rows : m.joints) tie(rows.body);
  for (const ForceElement<T>& element : m.forces) tie(element.body);
  return pairs;
}

template <class T>
T default_or(double given, double fallback) {
  return from_decimal<T>(given > 0 ? given : fallback);
}

}  // namespace

template <class T>
AugmentedLagrangian<T>::AugmentedLagrangian(const Mechanism<T>& mechanism, const FormulationSettings& settings)
    : mechanism_(mechanism),
      penalty_(default_or<T>(settings.penalty, settings.kind == Formulation::ali3p ? 1e11 : 1e7)),
      omega_(from_decimal<T>(settings.omega)),
      xi_(from_decimal<T>(settings.xi)),
      tolerance_(default_or<T>(settings.tolerance, settings.kind == Formulation::ali3p ? 1e-12 : 1e-10)),
      max_iterations_(settings.max_iterations),
      system_(body_sizes(mechanism), tied_bodies(mechanism)) {
  for (std::vector<T>* list : {&rows_, &moved_rows_, &multipliers_}) list->assign(mechanism.rows, T(0));
  for (std::vector<T>* list : {&last_, &right_, &product_, &increments_, &old_v_, &old_a_, &plus_, &minus_})
    list->assign(mechanism.dofs, T(0));
  old_.assign(mechanism.coordinates, T(0));
  for (const BodySlot<T>& slot : mechanism.bodies) lightness_ = std::max(lightness_, slot.inverse_mass);
  for (const ForceElement<T>& element : mechanism.forces) movers_.push_back(movers_of(mechanism, element.body));
}

template <class T>
void AugmentedLagrangian<T>::assemble(const Dynamics<T>& dynamics, const T& penalty) {
  system_.clear();
  for (std::size_t i = 0; i < mechanism_.bodies.size(); ++i) {
    const BodySlot<T>& slot = mechanism_.bodies[i];
    const int pair = system_.find(static_cast<int>(i), static_cast<int>(i));
    const int straight = slot.straight();
    for (int k = 0; k < straight; ++k) system_.add_entry(pair, k, k, slot.mass);
    if (slot.kind == BodyKind::planar_body) system_.add_entry(pair, 2, 2, slot.inertia(2, 2));
    if (slot.kind == BodyKind::space_body)
      for (int r = 0; r < 3; ++r)
        for (int c = r; c < 3; ++c) system_.add_entry(pair, 3 + r, 3 + c, slot.inertia(r, c));
  }
  // α Jᵀ J: the blocks of the same rows, each with itself and with each other
  const auto& J = dynamics.jacobian();
  const auto& blocks = mechanism_.blocks;
  for (std::size_t i = 0; i < blocks.size(); ++i)
    for (std::size_t j = i; j < blocks.size() && blocks[j].rows_index == blocks[i].rows_index; ++j) {
      const bool swapped = blocks[j].body < blocks[i].body;
      const JacobianBlock<T>&first = blocks[swapped ? j : i], &second = blocks[swapped ? i : j];
      const int pair = system_.find(first.body, second.body);
      const int rows = mechanism_.joints[first.rows_index].rows;
      for (int r = 0; r < first.width; ++r)
        for (int c = i == j ? r : 0; c < second.width; ++c) {
          T sum(0);
          for (int k = 0; k < rows; ++k)
            sum += J[first.start + k * first.width + r] * J[second.start + k * second.width + c];
          system_.add_entry(pair, r, c, penalty * sum);
        }
    }
}

template <class T>
StepOutcome AugmentedLagrangian<T>::accelerate(Dynamics<T>& dynamics, T* dv) {
  assemble(dynamics, penalty_);
  if (system_.factorise(T(0)) >= 0) return StepOutcome::diverged("the equations of motion have no finite solution");
  const int n = mechanism_.dofs, m = mechanism_.rows;
  std::fill(multipliers_.begin(), multipliers_.end(), T(0));
  std::fill_n(dv, n, T(0));
  for (int i = 0; i < m; ++i)
    rows_[i] = dynamics.bias()[i] + 2 * xi_ * omega_ * dynamics.rates()[i] + omega_ * omega_ * dynamics.positions()[i];
  for (int iteration = 0; iteration < max_iterations_; ++iteration) {
    // solved for the change of v̇, so that rounding in the stiff matrix does not stay in the result:
    // (M + Jᵀ α J) Δv̇ = Q − M v̇ − Jᵀ (λ* + α (Φ̈ + 2ξω Φ̇ + ω² Φ))
    dynamics.apply_jacobian(dv, moved_rows_.data());
    for (int i = 0; i < m; ++i) {
      moved_rows_[i] = penalty_ * (moved_rows_[i] + rows_[i]);
      if (iteration > 0) multipliers_[i] += moved_rows_[i];
      moved_rows_[i] += multipliers_[i];
    }
    multiply_by_mass(dv, product_.data());
    for (int i = 0; i < n; ++i) right_[i] = dynamics.forces()[i] - product_[i];
    dynamics.add_joint_forces(moved_rows_.data(), T(-1), right_.data());
    system_.solve(right_.data());
    for (int i = 0; i < n; ++i) last_[i] = dv[i] += right_[i];
    const T change = euclidean_norm(right_);
    if (m == 0 || (iteration > 0 && change < tolerance_ * (1 + euclidean_norm(last_)))) return StepOutcome::accepted();
  }
  return StepOutcome::failed(
      fmt::format("the accelerations did not converge in {} iterations: raise penalty or "
                  "max_iterations",
                  max_iterations_));
}

template class AugmentedLagrangian<double>;
template class AugmentedLagrangian<Multiprecision>;

}  // namespace oldham::multibody
