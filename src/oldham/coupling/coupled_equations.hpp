// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "oldham/coupling/cosimulation.hpp"

namespace oldham {

/// The coupled system as one ordinary differential equation: x' = f(t, x) over all subsystem states, the coupling
/// variables eliminated at every instant. No scheme takes part; it is what every scheme approximates.
template <class T>
class CoupledEquations {
 public:
  /// Refuses an assembly with a subsystem that does not declare its equations, naming it.
  explicit CoupledEquations(const Cosimulation<T>& system);

  int state_size() const { return state_offset_.back(); }
  bool is_linear() const { return plan_.is_linear; }

  /// x at a state of the co-simulation; its subsystems are restored to it.
  void read_states(const MacroState<T>& state, std::span<T> x) const;

  /// `external`: values of the external inputs at t, for the inside of a nested co-simulation.
  void derivative(const T& t, std::span<const T> x, std::span<const T> external, std::span<T> dx) const;
  /// Outputs of all subsystems, and the coupling variables.
  void outputs(const T& t, std::span<const T> x, std::span<const T> external, std::span<T> y, std::span<T> w) const;

 private:
  void solve(const T& t, std::span<const T> x, std::span<const T> external) const;

  const Assembly<T>& assembly_;
  const Plan<T>& plan_;
  std::vector<int> state_offset_;
  mutable std::vector<T> inputs_, outputs_, samples_;
};

}  // namespace oldham
