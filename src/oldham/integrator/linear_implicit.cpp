// SPDX-License-Identifier: MIT
#include "oldham/integrator/fixed_step.hpp"

namespace oldham {

template <class T>
StepOutcome step_linear_implicit(const Ode<T>& ode, const MicroStep<T>& step, FixedStepWorkspace<T>& work, T* x_data) {
  Eigen::Map<typename FixedStepWorkspace<T>::Vector> x(x_data, ode.size);
  const T& h = step.length;
  auto& f = work.slopes[0];

  // f and I − h J, both at (t_{n+1}, x_n)
  StepOutcome outcome = evaluate_derivative(ode, step.end, x.data(), f.data());
  if (!outcome.is_accepted()) return outcome;
  outcome = factorise(ode, step.end, x.data(), f.data(), h, work);
  if (!outcome.is_accepted()) return outcome;

  // (I − h J)(x_{n+1} − x_n) = h f
  f *= h;
  work.correction = work.lu.solve(f);
  outcome = require_finite("I - h J is singular: state increment", step.end, work.correction.data(), ode.size);
  x += work.correction;
  return outcome;
}

template StepOutcome step_linear_implicit(const Ode<double>&, const MicroStep<double>&, FixedStepWorkspace<double>&,
                                          double*);
template StepOutcome step_linear_implicit(const Ode<Multiprecision>&, const MicroStep<Multiprecision>&,
                                          FixedStepWorkspace<Multiprecision>&, Multiprecision*);

}  // namespace oldham
