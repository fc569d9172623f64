// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "oldham/coupling/macro_state.hpp"
#include "oldham/coupling/plan.hpp"

namespace oldham {

/// The further conditions of extended signals: slope or mean of the rebuilt signal, solved for the middle samples.
/// Without extension there are none.
template <class T>
class ExtendedConditions {
 public:
  ExtendedConditions(const Assembly<T>& assembly, const Plan<T>& plan, Extension extension);

  /// Adds to what the outputs say the samples are, `returned`, the middle samples. `second` are the rates or integrals
  /// of the outputs y.
  void evaluate(const Reconstruction<T>& reconstruction, const MacroState<T>& state, const T& length,
                std::span<const T> y, std::span<const T> second, std::span<T> returned);

 private:
  void differentiate(std::span<const T> y, std::span<const T> rate);
  void integrate(const T& length, std::span<const T> y_before, std::span<const T> y, std::span<const T> integral);

  const Assembly<T>& assembly_;
  const Plan<T>& plan_;
  Extension extension_;
  std::vector<T> second_of_variables_;  // dw/dt at the end of the step, or the integral of w over it
  std::vector<T> law_jacobian_, law_variables_;
};

}  // namespace oldham
