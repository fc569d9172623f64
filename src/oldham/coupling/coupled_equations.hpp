// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "oldham/coupling/cosimulation.hpp"
#include "oldham/coupling/observation.hpp"

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
  /// x as the subsystems are.
  void read_states_now(std::span<T> x) const;

  /// `external`: values of the external inputs at t, for the inside of a nested co-simulation.
  void derivative(const T& t, std::span<const T> x, std::span<const T> external, std::span<T> dx) const;
  /// Outputs of all subsystems, and the coupling variables; multipliers are those that g̈ = 0 asks for.
  void outputs(const T& t, std::span<const T> x, std::span<const T> external, std::span<T> y, std::span<T> w) const;

  /// Where f is not smooth, as all subsystems declare it.
  int switch_count() const;
  void switches(const T& t, std::span<const T> x, std::span<const T> external, std::span<T> g) const;
  T next_kink(const T& t) const;

  /// Tells the subsystems where the solution is; empty, or why one of them has none.
  std::string follow(const T& t, std::span<const T> x) const;

  /// g and ġ of all constraint rows, at x.
  int constraints() const { return static_cast<int>(plan_.multipliers.size()); }
  void constraint_values(const T& t, std::span<const T> x, std::span<const T> external, std::span<T> g,
                         std::span<T> dg) const;
  /// Refuses constraints that x violates, and those that follow from others (their accelerations then do not determine
  /// the multipliers), with the rank.
  void require_consistent(const T& t, std::span<const T> x, std::span<const T> external) const;

 private:
  void solve(const T& t, std::span<const T> x, std::span<const T> external) const;
  /// External inputs and, behind them, known functions of time at t.
  const T* outside(const T& t, std::span<const T> external) const;
  void substitute(const T& t, std::span<const T> x, std::span<const T> external) const;
  void evaluate(const T& t, std::span<const T> x, std::span<const T> external, const T* w, T* returned) const;
  std::span<const T> part(std::span<const T> x, std::size_t s) const {
    return x.subspan(state_offset_[s], state_offset_[s + 1] - state_offset_[s]);
  }
  std::span<const T> inputs_of(std::size_t s) const {
    return {inputs_.data() + plan_.input_offset[s], inputs_.data() + plan_.input_offset[s + 1]};
  }

  const Assembly<T>& assembly_;
  const Plan<T>& plan_;
  const KnownSignals<T>& known_;
  std::vector<int> state_offset_;
  std::vector<std::vector<int>> levels_;  // of subsystems, where one pass over them finds the inputs
  mutable std::vector<T> inputs_, outputs_, samples_, rates_, still_, outside_;
  mutable OutputRates<T> output_rates_;
};

}  // namespace oldham
