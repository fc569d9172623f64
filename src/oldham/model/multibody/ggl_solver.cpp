// SPDX-License-Identifier: MIT
#include "oldham/model/multibody/ggl_solver.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oldham/core/error.hpp"
#include "oldham/integrator/ida.hpp"

namespace oldham::multibody {

template <class T>
GglSolver<T>::GglSolver(Dynamics<T>& dynamics, const IntegratorSettings& settings) : dynamics_(dynamics) {
  if constexpr (!std::is_same_v<T, double>) {
    throw_missing_capability("integrator ida", "it computes in double precision only",
                             "use formulation = \"kkt\" with a fixed-step integrator");
  } else {
    const Mechanism<T>& m = dynamics.mechanism();
    std::vector<bool> differential(m.coordinates + m.dofs + 2 * m.rows, false);
    std::fill_n(differential.begin(), m.coordinates + m.dofs, true);
    ida_ = std::make_unique<Ida>(settings, differential);
    y_.resize(differential.size());
    dy_.resize(differential.size());
    moved_.resize(m.dofs);
    product_.resize(m.coordinates);
  }
}

template <class T>
GglSolver<T>::~GglSolver() = default;

template <class T>
void GglSolver<T>::residual(double t, const double* y, const double* dy, const double* u, double* r) {
  if constexpr (std::is_same_v<T, double>) {
    const Mechanism<T>& m = dynamics_.mechanism();
    const int nq = m.coordinates, nv = m.dofs;
    const double *q = y, *v = y + nq, *lambda = v + nv, *mu = lambda + m.rows;
    dynamics_.set(t, q, v, u);
    dynamics_.evaluate_forces(u);
    // q̇ − N (v + M⁻¹ Jᵀ μ)
    std::fill(moved_.begin(), moved_.end(), 0.0);
    dynamics_.add_joint_forces(mu, 1.0, moved_.data());
    m.divide_by_mass(moved_.data());
    for (int i = 0; i < nv; ++i) moved_[i] += v[i];
    m.rates(q, moved_.data(), product_.data());
    for (int i = 0; i < nq; ++i) r[i] = dy[i] - product_[i];
    // v̇ − M⁻¹ (Q − Jᵀ λ)
    std::copy(dynamics_.forces().begin(), dynamics_.forces().end(), moved_.begin());
    dynamics_.add_joint_forces(lambda, -1.0, moved_.data());
    m.divide_by_mass(moved_.data());
    for (int i = 0; i < nv; ++i) r[nq + i] = dy[nq + i] - moved_[i];
    std::copy(dynamics_.positions().begin(), dynamics_.positions().end(), r + nq + nv);
    std::copy(dynamics_.rates().begin(), dynamics_.rates().end(), r + nq + nv + m.rows);
  }
}

template <class T>
StepOutcome GglSolver<T>::advance(const Interval<T>& interval, const FunctionRef<const T*(const T& t)>& inputs, T* x) {
  if constexpr (std::is_same_v<T, double>) {
    const Mechanism<T>& m = dynamics_.mechanism();
    const int nq = m.coordinates, nv = m.dofs;
    // consistent rates and multipliers: the index-1 equations
    const double* u = inputs(interval.begin);
    dynamics_.set(interval.begin, x, x + nq, u);
    dynamics_.evaluate_forces(u);
    std::fill(dy_.begin(), dy_.end(), 0.0);
    std::copy(dynamics_.forces().begin(), dynamics_.forces().end(), dy_.begin() + nq);
    if (!dynamics_.factorise_mobility())
      return StepOutcome::failed(fmt::format("joint '{}' of the mechanism is in a singular position",
                                             m.description.joints[dynamics_.failed_joint()].name));
    std::vector<double> wanted(m.rows);
    for (int i = 0; i < m.rows; ++i) wanted[i] = -dynamics_.bias()[i];
    dynamics_.solve_constrained(dy_.data() + nq, wanted.data());
    m.rates(x, x + nq, dy_.data());
    std::copy_n(x, nq + nv, y_.begin());
    std::copy(dynamics_.multipliers().begin(), dynamics_.multipliers().end(), y_.begin() + nq + nv);
    std::fill(y_.begin() + nq + nv + m.rows, y_.end(), 0.0);

    const auto evaluate = [&](double t, const double* y, const double* dy, double* r) {
      residual(t, y, dy, inputs(t), r);
    };
    StepOutcome outcome = ida_->integrate({evaluate}, interval, y_.data(), dy_.data());
    if (outcome.is_accepted()) std::copy_n(y_.begin(), nq + nv, x);
    return outcome;
  } else {
    return StepOutcome::failed("IDA computes in double precision only");
  }
}

template class GglSolver<double>;
template class GglSolver<Multiprecision>;

}  // namespace oldham::multibody
