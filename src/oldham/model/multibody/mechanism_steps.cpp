// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "oldham/model/multibody/ggl_solver.hpp"
#include "oldham/model/multibody/mechanism_model.hpp"

// The steps that a mechanism brings itself.

namespace oldham::multibody {

template <class T>
StepOutcome MechanismModel<T>::step_semi_implicit(const T& t, const T& h, const T* u, T* x) const {
  const int nq = mechanism_->coordinates, nv = mechanism_->dofs;
  if (integrator_.frozen_forces) {
    dv_ = frozen_;
    for (int j = 0; j < mechanism_->inputs; ++j)
      for (int i = 0; i < nv; ++i) dv_[i] += response_of_[j * nv + i] * u[j];
  } else if (!accelerate(t, x, u, dv_.data(), formulation_.kind == Formulation::ali1)) {
    return StepOutcome::failed(failure_);
  }
  T* v = x + nq;
  for (int i = 0; i < nv; ++i) v[i] += h * dv_[i];  // v_{n+1} = v_n + h v̇_n
  for (int i = 0; i < nv; ++i) dv_[i] = h * v[i];   // q_{n+1} = q_n + h v_{n+1}
  mechanism_->move(x, dv_.data());
  return StepOutcome::accepted();
}

template <class T>
void MechanismModel<T>::freeze(const T& t, const T* x) const {
  const int nv = mechanism_->dofs, inputs = mechanism_->inputs;
  std::vector<T>& u = work_;
  u.assign(inputs, T(0));
  frozen_.resize(nv);
  response_of_.resize(static_cast<std::size_t>(nv) * inputs);
  const T nothing = std::numeric_limits<T>::quiet_NaN();  // the next step then tells that its state is not finite
  if (!accelerate(t, x, u.data(), frozen_.data(), false)) std::fill(frozen_.begin(), frozen_.end(), nothing);
  for (int j = 0; j < inputs; ++j) {
    u[j] = T(1);
    if (!accelerate(t, x, u.data(), dv_.data(), false)) std::fill(dv_.begin(), dv_.end(), nothing);
    u[j] = T(0);
    for (int i = 0; i < nv; ++i) response_of_[j * nv + i] = dv_[i] - frozen_[i];
  }
}

template <class T>
double MechanismModel<T>::step_noise() const {
  constexpr double left = 1e-12;  // found with penalties and steps that make the ratio 1e4 to 1e8
  return formulation_.kind == Formulation::ali3p && std::is_same_v<T, double> ? left : 0;
}

template <class T>
StepOutcome MechanismModel<T>::advance(const Interval<T>& interval, const InputsAt& inputs, T* x) const {
  using std::isfinite;
  StepOutcome closed = close_joints(interval.begin, inputs(interval.begin), x);
  if (!closed.is_accepted()) return closed;
  if (ggl_) return ggl_->advance(interval, inputs, x);
  const long n = count_micro_steps(integrator_, to_double(interval.length));
  if (n == 0) return StepOutcome::failed(fmt::format("its micro_step of {} s is too small", integrator_.micro_step));
  const T h = interval.length / n;
  const int nq = mechanism_->coordinates, nv = mechanism_->dofs;
  for (long k = 0; k < n; ++k) {
    const T t = interval.begin + h * k;
    const StepOutcome outcome =
        formulation_.kind == Formulation::ali3p
            ? augmented_->step(*dynamics_, t, h, inputs(t + h), x, x + nq, x + nq + nv, x + nq + 2 * nv)
            : step_semi_implicit(t, h, inputs(t), x);
    if (!outcome.is_accepted()) return outcome;
    for (int i = 0; i < nq + nv; ++i)
      if (!isfinite(x[i])) return StepOutcome::diverged("its state is not finite");
  }
  return StepOutcome::accepted();
}

/// IDA needs a consistent start. The trapezoidal rule closes joints itself, but from a state that somebody wrote with
/// joints wide open it would take velocities of Φ/h.
template <class T>
StepOutcome MechanismModel<T>::close_joints(const T& t, const T* u, T* x) const {
  using std::abs;
  const T wide(1e-3);  // m or rad: more than any step opens them, and than differences move a state
  if (formulation_.kind == Formulation::ali3p) {
    dynamics_->set(t, x, x + mechanism_->coordinates, u);
    const auto& open = dynamics_->positions();
    if (std::none_of(open.begin(), open.end(), [&](const T& value) { return abs(value) > wide; }))
      return StepOutcome::accepted();
  } else if (!ggl_) {
    return StepOutcome::accepted();
  }
  if (!project_on_joints(*dynamics_, t, u, x, x + mechanism_->coordinates, work_))
    return StepOutcome::failed(singular_position());
  begin(t, u, x);
  return StepOutcome::accepted();
}

template class MechanismModel<double>;
template class MechanismModel<Multiprecision>;

}  // namespace oldham::multibody
