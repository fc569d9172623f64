// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "oldham/fmi/description/model_description.hpp"
#include "oldham/fmi/import/call_watch.hpp"
#include "oldham/fmi/import/library.hpp"
#include "oldham/fmi/import/message_log.hpp"
#include "oldham/fmi/import/variable_batch.hpp"
#include "oldham/fmi/standard/fmi2.h"

namespace oldham::fmi {

/// What an instance is made of; all of it outlives the instance.
struct InstanceOrigin {
  const ModelDescription* description = nullptr;
  const Interface* interface = nullptr;
  const Library* library = nullptr;
  std::filesystem::path folder;  // where the FMU is unpacked
};

/// What an instance is told when it is made.
struct InstanceOptions {
  std::string name;
  bool logs = false;                                       // categories of messages other than troubles, too
  bool uses_event_mode = false;                            // FMI 3.0 co-simulation
  std::vector<std::uint32_t> intermediate_variables = {};  // FMI 3.0: inputs that are set inside a step
};

/// The time an instance is set up for.
struct Experiment {
  double start = 0;
  std::optional<double> stop{}, tolerance{};
};

/// What became of a step.
struct StepResult {
  Status status = Status::ok;
  double reached = 0;  // time
  bool needs_event = false, asks_to_end = false;
};

/// Inputs, a step and outputs by the FMU's own functions, without anything between: for steps in which it has nothing
/// else to tell. Small, so that those of a hundred FMUs stay near the processor.
struct DirectCalls {  // of FMI 2.0: other versions do without
  CallMark* mark = nullptr;
  fmi2Component component = nullptr;
  fmi2Status (*set)(fmi2Component, const fmi2ValueReference*, std::size_t, const fmi2Real*) = nullptr;
  fmi2Status (*step)(fmi2Component, fmi2Real, fmi2Real, fmi2Boolean) = nullptr;
  fmi2Status (*get)(fmi2Component, const fmi2ValueReference*, std::size_t, fmi2Real*) = nullptr;
};

/// What became of an event.
struct EventResult {
  bool needs_another = false, asks_to_end = false, changed_states = false, changed_nominals = false;
  std::optional<double> next_event{};
};

/// One running instance of an FMU, of whichever version: passes calls on as they are, tells statuses alike. It checks
/// no order of calls; subsystems do. A function that the library lacks answers with an error that says so.
class Instance {
 public:
  /// Called inside a step of FMI 3.0: inputs for this time are to be set now.
  using IntermediateUpdate = std::function<void(double time)>;

  virtual ~Instance() = default;
  MessageLog& log() { return log_; }
  virtual void* component() const = 0;

  // modes
  /// fmi2SetupExperiment, once; other versions have none.
  virtual Status set_up(const Experiment&) { return Status::ok; }
  virtual Status enter_initialization(const Experiment& experiment) = 0;
  virtual Status exit_initialization() = 0;
  virtual Status enter_event_mode() = 0;
  virtual Status enter_step_mode() = 0;             // FMI 3.0 co-simulation
  virtual Status enter_continuous_time_mode() = 0;  // model exchange
  virtual Status update_discrete_states(EventResult& result) = 0;

  // variables
  Status get_numbers(const VariableBatch& batch, double* row);
  Status set_numbers(const VariableBatch& batch, const double* row);
  /// Of every type, exactly.
  virtual Status set_values(const Variable& variable, const Values& values) = 0;
  virtual Status get_values(const Variable& variable, std::size_t count, Values& values) = 0;
  /// FMI 3.0: structural parameters may change before anything else.
  virtual Status enter_configuration() = 0;
  virtual Status exit_configuration() = 0;

  // state
  virtual Status get_state(void*& state) = 0;
  virtual Status set_state(void* state) = 0;
  virtual Status free_state(void*& state) = 0;
  virtual Status serialize_state(void* state, std::vector<std::byte>& bytes) = 0;
  virtual Status deserialize_state(std::span<const std::byte> bytes, void*& state) = 0;

  // derivatives
  virtual Status directional_derivative(std::span<const std::uint32_t> unknowns, std::span<const std::uint32_t> knowns,
                                        std::span<const double> seed, std::span<double> sensitivity) = 0;

  // co-simulation
  virtual StepResult do_step(double from, double length) = 0;
  virtual DirectCalls direct_calls() { return {}; }
  /// What a direct step came to that did not answer that all is well.
  virtual StepResult after_step(int /*told*/, double from, double /*length*/) { return {Status::error, from}; }
  virtual Status set_input_derivatives(std::span<const std::uint32_t> references, std::span<const int> orders,
                                       std::span<const double> values) = 0;
  IntermediateUpdate intermediate_update;
  bool repeats_step = false;        // FMI 1.0: the next step begins where the last one, which was discarded, began
  bool never_goes_back = false;     // no state from before the current point will be set
  bool refuses_event_mode = false;  // FMI 3.0: it could only be made without, whatever it declares

  // model exchange
  virtual Status set_time(double time) = 0;
  virtual Status set_continuous_states(std::span<const double> x) = 0;
  virtual Status get_continuous_states(std::span<double> x) = 0;
  virtual Status get_derivatives(std::span<double> dx) = 0;
  virtual Status get_event_indicators(std::span<double> z) = 0;
  virtual Status get_nominals(std::span<double> nominals) = 0;
  virtual Status complete_integrator_step(bool& needs_event, bool& asks_to_end) = 0;
  /// As the instance has them now; structural parameters may have changed them.
  virtual std::size_t continuous_state_count() = 0;
  virtual std::size_t event_indicator_count() = 0;

 protected:
  explicit Instance(std::string name) : log_(std::move(name), this), mark_(log_.name()) {}
  CallMark& mark() { return mark_; }
  virtual Status get_part(const VariableBatch::Part& part, double* row) = 0;
  virtual Status set_part(const VariableBatch::Part& part, const double* row) = 0;
  Status lacks(const char* function);
  /// Between the end of its initialisation and a fatal trouble: it is to be terminated before it is freed.
  bool is_running_ = false;

 private:
  MessageLog log_;
  CallMark mark_;
  std::vector<double> turned_;  // a row with the signs that the FMU expects
};

/// Functions of the standard for this interface that the library lacks; it is to have all of them, whatever it
/// declares.
std::vector<std::string> missing_functions(const InstanceOrigin& origin);

/// Refuses libraries that lack functions and instances that cannot be made, with what the FMU says.
std::unique_ptr<Instance> make_instance(const InstanceOrigin& origin, const InstanceOptions& options);

}  // namespace oldham::fmi
