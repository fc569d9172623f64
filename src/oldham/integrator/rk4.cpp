// SPDX-License-Identifier: MIT
#include "oldham/integrator/fixed_step.hpp"

namespace oldham {

template <class T>
StepOutcome step_rk4(const Ode<T>& ode, const MicroStep<T>& step, FixedStepWorkspace<T>& work, T* x_data) {
  Eigen::Map<typename FixedStepWorkspace<T>::Vector> x(x_data, ode.size);
  auto& [k1, k2, k3, k4] = work.slopes;
  auto& trial = work.trial;
  const T& h = step.length;
  const T middle = step.begin + h / 2;

  // k1 = f(t, x)
  StepOutcome outcome = evaluate_derivative(ode, step.begin, x.data(), k1.data());
  if (!outcome.is_accepted()) return outcome;
  // k2 = f(t + h/2, x + h/2 k1)
  trial = x + h / 2 * k1;
  outcome = evaluate_derivative(ode, middle, trial.data(), k2.data());
  if (!outcome.is_accepted()) return outcome;
  // k3 = f(t + h/2, x + h/2 k2)
  trial = x + h / 2 * k2;
  outcome = evaluate_derivative(ode, middle, trial.data(), k3.data());
  if (!outcome.is_accepted()) return outcome;
  // k4 = f(t + h, x + h k3)
  trial = x + h * k3;
  outcome = evaluate_derivative(ode, step.end, trial.data(), k4.data());
  if (!outcome.is_accepted()) return outcome;

  x += h / 6 * (k1 + T(2) * k2 + T(2) * k3 + k4);  // x_{n+1}
  return outcome;
}

template StepOutcome step_rk4(const Ode<double>&, const MicroStep<double>&, FixedStepWorkspace<double>&, double*);
template StepOutcome step_rk4(const Ode<Multiprecision>&, const MicroStep<Multiprecision>&,
                              FixedStepWorkspace<Multiprecision>&, Multiprecision*);

}  // namespace oldham
