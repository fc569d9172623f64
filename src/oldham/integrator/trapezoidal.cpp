// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>

#include "oldham/integrator/fixed_step.hpp"

namespace oldham {
namespace {

/// max_i |d_i| / (relative |x_i| + absolute), the size of a Newton correction in units of the tolerance.
/// Below ten roundings nothing can be gained, whatever tolerance is asked for.
template <class T>
T scaled_size(const typename FixedStepWorkspace<T>::Vector& correction, const T* x,
              const IntegratorSettings& settings) {
  using std::abs;
  const T rounding = 10 * std::numeric_limits<T>::epsilon();
  T relative = settings.relative_tolerance;
  if (relative < rounding) relative = rounding;
  T largest = 0;
  for (int i = 0; i < correction.size(); ++i) {
    if (correction[i] == 0) continue;
    const T size = abs(correction[i]) / (relative * abs(x[i]) + settings.absolute_tolerance);
    if (size > largest) largest = size;
  }
  return largest;
}

}  // namespace

template <class T>
StepOutcome step_trapezoidal(const Ode<T>& ode, const MicroStep<T>& step, FixedStepWorkspace<T>& work, T* x_data) {
  Eigen::Map<typename FixedStepWorkspace<T>::Vector> x(x_data, ode.size);
  auto& known = work.slopes[0];  // x_n + h/2 f(t_n, x_n)
  auto& f = work.slopes[1];      // f(t_{n+1}, x)
  const T half = step.length / 2;

  StepOutcome outcome = evaluate_derivative(ode, step.begin, x.data(), f.data());
  if (!outcome.is_accepted()) return outcome;
  known = x + half * f;

  // Newton from x_n: (I − h/2 J) d = known + h/2 f(t_{n+1}, x) − x. The Jacobian is renewed every time, so that the
  // error left by the last correction is its square and the rule is linear in x when f is.
  T size = 0;
  for (int iteration = 0; iteration < work.settings.newton_iterations; ++iteration) {
    outcome = evaluate_derivative(ode, step.end, x.data(), f.data());
    if (!outcome.is_accepted()) return outcome;
    outcome = factorise(ode, step.end, x.data(), f.data(), half, work);
    if (!outcome.is_accepted()) return outcome;
    f = known + half * f - x;
    work.correction = work.lu.solve(f);
    outcome = require_finite("Newton correction", step.end, work.correction.data(), ode.size);
    if (!outcome.is_accepted()) return outcome;
    x += work.correction;
    size = scaled_size(work.correction, x.data(), work.settings);
    if (size <= 1) return outcome;
  }
  return StepOutcome::failed(fmt::format(
      "Newton of the trapezoidal rule did not converge in {} iterations at t = {} s: last correction {:.3g} "
      "times the tolerance; reduce the micro step",
      work.settings.newton_iterations, to_double(step.end), to_double(size)));
}

template StepOutcome step_trapezoidal(const Ode<double>&, const MicroStep<double>&, FixedStepWorkspace<double>&,
                                      double*);
template StepOutcome step_trapezoidal(const Ode<Multiprecision>&, const MicroStep<Multiprecision>&,
                                      FixedStepWorkspace<Multiprecision>&, Multiprecision*);

}  // namespace oldham
