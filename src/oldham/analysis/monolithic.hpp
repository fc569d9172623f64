// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "oldham/analysis/spectrum.hpp"
#include "oldham/coupling/coupled_equations.hpp"
#include "oldham/integrator/continuous_solution.hpp"
#include "oldham/subsystem/matrix_exponential.hpp"

namespace oldham {

/// The coupled system solved as one, without any coupling scheme: exactly by the matrix exponential when linear, else
/// by a stiff solver at tight tolerance.
template <class T>
class Monolithic {
 public:
  explicit Monolithic(Cosimulation<T>& system);

  bool is_linear() const { return equations_.is_linear(); }
  /// x' = A x + b, of a linear system.
  const std::vector<T>& matrix() const { return matrix_; }
  const std::vector<T>& offset() const { return offset_; }
  int state_size() const { return equations_.state_size(); }

  /// States of all subsystems at a co-simulation state; where constraints are violated, the nearest states that fulfil
  /// them, in the metric of the masses.
  std::vector<T> read_states(const MacroState<T>& state);

  /// From interval.begin to interval.end; linear systems may also go back in time. A nonlinear solution is cheap to
  /// follow: where x is as the last call left it, the solver goes on.
  void advance(const Interval<T>& interval, std::vector<T>& x);

  void outputs(const T& t, std::span<const T> x, std::span<T> y, std::span<T> w) const {
    equations_.outputs(t, x, {}, y, w);
  }

  /// Eigenvalues s of x' = A x; of the linearisation about x at t when not linear.
  std::vector<Eigenvalue<T>> eigenvalues(const T& t, std::span<const T> x) const;

 private:
  const Propagator<T>& propagator(const T& h);
  std::vector<T> linearise(const T& t, std::span<const T> x) const;

  Cosimulation<T>& system_;
  CoupledEquations<T> equations_;
  Projection<T> projection_;
  std::vector<T> matrix_, offset_;  // x' = A x + b when linear
  std::vector<Propagator<T>> cache_;
  std::unique_ptr<ContinuousSolution> solution_;
};

/// Samples of the coupling variables at T, T − H, T − 2H, … from the exact solution through the state; linear systems
/// only.
template <class T>
std::vector<T> exact_past(Monolithic<T>& monolithic, Cosimulation<T>& system, const MacroState<T>& state,
                          const T& step_length);

}  // namespace oldham
