// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "oldham/isolation/remote_states.hpp"
#include "oldham/subsystem/subsystem.hpp"

namespace oldham {

/// A subsystem in a process of its own, as the others see it. A step is one message there and one back: the inputs as
/// polynomials, the outputs at the end.
class IsolatedSubsystem final : public Subsystem<double>,
                                private Equations<double>,
                                private StepSensitivity<double>,
                                private OutputIntegrals<double>,
                                private StateBytes<double> {
 public:
  IsolatedSubsystem(const std::string& kind, const std::string& order, const IsolationSettings& settings);

  /// What went wrong and was cured by a new process: one text each, with the time.
  const std::vector<std::string>& survived_failures() const { return survived_; }
  /// Sent and answered so far: what isolation costs.
  std::uint64_t messages() const { return states_->session().messages(); }
  /// The end of what the subsystem wrote to standard output and error.
  std::string log() const { return states_->session().log(); }

  const SubsystemDescription& description() const final { return facts_.description; }
  std::vector<ParameterValue> parameters() const final { return facts_.parameters; }
  std::vector<std::string> notes() const final;
  std::vector<std::pair<std::string, std::string>> text_outputs() const final;
  void initialize(const double& start) final;
  void apply_inputs(std::span<const double> u) final;
  void begin() final;
  void restart(std::span<const double> u) final;
  StepOutcome advance(const Interval<double>& step, const InputSignal<double>& inputs) final;
  void read_outputs(std::span<double> y) const final;
  void save(Snapshot<double>& into) const final;
  void restore(const Snapshot<double>& from) final;
  bool expect_return(Return farthest) final;
  void assume_past(const double& step_length) final;
  void read_state(std::span<double> x) const final;
  void write_state(std::span<const double> x) final;
  const Equations<double>* equations() const final {
    return facts_.description.capabilities.equations ? this : nullptr;
  }
  StepSensitivity<double>* step_sensitivity() final {
    return facts_.description.capabilities.step_sensitivity ? this : nullptr;
  }
  OutputIntegrals<double>* output_integrals() final {
    return facts_.description.capabilities.output_integrals ? this : nullptr;
  }
  const StateBytes<double>* state_bytes() const final {
    return facts_.description.capabilities.serialisation ? this : nullptr;
  }

 private:
  /// What the subsystem was told before its first step, for a process that takes over.
  struct Beginning {
    double start = 0;  // s
    std::vector<double> inputs;
    bool is_initialized = false, has_inputs = false, carries_integrals = false;
    Return farthest = Return::anywhere;
    std::uint64_t changes = 0;  // of its states when that was told
  };

  struct Told {
    std::vector<std::string> notes;
    std::vector<std::pair<std::string, std::string>> texts;
  };
  Told told() const;

  /// Sends `put` and reads by `take`; a process that is lost is told with the name of the subsystem, or replaced.
  template <class Put, class Take>
  void exchange(Operation operation, bool changes, Put&& put, Take&& take) const;
  /// The same with the process that is there.
  template <class Put, class Take>
  void talk(Operation operation, bool changes, Put&& put, Take&& take) const;
  [[noreturn]] void throw_loss(const ProcessLost& loss) const;
  bool repeats() const { return settings_.on_failure == IsolationSettings::OnFailure::retry; }
  /// Where a new process would go on, when that can be told to it.
  struct Position {
    std::shared_ptr<RemoteState> state;  // null: at the beginning
    bool is_known = false;
  };
  bool is_at_beginning() const { return !beginning_.is_initialized || states_->changes() == beginning_.changes; }
  Position position() const;
  /// A new process, which goes on there.
  void take_over(const Position& from) const;
  void take_over_between_steps(const Position& from, const ProcessLost& loss) const;
  StepOutcome try_to_advance(const Interval<double>& step, const InputSignal<double>& inputs);
  StepOutcome repeat(const Position& from, const Interval<double>& step, const InputSignal<double>& inputs,
                     const std::string& failure);
  StepOutcome fail(const std::string& why);

  int equation_size() const final { return facts_.equation_size; }
  bool has_linear_outputs() const final { return facts_.has_linear_outputs; }
  void read_equation_state(std::span<double> x) const final;
  std::vector<int> velocity_of() const final { return facts_.velocity_of; }
  void derivative(const double& t, std::span<const double> x, std::span<const double> u,
                  std::span<double> dx) const final;
  void output(const double& t, std::span<const double> x, std::span<const double> u, std::span<double> y) const final;
  std::string follow(const double& t, std::span<const double> x) const final;
  bool output_rate(const double& t, std::span<const double> x, std::span<const double> dx, std::span<const double> u,
                   std::span<const double> du, std::span<double> rate) const final;
  int switch_count() const final { return facts_.switch_count; }
  void switches(const double& t, std::span<const double> x, std::span<const double> u, std::span<double> g) const final;
  double next_kink(const double& t) const final;
  void respond(const Interval<double>& step, const InputSignal<double>& direction, std::span<double> dy,
               std::span<double> drate, std::span<double> dintegral) final;
  void carry_integrals() final;
  void read_integrals(std::span<double> q) const final;
  void write(const Snapshot<double>& from, std::vector<std::byte>& into) const final;
  void read(std::span<const std::byte> from, Snapshot<double>& into) const final;

  IsolationSettings settings_;
  std::shared_ptr<RemoteStates> states_;  // snapshots know it without owning it
  SubsystemFacts facts_;
  // a new process may also take over when no more than a question was asked
  mutable Beginning beginning_;
  mutable std::vector<std::string> survived_;
};

template <class Put, class Take>
void IsolatedSubsystem::talk(Operation operation, bool changes, Put&& put, Take&& take) const {
  MessageWriter message = changes ? states_->ask_to_change(operation) : states_->ask(operation);
  put(message);
  MessageReader answer = states_->answer();
  take(answer);
}

template <class Put, class Take>
void IsolatedSubsystem::exchange(Operation operation, bool changes, Put&& put, Take&& take) const {
  const Position from = position();
  try {
    return talk(operation, changes, put, take);
  } catch (const ProcessLost& loss) {
    take_over_between_steps(from, loss);
  }
  try {
    talk(operation, changes, put, take);
  } catch (const ProcessLost& again) {
    throw_loss(again);
  }
}

}  // namespace oldham
