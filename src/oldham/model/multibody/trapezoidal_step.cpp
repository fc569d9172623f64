// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "oldham/model/multibody/augmented_lagrangian.hpp"

namespace oldham::multibody {
namespace {

/// A body displaced by `step` along one of its degrees of freedom, and faster by `faster`.
template <class T>
Motion<T> displaced(const BodySlot<T>& slot, const Motion<T>& at, int dof, const T& step, const T& faster) {
  Motion<T> moved = at;
  const bool planar = slot.kind == BodyKind::planar_body || slot.kind == BodyKind::planar_point;
  if (dof < (planar ? 2 : 3)) {
    moved.r[dof] += step;
    moved.v[dof] += faster;
    return moved;
  }
  if (planar) {
    moved.angle += step;
    moved.R = rotation_in_plane(moved.angle);
    moved.w[2] += faster;
    return moved;
  }
  // turns and angular velocities are counted in body axes
  Vector3<T> w = at.R.transpose() * at.w;
  w[dof - 3] += faster;
  Eigen::Matrix<T, 4, 1> p(T(1), T(0), T(0), T(0));
  Vector3<T> turn = Vector3<T>::Zero();
  turn[dof - 3] = step;
  turn_quaternion(p.data(), turn.data());
  moved.R = at.R * rotation_of(p.data());
  moved.w = moved.R * w;
  return moved;
}

}  // namespace

/// h/2 C + h²/4 K of one force, by central differences: the increments of the trapezoidal rule move a body by Δ and
/// change its velocity by 2Δ/h. Symmetric part only: the projections need a metric, and Newton's method can do with it.
template <class T>
void AugmentedLagrangian<T>::add_element_tangent(const Dynamics<T>& dynamics, const ForceElement<T>& element,
                                                 const T* u, const T& h) {
  using std::cbrt;
  const T step = cbrt(std::numeric_limits<T>::epsilon());
  const std::vector<BodySlot<T>>& bodies = mechanism_.bodies;
  const std::vector<int>& movers = movers_[&element - mechanism_.forces.data()];
  Wrenches<T> wrenches;
  for (const int j : movers) {
    for (int dof = 0; dof < bodies[j].dofs; ++dof) {
      const auto load = [&](const T& by, std::vector<T>& into) {
        std::array<Motion<T>, 2> at;
        for (int side = 0; side < 2; ++side) {
          const int i = element.body[side];
          at[side] = mechanism_.motion_of(i, dynamics.motions().data());
          if (i == j) at[side] = displaced(bodies[j], at[side], dof, by, T(2 * by / h));
          if (i == ground || i == j || dof >= bodies[j].straight()) continue;
          for (const auto& [carrier, weight] : bodies[i].carriers) {
            if (carrier != j) continue;
            at[side].r[dof] += weight * by;
            at[side].v[dof] += weight * 2 * by / h;
          }
        }
        evaluate_force(element, at[0], at[1], u, wrenches);
        for (const int i : movers) std::fill_n(into.data() + bodies[i].v, bodies[i].dofs, T(0));
        for (int side = 0; side < 2; ++side)
          dynamics.add_wrench(element.body[side], wrenches.force[side], wrenches.torque[side], at[side], into.data());
      };
      load(step, plus_);
      load(-step, minus_);
      for (const int i : movers) {
        const int pair = system_.find(std::min(i, j), std::max(i, j));
        for (int k = 0; k < bodies[i].dofs; ++k) {
          const int row = bodies[i].v + k;
          const T half = -h * h / 4 * (plus_[row] - minus_[row]) / (2 * step) / 2;
          if (i != j) {
            system_.add_entry(pair, i < j ? k : dof, i < j ? dof : k, half);
          } else {
            system_.add_entry(pair, std::min(k, dof), std::max(k, dof), k == dof ? T(2 * half) : half);
          }
        }
      }
    }
  }
}

template <class T>
void AugmentedLagrangian<T>::add_tangent(const Dynamics<T>& dynamics, const T* u, const T& h) {
  for (std::size_t i = 0; i < mechanism_.bodies.size(); ++i) {
    const BodySlot<T>& slot = mechanism_.bodies[i];
    const int pair = system_.find(static_cast<int>(i), static_cast<int>(i));
    const int straight = slot.straight();
    for (int k = 0; k < slot.dofs; ++k)
      system_.add_entry(pair, k, k, h / 2 * (k < straight ? slot.drag : slot.angular_drag));
    if (slot.kind != BodyKind::space_body) continue;
    // ∂(ω × Iω)/∂ω = ω̃ I − (Iω)~, symmetric part
    const Motion<T>& at = dynamics.motions()[i];
    const Vector3<T> w = at.R.transpose() * at.w, spin = slot.inertia * w;
    Matrix3<T> C;
    for (int k = 0; k < 3; ++k) {
      const Vector3<T> unit = Vector3<T>::Unit(k), inertia = slot.inertia.col(k);
      C.col(k) = w.cross(inertia) - spin.cross(unit);
    }
    for (int r = 0; r < 3; ++r)
      for (int c = r; c < 3; ++c) system_.add_entry(pair, 3 + r, 3 + c, h / 4 * (C(r, c) + C(c, r)));
  }
  for (const ForceElement<T>& element : mechanism_.forces) add_element_tangent(dynamics, element, u, h);
}

template <class T>
void AugmentedLagrangian<T>::multiply_by_mass(const T* x, T* result) const {
  for (const BodySlot<T>& slot : mechanism_.bodies) {
    const int straight = slot.straight();
    for (int k = 0; k < straight; ++k) result[slot.v + k] = slot.mass * x[slot.v + k];
    if (slot.kind == BodyKind::planar_body) result[slot.v + 2] = slot.inertia(2, 2) * x[slot.v + 2];
    if (slot.kind == BodyKind::space_body)
      Eigen::Map<Vector3<T>>(result + slot.v + 3) = slot.inertia * Eigen::Map<const Vector3<T>>(x + slot.v + 3);
  }
}

template <class T>
void AugmentedLagrangian<T>::project(const Dynamics<T>& dynamics, const T& penalty, const T* r, T* x) {
  // T = W + h²/4 Jᵀ α J, so T⁻¹ (W x − h²/4 Jᵀ α r) = x − T⁻¹ h²/4 Jᵀ α (J x + r). What the penalty leaves of a
  // violation, a few 1e-5 of it at short steps, is taken by doing so again; always as often, as a number of passes that
  // depends on x would make results jump, which differences of steps see.
  for (int pass = 0; pass < 3; ++pass) {
    dynamics.apply_jacobian(x, moved_rows_.data());
    for (int i = 0; i < mechanism_.rows; ++i) moved_rows_[i] += r[i];
    std::fill(right_.begin(), right_.end(), T(0));
    dynamics.add_joint_forces(moved_rows_.data(), penalty, right_.data());
    system_.solve(right_.data());
    for (int i = 0; i < mechanism_.dofs; ++i) x[i] -= right_[i];
  }
}

template <class T>
StepOutcome AugmentedLagrangian<T>::step(Dynamics<T>& dynamics, const T& t, const T& h, const T* u, T* q, T* v, T* a,
                                         T* gap) {
  const int n = mechanism_.dofs, m = mechanism_.rows;
  const T end = t + h, quarter = h * h / 4;
  if (m > 0 && !(quarter * penalty_ * lightness_ > T(1e-6)))
    return StepOutcome::failed(fmt::format(
        "the penalty of {:.3g} does not hold the joints over a step of {:.3g} s: raise penalty, or make the "
        "step longer",
        to_double(penalty_), to_double(h)));
  std::copy_n(q, mechanism_.coordinates, old_.begin());
  std::copy_n(v, n, old_v_.begin());
  std::copy_n(a, n, old_a_.begin());
  for (int i = 0; i < n; ++i) increments_[i] = h * v[i] + h * h / 2 * a[i];
  bool converged = false;
  T previous = std::numeric_limits<T>::infinity();
  for (int iteration = 0; iteration <= max_iterations_; ++iteration) {
    // v = 2Δ/h − v_n,  v̇ = 4Δ/h² − 4 v_n/h − v̇_n
    std::copy(old_.begin(), old_.end(), q);
    mechanism_.move(q, increments_.data());
    for (int i = 0; i < n; ++i) {
      v[i] = 2 * increments_[i] / h - old_v_[i];
      a[i] = 4 * increments_[i] / (h * h) - 4 * old_v_[i] / h - old_a_[i];
    }
    dynamics.set(end, q, v, u);
    dynamics.evaluate_forces(u);
    assemble(dynamics, quarter * penalty_);
    add_tangent(dynamics, u, h);
    if (system_.factorise(T(0)) >= 0)
      return StepOutcome::failed("the tangent of the trapezoidal rule is not positive definite: make the step shorter");
    if (converged) break;  // evaluated once more at the solution, for the projections

    // −g = −h²/4 (M v̇ + Jᵀ (α Φ + λ*) − Q)
    multiply_by_mass(a, product_.data());
    for (int i = 0; i < m; ++i) {
      const T open = dynamics.positions()[i];
      if (iteration > 0) gap[i] += open;
      rows_[i] = penalty_ * (open + gap[i]);
    }
    for (int i = 0; i < n; ++i) right_[i] = quarter * (dynamics.forces()[i] - product_[i]);
    dynamics.add_joint_forces(rows_.data(), -quarter, right_.data());
    system_.solve(right_.data());
    for (int i = 0; i < n; ++i) increments_[i] += right_[i];
    const T change = euclidean_norm(right_);
    if (!(change < T(1e100))) return StepOutcome::diverged("the trapezoidal rule ran away");
    // large mechanisms cannot do better than their rounding, which shows when changes stop shrinking
    converged = change < tolerance_ || (change < 1e4 * tolerance_ && change > previous / 2);
    previous = change;
  }
  if (!converged)
    return StepOutcome::failed(
        fmt::format("the trapezoidal rule did not converge in {} iterations: make the step shorter", max_iterations_));

  // velocities, then accelerations, back on the joints
  dynamics.apply_jacobian(v, moved_rows_.data());
  for (int i = 0; i < m; ++i) rows_[i] = dynamics.rates()[i] - moved_rows_[i];  // ∂Φ/∂t
  project(dynamics, T(quarter * penalty_), rows_.data(), v);
  dynamics.set(end, q, v, u);
  project(dynamics, T(quarter * penalty_), dynamics.bias().data(), a);
  return StepOutcome::accepted();
}

template class AugmentedLagrangian<double>;
template class AugmentedLagrangian<Multiprecision>;

}  // namespace oldham::multibody
