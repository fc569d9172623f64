// SPDX-License-Identifier: MIT
#include "oldham/coupling/observation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "oldham/core/scalar.hpp"

namespace oldham {

template <class T>
void SecondObservation<T>::observe(Subsystem<T>& subsystem, const Interval<T>& step, const InputSignal<T>& inputs,
                                   std::span<T> second) {
  if (observed_ == Observed::rates) read_rates(subsystem, step, inputs, second);
  if (observed_ == Observed::integrals) subsystem.output_integrals()->read_integrals(second);
}

template <class T>
void SecondObservation<T>::respond(Subsystem<T>& subsystem, const Interval<T>& step, const InputSignal<T>& direction,
                                   std::span<T> dy, std::span<T> dsecond) {
  const std::span<T> none;
  subsystem.step_sensitivity()->respond(step, direction, dy, observed_ == Observed::rates ? dsecond : none,
                                        observed_ == Observed::integrals ? dsecond : none);
}

template <class T>
void SecondObservation<T>::read_rates(const Subsystem<T>& subsystem, const Interval<T>& step,
                                      const InputSignal<T>& inputs, std::span<T> rate) {
  const Equations<T>& equations = *subsystem.equations();
  x_.resize(equations.equation_size());
  for (auto* vector : {&u_, &du_}) vector->resize(inputs.inputs);
  equations.read_equation_state(x_);
  inputs.evaluate_piece(inputs.pieces() - 1, T(1), u_.data());
  inputs.evaluate_slope(step.length, du_.data());
  rates_.evaluate(equations, step.end(), x_, u_, du_, rate);
}

template <class T>
void OutputRates<T>::evaluate(const Equations<T>& equations, const T& t, std::span<const T> x, std::span<const T> u,
                              std::span<const T> du, std::span<T> rate) {
  using std::abs;
  using std::cbrt;
  using std::max;
  for (auto* vector : {&dx_, &moved_x_}) vector->resize(x.size());
  moved_u_.resize(u.size());
  minus_.resize(rate.size());
  equations.derivative(t, x, u, dx_);

  // one difference along (ẋ, u̇), exact from zero where h is linear
  T width(1), size(0);
  for (std::size_t i = 0; i < x.size(); ++i) size = max(size, T(abs(dx_[i]) / max(T(1), T(abs(x[i])))));
  const bool linear = equations.has_linear_outputs();
  if (!linear) width = cbrt(std::numeric_limits<T>::epsilon()) / max(T(1), size);
  const auto output = [&](const T& along, std::span<T> y) {
    for (std::size_t i = 0; i < x.size(); ++i) moved_x_[i] = (linear ? T(0) : x[i]) + along * dx_[i];
    for (std::size_t i = 0; i < u.size(); ++i) moved_u_[i] = (linear ? T(0) : u[i]) + along * du[i];
    equations.output(t + (linear ? T(0) : along), moved_x_, moved_u_, y);
  };
  output(width, rate);
  output(linear ? T(0) : T(-width), minus_);
  for (std::size_t i = 0; i < rate.size(); ++i) rate[i] = (rate[i] - minus_[i]) / (linear ? width : 2 * width);
}

Observed observed_by(Extension extension, const Stabilisation& stabilisation, bool has_constraints) {
  if (extension == Extension::integral) return Observed::integrals;
  const bool accelerations = has_constraints && stabilisation.uses_accelerations();
  return extension == Extension::derivative || accelerations ? Observed::rates : Observed::nothing;
}

template class OutputRates<double>;
template class OutputRates<Multiprecision>;
template class SecondObservation<double>;
template class SecondObservation<Multiprecision>;

}  // namespace oldham
