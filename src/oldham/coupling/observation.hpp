// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "oldham/coupling/scheme.hpp"
#include "oldham/subsystem/subsystem.hpp"

namespace oldham {

/// What an extended scheme looks at besides the outputs: their rates at the end of a step, or their integrals over it.
/// Has scratch for one subsystem, so that subsystems can be observed side by side.
template <class T>
class SecondObservation {
 public:
  explicit SecondObservation(Extension extension = Extension::none) : extension_(extension) {}

  /// After an advance over `step` under `inputs`.
  void observe(Subsystem<T>& subsystem, const Interval<T>& step, const InputSignal<T>& inputs, std::span<T> second);

  /// The declared response of outputs and second quantities to an input direction.
  void respond(Subsystem<T>& subsystem, const Interval<T>& step, const InputSignal<T>& direction, std::span<T> dy,
               std::span<T> dsecond);

 private:
  void read_rates(const Subsystem<T>& subsystem, const Interval<T>& step, const InputSignal<T>& inputs,
                  std::span<T> rate);

  Extension extension_;
  std::vector<T> x_, dx_, u_, du_, moved_x_, moved_u_, minus_;
};

}  // namespace oldham
