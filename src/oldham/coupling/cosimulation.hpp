// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "oldham/core/error.hpp"
#include "oldham/core/function_ref.hpp"
#include "oldham/coupling/algebraic_loops.hpp"
#include "oldham/coupling/assembly.hpp"
#include "oldham/coupling/constraint_conditions.hpp"
#include "oldham/coupling/corrector.hpp"
#include "oldham/coupling/extended_conditions.hpp"
#include "oldham/coupling/input_corrector.hpp"
#include "oldham/coupling/macro_state.hpp"
#include "oldham/coupling/plan.hpp"
#include "oldham/coupling/power_bonds.hpp"
#include "oldham/coupling/projection.hpp"
#include "oldham/coupling/reconstruction.hpp"
#include "oldham/coupling/scheme.hpp"
#include "oldham/coupling/step_report.hpp"
#include "oldham/parallel/thread_gate.hpp"
#include "oldham/signal/known_signals.hpp"

namespace oldham {

/// Subsystems coupled by a scheme, and the one loop that steps them: z_{N+1} = Φ(z_N) for a MacroState z.
///
/// The object holds what is fixed and workspace; everything that a step remembers is in the MacroState.
template <class T>
class Cosimulation {
 public:
  Cosimulation(Assembly<T> assembly, const Scheme& scheme);
  Cosimulation(const Cosimulation&) = delete;
  Cosimulation& operator=(const Cosimulation&) = delete;

  const Assembly<T>& assembly() const { return assembly_; }
  const Scheme& scheme() const { return scheme_; }
  const Plan<T>& plan() const { return plan_; }
  /// Whether a step may be undone and made again.
  bool corrects() const { return scheme_.correction.least > 0 || scheme_.correction.to_tolerance; }
  /// How far back states may be taken from now on, apart from corrections; to be said before the state is made that is
  /// to be stepped. Whether there is a subsystem that is not saved, then.
  bool expect_return(Return farthest);
  /// Whether a step that was rejected may be made again with another length: every subsystem goes back to its begin.
  bool can_go_back() const;
  const PowerBonds<T>& bonds() const { return bonds_; }
  /// Inputs that are known functions of time; every step follows them by itself.
  const KnownSignals<T>& known_signals() const { return known_; }

  /// Subsystems at their initial states, outputs solving the coupled equations, the history one sample long.
  /// `external` are the external inputs at that time.
  MacroState<T> initial_state(const T& start, std::span<const T> external = {});

  /// Gives the state a full history, as if steps of this length had gone before: `past` holds the samples at
  /// T, T − H, T − 2H, … one row after another; without it the newest sample stands for all.
  void fill_history(MacroState<T>& state, const T& step_length, std::span<const T> past = {}) const;

  /// Fills the history, and those of nested co-simulations, as far as they are not full: no start-up is left in the
  /// step.
  void assume_past(MacroState<T>& state, const T& step_length);

  /// Begins anew at the state's time, for a step of this length: subsystems that do so take their inputs, outputs
  /// follow, and the history is as long as if this were the start. Nothing else of a subsystem's state changes.
  [[nodiscard]] std::string restart(MacroState<T>& state, const T& step_length, std::span<const T> external);

  enum class Outputs { all, needed };
  /// Of subsystems that others made, transfers only what varies or is needed from now on: inputs that something is
  /// connected to, and all outputs, or those that the coupling, bonds or limits read. Other outputs in a MacroState are
  /// old until they are completed.
  void transfer_only_needed(Outputs outputs);
  bool has_unread_outputs() const { return !unread_.empty(); }
  /// Reads the others where the last step ended, this state; diverged where one of them is beyond its limit. Failed
  /// where a subsystem does not return them: none of them is a number then.
  [[nodiscard]] StepReport complete_outputs(MacroState<T>& state);
  /// Not a number in place of them: the step was not made, and what they were is not known any more.
  void forget_unread(MacroState<T>& state) const;

  /// One macro step. On anything but acceptance the state is as before.
  StepReport step(MacroState<T>& state, const Interval<T>& interval, const InputSignal<T>* external = nullptr);

  /// Equal steps in a row that nobody but a watch sees.
  struct QuietSteps {
    T start, length;               // s: step n ends at start + (n + 1) length
    std::int64_t first, most = 0;  // n, and how many
    T until;                       // s: all end before
    const std::atomic<bool>* interrupted = nullptr;
    FunctionRef<void(const MacroState<T>&)> watch{};
  };
  /// Makes them as step() would, to the last bit, without what each call of it costs. Returns how many;
  /// none where the system needs more than held inputs and steps that are never made again. The report is that of a
  /// step behind them which is not accepted, or which a subsystem makes the last one: it is made, too.
  std::int64_t step_quietly(MacroState<T>& state, const QuietSteps& steps, StepReport& report);

  /// Beyond this an output counts as diverged; probes of a linear step may go as far as they like.
  void set_divergence_limit(double limit);

  /// The state as one vector: subsystem states, then past samples, newest first, then what is given back of the last
  /// step. Needs state access everywhere.
  int vector_size() const;
  int state_size() const;  // of all subsystems together
  void read_vector(const MacroState<T>& state, std::span<T> vector);
  void write_vector(MacroState<T>& state, std::span<const T> vector);

 private:
  struct Member {  // what advancing a subsystem needs, together
    Subsystem<T>* subsystem;
    const InputSignal<T>* signal;
    std::span<T> outputs;
    int first_input;
    bool copies_numbers;   // its snapshots hold no more than these
    bool is_saved = true;  // false for one that follows its own time
  };

  struct SingleOutput {  // one that steps read, without neighbors that they read
    T limit;
    int output;
  };

  struct QuietOutput {  // one that steps read and that is a sample
    T limit;
    int output, variable;
  };

  struct HeldCopy {  // an input that is one sample as it is
    int input, source;
  };

  struct HeldTerm {  // of an input whose signal is held: the first makes it, the others are added
    T factor, offset;
    int input, source;
    bool is_first;
  };

  StepReport report_of(const Error& error, const Interval<T>& interval);

  /// What of the loop a step needs: all; no corrections and conditions; nor anything but the newest samples.
  enum class Kind { general, plain, held };
  // the loop is one piece to whoever runs it: a step of few subsystems takes as long as a dozen calls
  template <Kind kind>
  [[gnu::always_inline]] inline void make_step(MacroState<T>& state, const Interval<T>& interval, StepReport& report);
  template <Kind kind>
  [[gnu::always_inline]] inline bool sweep(const MacroState<T>& state, const Interval<T>& interval, StepReport& report);
  template <Kind kind>
  [[gnu::always_inline]] inline void advance_group(int group, const MacroState<T>& state, const Interval<T>& interval);
  template <Kind kind>
  [[gnu::always_inline]] inline void commit(MacroState<T>& state, const Interval<T>& interval);
  // but for this loop, which keeps all it needs in registers by itself
  template <Kind kind>
  [[gnu::noinline]] void advance_members(std::span<const int> which, const MacroState<T>& state,
                                         const Interval<T>& interval);
  [[gnu::always_inline]] inline int advance_held_members(const Interval<T>& interval, const T* inputs);
  template <Kind kind>
  [[gnu::noinline]] void advance_others(int first, std::span<const int> which, const MacroState<T>& state,
                                        const Interval<T>& interval);
  // what it seldom needs, or what is long by itself
  [[gnu::noinline]] void restore(int subsystem, const MacroState<T>& state);
  [[gnu::noinline]] void take_outcome(int subsystem, StepOutcome& outcome);
  [[gnu::noinline]] void observe(int subsystem, const Interval<T>& interval);
  [[gnu::always_inline]] inline bool are_within_limits(int group) const;
  [[gnu::always_inline]] inline bool are_quiet_outputs_within_limits() const;
  void settle_quiet_steps(MacroState<T>& state, std::int64_t made) const;
  void predict(const MacroState<T>& state);
  void relate_turns(const MacroState<T>& state);
  void observe_turns(const MacroState<T>& state, std::vector<T>& samples) const;
  const T* past(const MacroState<T>& state, int age) const {
    return plan_.turns.empty() ? state.history.row(age) : related_.data() + static_cast<long>(age) * plan_.variables;
  }
  /// Whether the signals are views of what this step uses, by itself as it was in the last one.
  bool is_laid() const { return external_ == nullptr && degree_ == reconstruction_.degree(); }
  bool is_laid_held() const { return external_ == nullptr && degree_ == 0; }
  void lay_signals(const InputSignal<T>* external);
  template <class Indices, class Basis>
  void rebuild_each(const MacroState<T>& state, SampleKind kind, const Indices& variables, const Basis& basis);
  void rebuild_all(const MacroState<T>& state);
  void rebuild_by_kind(const MacroState<T>& state, const std::array<std::vector<int>, sample_kinds>& variables);
  void build_signals(std::span<const int> subsystems);
  [[gnu::always_inline]] inline void build_held_signals(const T* sources, T* signals) const;
  void list_held();
  /// Which parts of the loop a step needs; once more when algebraic loops are known.
  void choose_kind();
  void look_again();
  std::string solve_loops();
  /// External inputs of an instant and, behind them, known functions of time, as a step from there begins with them.
  std::vector<T> from_outside(std::span<const T> external, const T& time, const T& ahead) const;
  bool is_costly() const;
  double evaluate_conditions();
  /// Saves where all stand; when one cannot, the snapshots are as before.
  void save_members(MacroState<T>& state);
  /// The first instant is over: outputs as they are told then, and the coupling variables with them where they differ.
  void begin_members(std::vector<T>& w);
  void check_outputs(int group, const Interval<T>& interval, StepReport& report);
  void hear_outcome(int subsystem, const Interval<T>& interval, StepReport& report);
  void find_output_ranges();
  void look_for_divergence(int subsystem, const Interval<T>& interval, StepReport& report) const;

  Assembly<T> assembly_;
  Scheme scheme_;
  Plan<T> plan_;
  Reconstruction<T> reconstruction_;
  ExtendedConditions<T> extended_;
  ConstraintConditions<T> constraints_;
  Projection<T> projection_;
  Corrector<T> corrector_;
  InputCorrector<T> input_corrector_;
  AlgebraicLoops<T> loops_;
  PowerBonds<T> bonds_;
  KnownSignals<T> known_;

  // workspace of a step
  std::vector<T> start_;                            // z as guessed at the beginning of the sweep
  std::vector<T> samples_;                          // z as used: the guess, then what earlier groups have refreshed
  std::vector<T> returned_;                         // G(z): what the outputs say the samples are
  std::vector<T> residual_;                         // z − G(z)
  std::vector<T> outputs_;                          // y
  std::vector<T> second_;                           // rates or integrals of the outputs, where the scheme is extended
  std::vector<SecondObservation<T>> observations_;  // per subsystem
  std::array<std::vector<int>, sample_kinds> variables_of_kind_;
  std::vector<int> kinds_;  // those that have variables
  std::vector<T> offsets_;  // per input: what is added to what its sources give
  std::vector<HeldCopy> held_copies_;
  std::vector<HeldTerm> held_terms_;  // in the order in which they are added up
  std::vector<T> end_inputs_;         // of one subsystem
  std::vector<T> limits_;             // per output: beyond it the step has diverged
  std::vector<T> polynomials_;        // θ-coefficients of every variable: piece, power, variable
  std::vector<T> breaks_;
  std::vector<int> own_piece_, external_piece_;  // for every piece of the signals the piece of its sources
  int pieces_ = 0, degree_ = -1;
  int own_degree_ = -1;  // of signals without sources from outside
  const InputSignal<T>* external_ = nullptr;
  std::vector<bool> takes_outside_;  // per subsystem: some input follows an external one or a known function of time
  std::vector<T> coefficients_;      // of all input signals
  std::vector<InputSignal<T>> signals_;
  std::vector<Member> members_;
  std::vector<Snapshot<T>> spare_;      // of members whose saving may fail, for the next step
  std::vector<int> saved_;              // members that are
  std::vector<StepOutcome> outcomes_;   // accepted, but between an advance and its check
  std::atomic<bool> has_news_ = false;  // some subsystem has something to tell, or outputs beyond their limits
  bool needs_start_ = false;            // z as guessed is asked for after the sweep
  std::vector<T> external_end_;         // external inputs at the end of the step
  bool has_conditions_ = false;         // besides those that connected outputs satisfy by being copied
  bool is_plain_ = false;               // neither corrections nor conditions
  bool is_held_ = false;                // all signals are the newest samples, as they are
  std::vector<ThreadGate> gates_;       // per group
  std::vector<std::vector<std::pair<int, int>>> output_ranges_;  // per group: where its outputs are that steps read
  std::vector<SingleOutput> single_outputs_;                     // the same of held steps, if ranges are short
  std::vector<QuietOutput> quiet_outputs_;                       // the same, where all of them are samples
  std::array<std::vector<T>, 2> quiet_inputs_;
  std::vector<HeldMember<T>> held_members_;
  typename Subsystem<T>::AdvanceHeld advance_held_ = nullptr;  // of the first ones
  int held_alike_ = 0;                                         // how many these are
  std::vector<int> unread_;                                    // the other outputs, increasing
  std::vector<T> related_;                                     // past samples, turns counted from the newest of them
  int worst_variable_ = 0;                                     // the one with the largest residual
};

}  // namespace oldham
