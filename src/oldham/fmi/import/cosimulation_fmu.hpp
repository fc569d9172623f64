// SPDX-License-Identifier: MIT
#pragma once

#include <limits>

#include "oldham/fmi/import/fmu_subsystem.hpp"
#include "oldham/fmi/import/staircase.hpp"

namespace oldham::fmi {

/// An FMU that brings its own solver.
class CosimulationFmu final : public FmuSubsystem {
 public:
  /// How inputs that change inside a macro step reach the FMU.
  enum class InputManner { derivatives, intermediate_update, substeps };

  CosimulationFmu(std::string name, std::shared_ptr<const Fmu> fmu, FmuSettings settings);

  StepOutcome advance(const Interval<double>& step, const InputSignal<double>& inputs) final;
  void advance_and_read(const Interval<double>& step, const InputSignal<double>& inputs, std::span<double> y,
                        StepOutcome& outcome) final;
  AdvanceHeld advance_held() const final { return &advance_directly; }
  void read_state(std::span<double>) const final {}
  void write_state(std::span<const double>) final {}
  const Equations<double>* equations() const final { return nullptr; }
  StepSensitivity<double>* step_sensitivity() final { return nullptr; }
  std::vector<std::string> notes() const final;

  /// For polynomials of this degree, as far as is known: an FMU may refuse what it declares to take.
  InputManner manner(int degree = 1) const { return degree < refused_degree_ ? manner_ : InputManner::substeps; }

 private:
  void after_initialization(Instance& instance) const final;
  void set_inputs_now(Instance& instance, std::span<const double> u) final;
  InstanceOptions instance_options() const final;
  void started(Instance& instance) const final;

  void save_more(std::vector<double>& values) const final;
  void restore_more(std::span<const double> values) final;

  /// What to say of a step that did not go well; nothing while it does.
  using Trouble = std::optional<StepOutcome>;
  Trouble advance_piece(const Interval<double>& step, const InputSignal<double>& inputs, int piece,
                        const Interval<double>& part);
  Trouble step_with(const Interval<double>& part, const double* u);
  Trouble give_inputs(Instance& instance, const double* u);
  /// The inputs of the signal under way as they are there, with their derivatives if they are to be given.
  Trouble give_signal(double theta);
  /// To the end of an interval, whatever steps the FMU makes of it; `made` is the first of them if it is made already.
  Trouble go_to(const Interval<double>& whole, const StepResult* made = nullptr);
  void advance_twice(const Interval<double>& step, const InputSignal<double>& inputs, std::span<double> y,
                     StepOutcome& outcome);
  StepResult make_step(double from, double length);
  /// Where the FMU stands inside a macro step, and the step to come.
  struct Way {
    double time, length;  // s
    double longest;       // s; longer ones were discarded
  };
  /// Continues after a discarded step: restores the state, shortens the step, or rejects the macro step.
  Trouble take_discard(const Interval<double>& whole, const StepResult& discarded, Way& way);
  /// Keeps the state before a step that may be discarded.
  Status save_point();
  /// Back to where the discarded step began; false: there is no way.
  bool go_back(Trouble& trouble);
  std::string discard_text(const StepResult& discarded, const Way& way);
  /// What to do about it, for a step to `end`.
  std::string remedy(const StepResult& discarded, const Way& way, double end) const;
  /// Whether all subsystems make a shorter macro step if this one discards it.
  bool shortens_with_others() const {
    return farthest_return() == Return::to_step_begin || farthest_return() == Return::to_earlier_step;
  }
  /// Whether trial steps still have to show that noSetFMUStatePriorToCurrentPoint may be false in some step.
  bool may_restart(const InputSignal<double>& inputs) const;
  /// Whether these inputs may reach the FMU in several steps of its.
  bool has_parts(const InputSignal<double>& inputs) const;
  /// The step while that is not known: in one part, from its begin. Nothing once it is known, or has one part anyway.
  std::optional<StepOutcome> advance_before_answer(const Interval<double>& step, const InputSignal<double>& inputs);
  /// What the FMU gets of the inputs of a step: held ones where none of them changes, or where they may not change in
  /// parts of a step.
  InputSignal<double> taken(const InputSignal<double>& inputs);
  /// False where an FMU that returned an error is not restored any more.
  bool go_back_to(const Snapshot<double>& before);
  /// In one part, under inputs that are held.
  StepOutcome advance_whole(const Interval<double>& step, const InputSignal<double>& inputs, const double* u);
  void ask_about_restarts(const Interval<double>& step, const double* u, const Snapshot<double>& before,
                          const std::vector<double>& whole);
  /// In so many parts, inputs held: the outputs at the end of each; nothing where that does not go well.
  std::vector<std::vector<double>> try_parts(const Interval<double>& step, const double* u, int parts);
  Trouble advance_by_parts(const Interval<double>& step, const InputSignal<double>& inputs, int piece,
                           const Interval<double>& part);
  /// Direct calls did not all answer that all is well: what is left of the step is made by others.
  static const HeldMember<double>* advance_directly(const HeldMember<double>* first, const HeldMember<double>* end,
                                                    const Interval<double>& step, const double* inputs);
  [[gnu::always_inline]] inline bool step_directly(const Interval<double>& step, const double* u, double* y,
                                                   CallMark& mark);
  bool leave_step(int given, int made, CallMark& mark);
  void forget_steps() final;
  void go_on(const Interval<double>& step, const InputSignal<double>& inputs, std::span<double> y,
             StepOutcome& outcome);
  StepOutcome end_step(const Interval<double>& step, const InputSignal<double>& inputs);
  Trouble handle_event(Instance& instance);
  Trouble change_parameters(const Interval<double>& step);
  Status set_continuous(Instance& instance, const double* u);
  Status set_derivatives(Instance& instance, const InputSignal<double>& inputs, double theta);
  /// Whether another instance takes derivatives of this order.
  void try_derivatives(const InputSignal<double>& inputs);
  void refuse_derivatives(int degree);
  void tell_manner(int degree);
  int part_count(double length);

  /// There are inputs that may change inside a macro step.
  bool varies_inputs() const { return !continuous_.ports.empty() || (!uses_event_mode_ && has_numbers_); }

  mutable bool uses_event_mode_ = false;  // an instance may refuse it
  bool has_numbers_ = false;              // among its inputs, discrete ones as well
  bool makes_equal_steps_ = false;        // canHandleVariableCommunicationStepSize = false
  InputManner manner_ = InputManner::substeps;
  int refused_degree_ = std::numeric_limits<int>::max();
  int tried_degree_ = 1;                     // whoever declares that it interpolates takes straight lines
  std::vector<std::size_t> discrete_;        // input ports that only events may change
  PortSelection continuous_;                 // those that can be given as polynomials
  std::vector<std::uint32_t> references_;    // of these
  std::vector<std::uint32_t> intermediate_;  // references of inputs that may change inside a step
  mutable std::vector<double> given_;        // the discrete inputs as the FMU has them

  std::vector<double> now_, derivative_values_;
  std::vector<std::uint32_t> derivative_references_;
  std::vector<int> derivative_orders_;
  struct DirectStep {  // answers as they came, the second to a call that was made only if the first was good
    int given, made;
  };
  std::optional<DirectStep> left_;  // of a step that was left
  bool has_ended_ = false;          // it asked for that
  double ended_at_ = 0;             // s
  double step_begin_ = 0;           // s; of the step under way
  int told_degree_ = 0;
  // what steps have shown so far; in snapshots, so that a repeated step is the same step
  enum class Restarts { unknown, no, yes };  // whether every step restarts from the last saved state, the flag false
  Restarts restarts_ = Restarts::unknown;
  static constexpr int questions = 10;  // about moving outputs
  int questions_left_ = questions;
  Staircase staircase_;
  std::vector<double> watched_;  // outputs after a part of a step
  // of a step, whichever version of the standard returned it
  bool has_discarded_ = false;  // ever, since it was made; not forgotten at initialization
  int discards_ = 0;            // since the initialization
  bool was_left_unrestored_ = false;
  std::optional<SavedState> point_;                // before the step under way
  bool reads_outputs_again_ = false;               // after a step, with the inputs of its end
  mutable int fewest_parts_ = 0, most_parts_ = 0;  // of all steps
  bool has_varied_ = false;                        // whether some input changed within a step
  bool has_lost_polynomials_ = false;              // as all of its steps are equal
  std::string untrue_;                             // what was found when a step was made twice
  const InputSignal<double>* signal_ = nullptr;    // of the step under way
  Interval<double> interval_{0, 1};
  int piece_ = 0;
};

}  // namespace oldham::fmi
