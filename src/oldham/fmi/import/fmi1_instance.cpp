// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cstdlib>
#include <utility>

#include "oldham/fmi/file_address.hpp"
#include "oldham/fmi/import/instance_memory.hpp"
#include "oldham/fmi/import/typed_values.hpp"
#include "oldham/fmi/import/versions.hpp"
#include "oldham/fmi/standard/fmi1.h"

namespace oldham::fmi {
namespace {

/// The functions of an FMU of FMI 1.0, null where the library has none.
struct Functions1 {
#define OLDHAM_DECLARE(name) fmi1##name##_type* name = nullptr;
  FMI1_COMMON_FUNCTIONS(OLDHAM_DECLARE)
  FMI1_CO_SIMULATION_FUNCTIONS(OLDHAM_DECLARE)
  FMI1_MODEL_EXCHANGE_FUNCTIONS(OLDHAM_DECLARE)
#undef OLDHAM_DECLARE

  Functions1(const Library& library, const std::string& model) {
    const std::string prefix = model + "_fmi";
#define OLDHAM_FIND(name) name = reinterpret_cast<fmi1##name##_type*>(library.find(prefix + #name));
    FMI1_COMMON_FUNCTIONS(OLDHAM_FIND)
    FMI1_CO_SIMULATION_FUNCTIONS(OLDHAM_FIND)
    FMI1_MODEL_EXCHANGE_FUNCTIONS(OLDHAM_FIND)
#undef OLDHAM_FIND
  }
};

// the logger of this version is told the component, which does not exist yet while it is made
thread_local MessageLog* speaking = nullptr;

extern "C" void log_message1(fmi1Component, fmi1String, fmi1Status status, fmi1String category, fmi1String message,
                             ...) {
  if (speaking == nullptr) return;
  std::va_list arguments;
  va_start(arguments, message);
  speaking->add_formatted(speaking->hear(status), category, message, arguments);
  va_end(arguments);
}

EventResult result_of(const fmi1EventInfo& info) {
  EventResult result;
  result.needs_another = info.iterationConverged == 0;
  result.asks_to_end = info.terminateSimulation != 0;
  // another choice of states has other values and nominal values
  const bool has_other_states = info.stateValueReferencesChanged != 0;
  result.changed_states = info.stateValuesChanged != 0 || has_other_states;
  result.changed_nominals = has_other_states;
  result.next_event = info.upcomingTimeEvent != 0 ? std::optional(info.nextEventTime) : std::nullopt;
  return result;
}

class Instance1 final : public Instance {
 public:
  Instance1(const InstanceOrigin& origin, const InstanceOptions& options)
      : Instance(options.name),
        origin_(origin),
        functions_(*origin.library, origin.interface->model_identifier),
        is_exchange_(origin.interface->kind == InterfaceKind::model_exchange) {
    speaking = &log();
    const char* name = options.name.c_str();
    const char* token = origin.description->token.c_str();
    const MarkedCall under_way(mark(), is_exchange_ ? "fmiInstantiateModel" : "fmiInstantiateSlave");
    component_ = is_exchange_
                     ? functions_.InstantiateModel(name, token, {log_message1, std::calloc, free_memory}, options.logs)
                     : functions_.InstantiateSlave(name, token, file_address(origin.folder).c_str(),
                                                   "application/x-fmu-sharedlibrary", 0, 0, 0,
                                                   {log_message1, std::calloc, free_memory, nullptr}, options.logs);
    if (component_ == nullptr) refuse_instance(log());
  }
  ~Instance1() final {
    speaking = nullptr;
    const MarkedCall under_way(mark(), is_exchange_ ? "fmiTerminate" : "fmiTerminateSlave");
    const auto terminate = is_exchange_ ? functions_.Terminate : functions_.TerminateSlave;
    if (is_running_ && terminate != nullptr) terminate(component_);
    const auto free = is_exchange_ ? functions_.FreeModelInstance : functions_.FreeSlaveInstance;
    const InstanceRelease release;
    free(component_);
  }

  void* component() const final { return component_; }

  // there is no mode of initialisation: what is set before it begins counts as initial
  Status enter_initialization(const Experiment& e) final {
    const Status told = is_exchange_ ? initialize_model(e)
                                     : call(functions_.InitializeSlave, "fmiInitializeSlave", e.start,
                                            static_cast<fmi1Boolean>(e.stop.has_value()), e.stop.value_or(0));
    is_running_ = is_good(told);
    return told;
  }
  Status exit_initialization() final { return Status::ok; }
  /// Nor are there modes for events. Some refuse fmiEventUpdate in a step that is not completed.
  Status enter_event_mode() final {
    bool ignored = false;
    return is_exchange_ ? complete_integrator_step(ignored, ignored) : Status::ok;
  }
  Status enter_step_mode() final { return Status::ok; }
  Status enter_continuous_time_mode() final { return Status::ok; }
  Status update_discrete_states(EventResult& result) final {
    if (!is_exchange_) return Status::ok;
    if (first_event_) {
      result = *first_event_;
      first_event_.reset();
      return Status::ok;
    }
    fmi1EventInfo info = {};
    const Status told = call(functions_.EventUpdate, "fmiEventUpdate", fmi1Boolean{0}, &info);
    result = result_of(info);
    return told;
  }

  Status set_values(const Variable& variable, const Values& values) final {
    const std::uint32_t reference = variable.reference;
    if (const auto* numbers = std::get_if<std::vector<double>>(&values))
      return call(functions_.SetReal, "fmiSetReal", &reference, 1, numbers->data());
    if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&values)) {
      const auto value = static_cast<fmi1Integer>(integers->front());
      return call(functions_.SetInteger, "fmiSetInteger", &reference, 1, &value);
    }
    if (const auto* truths = std::get_if<std::vector<bool>>(&values)) {
      const fmi1Boolean value = truths->front() ? 1 : 0;
      return call(functions_.SetBoolean, "fmiSetBoolean", &reference, 1, &value);
    }
    const fmi1String text = std::get<std::vector<std::string>>(values).front().c_str();
    return call(functions_.SetString, "fmiSetString", &reference, 1, &text);
  }
  Status get_values(const Variable& variable, std::size_t, Values& values) final {
    const std::uint32_t reference = variable.reference;
    if (variable.type == Type::string) {
      fmi1String text = nullptr;
      const Status told = call(functions_.GetString, "fmiGetString", &reference, 1, &text);
      values = std::vector<std::string>{text == nullptr ? "" : text};
      return told;
    }
    VariableBatch::Part part{variable.type, {reference}, {0}, std::vector<std::uint64_t>(1)};
    double number = 0;
    const Status told = get_part(part, &number);
    if (variable.type == Type::float64)
      values = std::vector<double>{number};
    else if (variable.type == Type::boolean)
      values = std::vector<bool>{number != 0};
    else
      values = std::vector<std::int64_t>{static_cast<std::int64_t>(number)};
    return told;
  }
  Status enter_configuration() final { return Status::ok; }
  Status exit_configuration() final { return Status::ok; }

  Status get_state(void*&) final { return lacks("to save its state: FMI 1.0 has none"); }
  Status set_state(void*) final { return lacks("to restore its state: FMI 1.0 has none"); }
  Status free_state(void*&) final { return Status::ok; }
  Status serialize_state(void*, std::vector<std::byte>&) final { return lacks("for states: FMI 1.0 has none"); }
  Status deserialize_state(std::span<const std::byte>, void*&) final { return lacks("for states: FMI 1.0 has none"); }
  Status directional_derivative(std::span<const std::uint32_t>, std::span<const std::uint32_t>, std::span<const double>,
                                std::span<double>) final {
    return lacks("for directional derivatives: FMI 1.0 has none");
  }

  StepResult do_step(double from, double length) final {
    mark().set_time(from);
    const fmi1Boolean is_new = !std::exchange(repeats_step, false);
    StepResult result{call(functions_.DoStep, "fmiDoStep", from, length, is_new), from + length};
    if (result.status == Status::error || result.status == Status::fatal) is_running_ = false;
    if (result.status != Status::discard) return result;
    result.reached = from;
    call(functions_.GetRealStatus, "fmiGetRealStatus", fmi1LastSuccessfulTime, &result.reached);
    return result;
  }
  Status set_input_derivatives(std::span<const std::uint32_t> references, std::span<const int> orders,
                               std::span<const double> values) final {
    return call(functions_.SetRealInputDerivatives, "fmiSetRealInputDerivatives", references.data(), references.size(),
                orders.data(), values.data());
  }

  Status set_time(double time) final {
    mark().set_time(time);
    return call(functions_.SetTime, "fmiSetTime", time);
  }
  Status set_continuous_states(std::span<const double> x) final {
    return call(functions_.SetContinuousStates, "fmiSetContinuousStates", x.data(), x.size());
  }
  Status get_continuous_states(std::span<double> x) final {
    return call(functions_.GetContinuousStates, "fmiGetContinuousStates", x.data(), x.size());
  }
  Status get_derivatives(std::span<double> dx) final {
    return call(functions_.GetDerivatives, "fmiGetDerivatives", dx.data(), dx.size());
  }
  Status get_event_indicators(std::span<double> z) final {
    return call(functions_.GetEventIndicators, "fmiGetEventIndicators", z.data(), z.size());
  }
  Status get_nominals(std::span<double> nominals) final {
    return call(functions_.GetNominalContinuousStates, "fmiGetNominalContinuousStates", nominals.data(),
                nominals.size());
  }
  Status complete_integrator_step(bool& needs_event, bool& asks_to_end) final {
    fmi1Boolean needed = 0;
    const Status told = call(functions_.CompletedIntegratorStep, "fmiCompletedIntegratorStep", &needed);
    needs_event = needed != 0;
    asks_to_end = false;
    return told;
  }
  std::size_t continuous_state_count() final { return origin_.description->declared_states.value_or(0); }
  std::size_t event_indicator_count() final { return origin_.description->declared_event_indicators.value_or(0); }

 private:
  /// The time comes first; the event of the beginning is asked for later.
  Status initialize_model(const Experiment& e) {
    if (const Status status = set_time(e.start); !is_good(status)) return status;
    fmi1EventInfo info = {};
    const Status told = call(functions_.Initialize, "fmiInitialize", static_cast<fmi1Boolean>(e.tolerance.has_value()),
                             e.tolerance.value_or(0), &info);
    first_event_ = result_of(info);
    return told;
  }

  template <class Function, class... Arguments>
  Status call(Function* function, const char* name, Arguments... arguments) {
    speaking = &log();
    if (function == nullptr) return lacks(name);
    const MarkedCall under_way(mark(), name);
    return log().hear(function(component_, arguments...));
  }

  Status get_part(const VariableBatch::Part& part, double* row) final {
    const std::uint32_t* references = part.references.data();
    const std::size_t count = part.references.size();
    Status told = Status::ok;
    if (part.is_in_row) return call(functions_.GetReal, "fmiGetReal", references, count, row + part.places.front());
    if (part.type == Type::float64) {
      told = call(functions_.GetReal, "fmiGetReal", references, count, buffer_of<double>(part));
      unpack<double>(part, row);
    } else if (part.type == Type::boolean) {
      told = call(functions_.GetBoolean, "fmiGetBoolean", references, count, buffer_of<fmi1Boolean>(part));
      unpack<fmi1Boolean>(part, row);
      for (const int place : part.places) row[place] = row[place] != 0;
    } else {
      told = call(functions_.GetInteger, "fmiGetInteger", references, count, buffer_of<fmi1Integer>(part));
      unpack<fmi1Integer>(part, row);
    }
    return told;
  }
  Status set_part(const VariableBatch::Part& part, const double* row) final {
    const std::uint32_t* references = part.references.data();
    const std::size_t count = part.references.size();
    if (part.is_in_row) return call(functions_.SetReal, "fmiSetReal", references, count, row + part.places.front());
    if (part.type == Type::float64)
      return call(functions_.SetReal, "fmiSetReal", references, count, pack<double>(part, row));
    if (part.type != Type::boolean)
      return call(functions_.SetInteger, "fmiSetInteger", references, count, pack<fmi1Integer>(part, row));
    fmi1Boolean* truths = buffer_of<fmi1Boolean>(part);
    for (std::size_t i = 0; i < part.elements(); ++i) truths[i] = value_of<bool>(row[part.places[i]]);
    return call(functions_.SetBoolean, "fmiSetBoolean", references, count, static_cast<const fmi1Boolean*>(truths));
  }

  InstanceOrigin origin_;
  Functions1 functions_;
  bool is_exchange_;
  fmi1Component component_ = nullptr;
  std::optional<EventResult> first_event_{};  // as the initialisation of model exchange came to it
};

}  // namespace

std::vector<std::string> missing_functions1(const InstanceOrigin& origin) {
  const std::string& model = origin.interface->model_identifier;
  const Functions1 functions(*origin.library, model);
  std::vector<std::string> names;
#define OLDHAM_CHECK(name) \
  if (functions.name == nullptr) names.push_back(model + "_fmi" #name);
  FMI1_COMMON_FUNCTIONS(OLDHAM_CHECK)
  if (origin.interface->kind == InterfaceKind::model_exchange) {
    FMI1_MODEL_EXCHANGE_FUNCTIONS(OLDHAM_CHECK)
  } else {
    FMI1_CO_SIMULATION_FUNCTIONS(OLDHAM_CHECK)
  }
#undef OLDHAM_CHECK
  return names;
}

std::unique_ptr<Instance> make_instance1(const InstanceOrigin& origin, const InstanceOptions& options) {
  return std::make_unique<Instance1>(origin, options);
}

}  // namespace oldham::fmi
