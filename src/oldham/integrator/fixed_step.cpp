// SPDX-License-Identifier: MIT
#include "oldham/integrator/fixed_step.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace oldham {
namespace {

/// ∂f/∂x by forward differences, column by column.
/// J_ij = (f_i(t, x + δ_j e_j) − f_i(t, x)) / δ_j,  δ_j = √ε max(|x_j|, 1)
template <class T>
StepOutcome difference_jacobian(const Ode<T>& ode, const T& t, const T* x, const T* dx, FixedStepWorkspace<T>& work) {
  using std::abs, std::sqrt;
  const T root_epsilon = sqrt(std::numeric_limits<T>::epsilon());
  auto& moved = work.slopes.back();
  std::copy_n(x, ode.size, work.trial.data());
  for (int j = 0; j < ode.size; ++j) {
    const T size_of_x = abs(x[j]);
    work.trial[j] = x[j] + root_epsilon * (size_of_x > 1 ? size_of_x : T(1));
    const T delta = work.trial[j] - x[j];  // as rounded, so that the quotient has no error from it
    StepOutcome outcome = evaluate_derivative(ode, t, work.trial.data(), moved.data());
    if (!outcome.is_accepted()) return outcome;
    for (int i = 0; i < ode.size; ++i) work.matrix(i, j) = (moved[i] - dx[i]) / delta;
    work.trial[j] = x[j];
  }
  return StepOutcome::accepted();
}

}  // namespace

template <class T>
StepOutcome require_finite(const char* what, const T& t, const T* values, int size) {
  using std::isfinite;
  for (int i = 0; i < size; ++i)
    if (!isfinite(values[i]))
      return StepOutcome::diverged(fmt::format("{} {} is not finite at t = {} s", what, i, to_double(t)));
  return StepOutcome::accepted();
}

template <class T>
StepOutcome evaluate_derivative(const Ode<T>& ode, const T& t, const T* x, T* dx) {
  ode.derivative(t, x, dx);
  return require_finite("derivative", t, dx, ode.size);
}

template <class T>
StepOutcome factorise(const Ode<T>& ode, const T& t, const T* x, const T* dx, const T& a, FixedStepWorkspace<T>& work) {
  // J
  StepOutcome outcome;
  if (ode.jacobian)
    ode.jacobian(t, x, work.matrix.data());
  else
    outcome = difference_jacobian(ode, t, x, dx, work);
  if (outcome.is_accepted()) outcome = require_finite("Jacobian entry", t, work.matrix.data(), ode.size * ode.size);
  if (!outcome.is_accepted()) return outcome;

  // I − a J
  work.matrix *= -a;
  work.matrix.diagonal().array() += T(1);
  work.lu.compute(work.matrix);
  return outcome;
}

#define OLDHAM_INSTANTIATE(T)                                                         \
  template StepOutcome require_finite<T>(const char*, const T&, const T*, int);       \
  template StepOutcome evaluate_derivative<T>(const Ode<T>&, const T&, const T*, T*); \
  template StepOutcome factorise<T>(const Ode<T>&, const T&, const T*, const T*, const T&, FixedStepWorkspace<T>&)
OLDHAM_INSTANTIATE(double);
OLDHAM_INSTANTIATE(Multiprecision);
#undef OLDHAM_INSTANTIATE

}  // namespace oldham
