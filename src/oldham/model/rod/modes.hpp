// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "oldham/model/rod/rod.hpp"

namespace oldham::rod {

/// A free vibration of small amplitude: −ω² M shape + K shape = 0, shapeᵀ M shape = 1.
template <class T>
struct Mode {
  T frequency_squared{};  // ω², rad²/s²; negative where the state is unstable
  T damping{};            // shapeᵀ D shape, 1/s; what couples modes by damping is left out
  std::vector<T> shape;   // per unknown: displacements in space, turns along body axes

  T frequency() const {  // rad/s
    using std::sqrt;
    return frequency_squared > T(0) ? T(sqrt(frequency_squared)) : T(0);
  }
  /// Of the critical one; 0 for a motion without stiffness.
  T damping_ratio() const { return frequency_squared > T(0) ? T(damping / (2 * frequency())) : T(0); }
};

/// The slowest vibrations about a state, slowest first, as they are without damping. Ends are held where the inputs
/// say. Unstable ones come first. Away from an equilibrium the stiffness is the symmetric part of −∂f/∂q. A rod nothing
/// holds has six modes of frequency zero.
template <class T>
std::vector<Mode<T>> compute_modes(const Rod<T>& rod, const RodInputs<T>& inputs, const std::vector<T>& state,
                                   int count);

}  // namespace oldham::rod
