// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "oldham/coupling/cosimulation.hpp"

namespace oldham {

/// The linearisation of z_{N+1} = Φ(z_N) for the MacroState vector z = (subsystem states, past samples), obtained by
/// running the step on basis vectors: the scheme that is analysed is the scheme that is simulated.
template <class T>
struct OneStepMap {
  int size = 0;
  std::vector<T> matrix;        // row-major
  double linearity_defect = 0;  // |A δz − (Φ(z + δz) − Φ(z))| / |A δz| for a δz that is no basis vector
};

/// About the given state (nonlinear systems), or about zero (linear ones, where it makes no difference).
/// Throws when a subsystem has no state access, or a probing step does not succeed.
template <class T>
OneStepMap<T> compute_one_step_map(Cosimulation<T>& system, const MacroState<T>& about, const T& step_length,
                                   bool with_defect = true);

/// A state with full history, from which a map can be made.
template <class T>
MacroState<T> state_to_analyse(Cosimulation<T>& system, const T& start, const T& step_length);

}  // namespace oldham
