// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "oldham/fmi/import/fmu.hpp"
#include "oldham/fmi/import/fmu_ports.hpp"
#include "oldham/fmi/import/sole_instance.hpp"

namespace oldham::fmi {

/// A tunable parameter that takes another value in the first step that begins at this time or later.
struct TimedSetting {
  double time = 0;  // s
  VariableSetting setting;
};

/// How an FMU is used.
struct FmuSettings {
  std::vector<VariableSetting> values{};  // parameters and start values
  std::vector<TimedSetting> changes{};    // by time
  std::vector<std::size_t> further{};     // places of variables to be read besides the outputs
  std::optional<double> stop{};           // s; the end of the simulation, which some FMUs want to know
  std::optional<double> tolerance{};      // for the FMU's own solver
  bool logs = false;                      // all of its messages, not only its troubles
  int substeps = 0;                       // parts of a macro step in which inputs that change are held; 0: as needed
  double relative_tolerance = 1e-9;       // of the solver for model exchange
  bool uses_extension = true;             // what Oldham exported is stepped bitwise as the model it was
};

/// An FMU's own saved state; freed with the last snapshot that holds it.
class SavedState final : public SnapshotContent {
 public:
  SavedState(const void* owner, std::shared_ptr<const Fmu> fmu, std::shared_ptr<Instance> instance)
      : owner_(owner), fmu_(std::move(fmu)), instance_(std::move(instance)) {}
  ~SavedState() final {
    if (state_ != nullptr) instance_->free_state(state_);
  }
  const void* owner() const { return owner_; }  // the subsystem
  const std::shared_ptr<Instance>& instance() const { return instance_; }
  Status take() { return instance_->get_state(state_); }  // reuses what it holds
  Status put_back() const { return instance_->set_state(state_); }
  /// Into another instance, where a state can only go as bytes.
  Status copy_into(Instance& other) const;
  Status write(std::vector<std::byte>& bytes) const { return instance_->serialize_state(state_, bytes); }
  Status read(std::span<const std::byte> bytes) { return instance_->deserialize_state(bytes, state_); }

 private:
  const void* owner_;
  std::shared_ptr<const Fmu> fmu_;  // whose library the instance needs to the last
  std::shared_ptr<Instance> instance_;
  void* state_ = nullptr;
};

/// An FMU as a subsystem: what co-simulation and model exchange have in common, from instantiation to the first step,
/// and saving and restoring. The instance is made when it is first needed, and anew with every initialisation.
class alignas(64) FmuSubsystem : public Subsystem<double>, private StateBytes<double> {
 protected:
  // what direct steps need stands together
  struct {
    DirectCalls calls;                          // without functions: steps are made in the ordinary way
    std::uint32_t inputs = 0, outputs = 0;      // how many are transferred
    const std::uint32_t* references = nullptr;  // of inputs, then of outputs
    const int* places = nullptr;                // the same, among all ports
    double* values = nullptr;                   // of the inputs as they were set, then of the outputs
    double stop = 0;                            // s; beyond it lengths of steps are looked at
    int first_output = -1;                      // place of the first output if the others follow it; -1: they do not
    struct {
      std::array<std::uint32_t, 2> references{};
      std::array<int, 2> places{};
      std::array<double, 2> values{};
    } few{};
  } direct_;

 private:
  double time_ = 0, start_time_ = 0;
  enum class Read { nothing, needed, all };
  mutable Read read_ = Read::nothing;  // always with direct steps
  Return farthest_return_ = Return::anywhere;
  struct {
    std::vector<std::uint32_t> references;
    std::vector<int> places;
    std::vector<double> values;
  } direct_lists_;

 public:
  const SubsystemDescription& description() const final { return description_; }
  std::vector<ParameterValue> parameters() const final;

  void initialize(const double& start) final;
  void apply_inputs(std::span<const double> u) final;
  void begin() final { begin_stepping(); }
  void read_outputs(std::span<double> y) const final;
  void transfer_only(std::span<const int> inputs, std::span<const int> outputs) final;
  void advance_and_read(const Interval<double>& step, const InputSignal<double>& inputs, std::span<double> y,
                        StepOutcome& outcome) override;
  void save(Snapshot<double>& into) const final;
  void restore(const Snapshot<double>& from) final;
  bool expect_return(Return farthest) final {
    direct_.calls = {};
    farthest_return_ = farthest;
    return farthest == Return::never;
  }
  void assume_past(const double&) final {}
  OutputIntegrals<double>* output_integrals() final { return nullptr; }
  const StateBytes<double>* state_bytes() const final {
    return description_.capabilities.serialisation ? this : nullptr;
  }

  std::vector<std::string> notes() const override { return notes_; }
  std::vector<std::pair<std::string, std::string>> text_outputs() const final;
  const Fmu& fmu() const { return *fmu_; }
  /// The running instance, in initialisation mode at least.
  Instance& instance() const;

 protected:
  FmuSubsystem(std::string name, std::shared_ptr<const Fmu> fmu, FmuSettings settings);

  const std::shared_ptr<const Fmu>& shared_fmu() const { return fmu_; }
  const std::shared_ptr<Instance>& shared_instance() const { return instance_; }
  const FmuPorts& ports() const { return ports_; }
  const ModelDescription& model() const { return model_; }
  const FmuSettings& settings() const { return settings_; }
  double time() const { return time_; }
  double start_time() const { return start_time_; }
  std::vector<double>& inputs() const { return u_; }

  /// Ends the initialisation, once; throws with what the FMU says.
  void begin_stepping() const;
  /// What is done in the mode that follows initialisation before the first step.
  virtual void after_initialization(Instance& instance) const = 0;
  /// Sets inputs outside of a step, for outputs of the same instant.
  virtual void set_inputs_now(Instance& instance, std::span<const double> u) = 0;
  /// Brings the instance to where this stands, before outputs are read outside of a step.
  virtual void place_instance(Instance&) const {}
  /// Options for a new instance.
  virtual InstanceOptions instance_options() const;
  /// What else a snapshot remembers, behind the values of this class.
  virtual void save_more(std::vector<double>&) const {}
  virtual void restore_more(std::span<const double>) {}
  /// Parameters as they were when so many changes had been applied, where the FMU's own state was not restored.
  virtual void restore_parameters(std::size_t /*applied*/) {}
  /// Whether its state is fully described by what save_more() writes.
  virtual bool saves_itself() const { return false; }
  virtual void started(Instance&) const {}
  /// Back to what it knows before its first step.
  virtual void forget_steps() {}

  /// To be called when a step begins: even if it fails, this no longer stands where it was saved.
  void leave_state() { ticket_ = new_ticket(); }
  /// To be called when the state changes outside of a step.
  void state_has_changed();
  /// To be called at the end of every step: outputs are read, once.
  Status finish_step(double time);
  /// Sets the inputs that may have changed; all of them once after the initialization.
  Status set_inputs(Instance& instance, const double* u);
  /// Whether tunable parameters change where this step begins.
  bool has_changes(const Interval<double>& step) const {
    return applied_changes_ < settings_.changes.size() && is_due(settings_.changes[applied_changes_], step);
  }
  /// Sets them, in a mode that allows it.
  Status set_changes(Instance& instance, const Interval<double>& step);
  /// How many have been set; part of every snapshot.
  std::size_t applied_changes() const { return applied_changes_; }
  /// Sets parameters as they are when so many changes have been applied, for FMUs that cannot restore them.
  Status set_parameters_after(Instance& instance, std::size_t applied);
  /// Inputs, step and outputs are passed on directly from now on, where they are all real numbers. Such steps are never
  /// undone: what was saved before them is another state, and one of them as good as the other. Nothing of them is
  /// remembered here, neither time nor outputs. `u`: all inputs of the step to come.
  void begin_direct_steps(const double* u);
  Return farthest_return() const { return farthest_return_; }
  /// Whether the step to come is one of those that are made twice, to see that states are restored as they were: behind
  /// the first restoration, and more rarely then.
  bool tries_rollback();

  /// "fmi2DoStep said error at ...; it says: ..."
  std::string trouble(const std::string& what, Status status) const;
  [[noreturn]] void fail(const std::string& what, Status status) const;
  [[noreturn]] void fail(const std::string& trouble) const;
  void note(std::string text) const;

  SubsystemDescription description_;

 private:
  void write(const Snapshot<double>& from, std::vector<std::byte>& into) const final;
  void read(std::span<const std::byte> from, Snapshot<double>& into) const final;
  static bool is_due(const TimedSetting& change, const Interval<double>& step) {
    constexpr double same_time = 1e-9;  // of a step
    return change.time <= step.begin + same_time * step.length;
  }
  static std::uint64_t new_ticket();  // no two states of any subsystem have the same

  void start() const;
  void set_start_values(Instance& instance, bool is_initializing) const;
  void verify_parameters(Instance& instance) const;
  void read_ports() const;
  /// Tells, once for each input, of a number that the FMU takes for another.
  void note_rounding();

  std::shared_ptr<const Fmu> fmu_;
  FmuSettings settings_;
  ModelDescription model_;  // with start values as they are set
  FmuPorts ports_;

  // an instance begins when it is first asked for something
  mutable std::optional<SoleInstance> sole_;  // snapshots may hold earlier instances, which nobody steps any more
  mutable std::shared_ptr<Instance> instance_;
  mutable bool is_initializing_ = false;
  bool has_inputs_ = false;          // that were given before an instance began
  bool has_set_all_inputs_ = false;  // since the initialization
  mutable std::vector<double> u_, y_;
  mutable std::vector<std::string> notes_;
  std::size_t applied_changes_ = 0;
  std::vector<Values> before_changes_;           // of each change: the value of its parameter before it
  std::vector<std::size_t> whole_inputs_;        // that are no real numbers, and of which nothing was noted yet
  std::uint64_t ticket_ = 0;                     // which of all states this is
  std::uint64_t restored_ = 0, next_trial_ = 1;  // how often
};

}  // namespace oldham::fmi
