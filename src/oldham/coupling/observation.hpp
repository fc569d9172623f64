// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "oldham/coupling/scheme.hpp"
#include "oldham/subsystem/subsystem.hpp"

namespace oldham {

/// dy/dt = ∂h/∂x f + ∂h/∂u u̇ of a subsystem that declares its equations.
template <class T>
class OutputRates {
 public:
  void evaluate(const Equations<T>& equations, const T& t, std::span<const T> x, std::span<const T> u,
                std::span<const T> du, std::span<T> rate);

 private:
  std::vector<T> dx_, moved_x_, moved_u_, minus_;
};

/// The second quantity a scheme looks at, besides the outputs.
enum class Observed { nothing, rates, integrals };
Observed observed_by(Extension extension, const Stabilisation& stabilisation, bool has_constraints);

/// What an extended scheme looks at besides the outputs: their rates at the end of a step, or their integrals over it.
/// Has scratch for one subsystem, so that subsystems can be observed side by side.
template <class T>
class SecondObservation {
 public:
  explicit SecondObservation(Observed observed = Observed::nothing) : observed_(observed) {}

  /// After an advance over `step` under `inputs`.
  void observe(Subsystem<T>& subsystem, const Interval<T>& step, const InputSignal<T>& inputs, std::span<T> second);

  /// The declared response of outputs and second quantities to an input direction.
  void respond(Subsystem<T>& subsystem, const Interval<T>& step, const InputSignal<T>& direction, std::span<T> dy,
               std::span<T> dsecond);

 private:
  void read_rates(const Subsystem<T>& subsystem, const Interval<T>& step, const InputSignal<T>& inputs,
                  std::span<T> rate);

  Observed observed_;
  OutputRates<T> rates_;
  std::vector<T> x_, u_, du_;
};

}  // namespace oldham
