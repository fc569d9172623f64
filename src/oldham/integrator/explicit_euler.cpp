// SPDX-License-Identifier: MIT
#include "oldham/integrator/fixed_step.hpp"

namespace oldham {

template <class T>
StepOutcome step_explicit_euler(const Ode<T>& ode, const MicroStep<T>& step, FixedStepWorkspace<T>& work, T* x) {
  auto& dx = work.slopes[0];
  StepOutcome outcome = evaluate_derivative(ode, step.begin, x, dx.data());
  if (!outcome.is_accepted()) return outcome;
  const T& h = step.length;
  for (int i = 0; i < ode.size; ++i) x[i] += h * dx[i];
  return outcome;
}

template StepOutcome step_explicit_euler(const Ode<double>&, const MicroStep<double>&, FixedStepWorkspace<double>&,
                                         double*);
template StepOutcome step_explicit_euler(const Ode<Multiprecision>&, const MicroStep<Multiprecision>&,
                                         FixedStepWorkspace<Multiprecision>&, Multiprecision*);

}  // namespace oldham
