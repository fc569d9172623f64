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
  using std::max;
  using std::pow;
  for (auto* vector : {&dx_, &moved_x_}) vector->resize(x.size());
  moved_u_.resize(u.size());
  minus_.resize(rate.size());
  equations.derivative(t, x, u, dx_);

  if (equations.output_rate(t, x, dx_, u, du, rate)) return;

  // differences along (ẋ, u̇): exact from zero where h is linear, else of fourth order, as the rate enters conditions
  const auto output = [&](const T& along, bool from_here, std::span<T> y) {
    for (std::size_t i = 0; i < x.size(); ++i) moved_x_[i] = (from_here ? x[i] : T(0)) + along * dx_[i];
    for (std::size_t i = 0; i < u.size(); ++i) moved_u_[i] = (from_here ? u[i] : T(0)) + along * du[i];
    equations.output(from_here ? t + along : t, moved_x_, moved_u_, y);
  };
  const auto subtract = [&](std::span<T> from, const T& factor) {
    for (std::size_t i = 0; i < from.size(); ++i) from[i] -= factor * minus_[i];
  };
  if (equations.has_linear_outputs()) {
    output(T(1), false, rate);
    output(T(0), false, minus_);
    return subtract(rate, T(1));
  }
  T size(1);
  for (std::size_t i = 0; i < x.size(); ++i) size = max(size, T(abs(dx_[i]) / max(T(1), T(abs(x[i])))));
  const T width = pow(std::numeric_limits<T>::epsilon(), T(1) / 5) / size;
  // (8 (y₁ − y₋₁) − (y₂ − y₋₂)) / 12 widths
  std::fill(rate.begin(), rate.end(), T(0));
  for (const auto& [steps, factor] : {std::pair{1, -8}, std::pair{-1, 8}, std::pair{2, 1}, std::pair{-2, -1}}) {
    output(steps * width, true, minus_);
    subtract(rate, T(factor));
  }
  for (T& value : rate) value /= 12 * width;
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
