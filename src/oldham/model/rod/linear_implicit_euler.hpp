// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "oldham/core/outcome.hpp"
#include "oldham/model/rod/rod.hpp"

namespace oldham::rod {

/// The linear-implicit Euler method for a rod: one banded linear system a step, no iteration, O(N).
///   (M − h ∂f/∂u − h² ∂f/∂q) Δu = h (f + h ∂f/∂q u),   u += Δu,   x += h v,   p ← p exp(h ω/2)
/// with the ends held as they are at the end of the step.
template <class T>
class LinearImplicitEuler {
 public:
  explicit LinearImplicitEuler(const Rod<T>& rod)
      : A_(rod.unknown_count()), f_(rod.unknown_count()), flow_(rod.unknown_count()) {}

  /// Advances the state by h. After a step that is not accepted the state is of no use.
  StepOutcome step(const Rod<T>& rod, const RodInputs<T>& at_end, const T& h, T* state);
  /// Multiplications of the last factorisation.
  long operations() const { return A_.operations(); }

 private:
  BandMatrix<T> A_;
  std::vector<T> f_, flow_;
};

}  // namespace oldham::rod
