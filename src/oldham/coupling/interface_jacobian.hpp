// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "oldham/coupling/interface_solver.hpp"
#include "oldham/coupling/macro_state.hpp"
#include "oldham/coupling/plan.hpp"

namespace oldham {

/// The step a Jacobian is wanted for.
template <class T>
struct StepContext {
  Interval<T> interval;
  std::span<const InputSignal<T>> signals;  // per subsystem, as last used
  std::span<const T> direction;             // θ-coefficients that the unknown sample has in every rebuilt variable
  const MacroState<T>* state = nullptr;
  int threads = 1;
};

/// J = I − dG/dz of one sweep: how what the subsystems return, G(z), answers to the samples z it was fed with.
///
/// Only the step sensitivities dy/du of each subsystem are measured (or declared); the chain through connections, laws
/// and the order of groups is exact. [Li2017] section 3.2.2 perturbs the whole co-simulation instead.
template <class T>
class InterfaceJacobian {
 public:
  InterfaceJacobian(const Assembly<T>& assembly, const Plan<T>& plan);

  /// Sensitivities that do not depend on the state may be kept as long as step length and degree stay.
  bool is_state_independent() const { return state_independent_; }

  void compute_sensitivities(const StepContext<T>& context, std::span<const T> y, std::vector<T>& sensitivities);

  /// False when J is singular to working precision.
  bool factorize(const std::vector<T>& sensitivities, std::span<const T> y);
  void solve(std::vector<T>& r) { solver_.solve(r); }

 private:
  bool is_coupled(int input) const;
  void measure(int subsystem, const StepContext<T>& context, std::span<const T> y, T* block);
  void respond(int subsystem, int input, const StepContext<T>& context, std::span<T> column);
  void perturb(int subsystem, int input, const StepContext<T>& context, std::span<const T> y, std::span<T> column);
  void assemble(const std::vector<T>& sensitivities, std::span<const T> y);

  const Assembly<T>& assembly_;
  const Plan<T>& plan_;
  bool state_independent_ = true, laws_linear_ = true;
  std::vector<int> block_offset_;  // per subsystem into the sensitivities, and the total
  struct Scratch {
    std::vector<T> coefficients, answer;
  };
  std::vector<Scratch> scratch_;           // per subsystem, so that they can be measured side by side
  std::vector<SparseRow<T>> sample_rows_;  // what each variable is worth while the sweep goes on, in terms of z
  std::vector<SparseRow<T>> output_rows_;  // dy/dz
  std::vector<SparseRow<T>> jacobian_rows_;
  std::vector<T> dense_row_;
  std::vector<int> touched_;
  std::vector<T> law_jacobian_, law_arguments_;
  InterfaceSolver<T> solver_;
  std::vector<T> factorized_;  // the sensitivities the factorisation belongs to
};

}  // namespace oldham
