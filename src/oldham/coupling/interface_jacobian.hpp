// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "oldham/coupling/constraint_conditions.hpp"
#include "oldham/coupling/interface_solver.hpp"
#include "oldham/coupling/macro_state.hpp"
#include "oldham/coupling/observation.hpp"
#include "oldham/coupling/plan.hpp"

namespace oldham {

/// The step a Jacobian is wanted for, and what the subsystems answered to it so far.
template <class T>
struct StepContext {
  Interval<T> interval;
  std::span<const InputSignal<T>> signals;  // per subsystem, as last used
  std::span<const int> own_piece;           // for every piece of signals with all pieces that of the reconstruction
  const Reconstruction<T>* reconstruction = nullptr;
  const MacroState<T>* state = nullptr;
  const ConstraintConditions<T>* constraints = nullptr;
  std::span<const T> y;       // outputs
  std::span<const T> second;  // their rates or integrals; empty unless the scheme is extended
  int threads = 1;
};

/// J = I − dG/dz of one sweep: how what the subsystems return, G(z), answers to the samples z it was fed with. In the
/// rows of multipliers it is how the conditions of a set answer; there is one J for each set.
///
/// Only the step sensitivities of each subsystem are measured (or declared); the chain through connections, laws and
/// the order of groups is exact. [Li2017] section 3.2.2 perturbs the whole co-simulation instead.
template <class T>
class InterfaceJacobian {
 public:
  InterfaceJacobian(const Assembly<T>& assembly, const Plan<T>& plan, const Scheme& scheme);

  /// Sensitivities that do not depend on the state may be kept as long as step length and past spacing stay.
  bool is_state_independent() const { return state_independent_; }

  void compute_sensitivities(const StepContext<T>& context, std::vector<T>& sensitivities);

  /// False when some J is singular to working precision.
  bool factorize(const std::vector<T>& sensitivities, const StepContext<T>& context);
  void solve(int set, std::vector<T>& r) { solvers_[set].solve(r); }

 private:
  /// Per subsystem a block [kind][level][output][input]: level 0 outputs, level 1 their rates or integrals.
  int block_index(int s, SampleKind kind, int level) const {
    return block_offset_[s] + (kind_index_[static_cast<int>(kind)] * levels_ + level) * matrix_size_[s];
  }
  bool is_fed_by(int input, SampleKind kind) const;
  void measure(int subsystem, const StepContext<T>& context, T* sensitivities);
  void respond(int subsystem, int input, SampleKind kind, const StepContext<T>& context);
  void perturb(int subsystem, int input, SampleKind kind, const StepContext<T>& context);
  bool advance_moved(int subsystem, int input, SampleKind kind, const T& delta, const StepContext<T>& context);
  void assemble(const std::vector<T>& sensitivities, const StepContext<T>& context);
  void assemble_outputs(int subsystem, const std::vector<T>& sensitivities);
  void assemble_variables(int group, const StepContext<T>& context);
  void assemble_multipliers(const ConditionSet<T>& set);

  const Assembly<T>& assembly_;
  const Plan<T>& plan_;
  Extension extension_;
  std::vector<SampleKind> kinds_;                  // in use
  std::array<int, sample_kinds> kind_index_ = {};  // of each into them
  int levels_;
  bool state_independent_ = true;
  bool laws_are_linear_ = true;
  std::vector<int> block_offset_;  // per subsystem into the sensitivities, and the total
  std::vector<int> matrix_size_;   // per subsystem: outputs x inputs
  struct Scratch {
    std::vector<T> coefficients, outputs, second, ahead_outputs, ahead_second;
    SecondObservation<T> observation;
  };
  std::vector<Scratch> scratch_;           // per subsystem, so that they can be measured side by side
  std::vector<SparseRow<T>> sample_rows_;  // what each variable is worth in terms of z, as groups see it
  std::vector<SparseRow<T>> output_rows_, second_output_rows_;  // dy/dz, and of the rates or integrals
  std::vector<SparseRow<T>> returned_rows_, second_rows_;  // dG/dz of base variables, and of their rates or integrals
  std::vector<SparseRow<T>> jacobian_rows_;
  std::vector<T> dense_row_;
  std::vector<int> touched_;
  std::vector<T> law_jacobian_, law_arguments_;
  std::vector<InterfaceSolver<T>> solvers_;  // one per set of conditions
  std::vector<T> factorized_;                // the sensitivities the factorisation belongs to
};

}  // namespace oldham
