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
  if (extension_ == Extension::derivative) read_rates(subsystem, step, inputs, second);
  if (extension_ == Extension::integral) subsystem.output_integrals()->read_integrals(second);
}

template <class T>
void SecondObservation<T>::respond(Subsystem<T>& subsystem, const Interval<T>& step, const InputSignal<T>& direction,
                                   std::span<T> dy, std::span<T> dsecond) {
  const std::span<T> none;
  subsystem.step_sensitivity()->respond(step, direction, dy, extension_ == Extension::derivative ? dsecond : none,
                                        extension_ == Extension::integral ? dsecond : none);
}

template <class T>
void SecondObservation<T>::read_rates(const Subsystem<T>& subsystem, const Interval<T>& step,
                                      const InputSignal<T>& inputs, std::span<T> rate) {
  using std::abs;
  using std::cbrt;
  using std::max;
  const Equations<T>& equations = *subsystem.equations();
  const T t = step.end();
  const std::size_t states = equations.equation_size(), count = inputs.inputs;
  for (auto* vector : {&x_, &dx_, &moved_x_}) vector->resize(states);
  for (auto* vector : {&u_, &du_, &moved_u_}) vector->resize(count);
  minus_.resize(rate.size());
  equations.read_equation_state(x_);
  inputs.evaluate_piece(inputs.pieces() - 1, T(1), u_.data());
  inputs.evaluate_slope(step.length, du_.data());
  equations.derivative(t, x_, u_, dx_);

  // dy/dt = ∂h/∂x ẋ + ∂h/∂u u̇: one difference along (ẋ, u̇), exact from zero where h is linear
  T width(1), size(0);
  for (std::size_t i = 0; i < states; ++i) size = max(size, T(abs(dx_[i]) / max(T(1), T(abs(x_[i])))));
  const bool linear = equations.has_linear_outputs();
  if (!linear) width = cbrt(std::numeric_limits<T>::epsilon()) / max(T(1), size);
  const auto output = [&](const T& along, std::span<T> y) {
    for (std::size_t i = 0; i < states; ++i) moved_x_[i] = (linear ? T(0) : x_[i]) + along * dx_[i];
    for (std::size_t i = 0; i < count; ++i) moved_u_[i] = (linear ? T(0) : u_[i]) + along * du_[i];
    equations.output(t + (linear ? T(0) : along), moved_x_, moved_u_, y);
  };
  output(width, rate);
  output(linear ? T(0) : T(-width), minus_);
  for (std::size_t i = 0; i < rate.size(); ++i) rate[i] = (rate[i] - minus_[i]) / (linear ? width : 2 * width);
}

template class SecondObservation<double>;
template class SecondObservation<Multiprecision>;

}  // namespace oldham
