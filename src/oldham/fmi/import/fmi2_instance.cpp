// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <thread>

#include "oldham/fmi/file_address.hpp"
#include "oldham/fmi/import/fmi2_functions.hpp"
#include "oldham/fmi/import/instance_memory.hpp"
#include "oldham/fmi/import/typed_values.hpp"
#include "oldham/fmi/import/versions.hpp"

namespace oldham::fmi {
namespace {

extern "C" void log_message2(fmi2ComponentEnvironment environment, fmi2String name, fmi2Status status,
                             fmi2String category, fmi2String message, ...) {
  MessageLog* log = MessageLog::find(environment, name);
  if (log == nullptr) return;
  std::va_list arguments;
  va_start(arguments, message);
  log->add_formatted(log->hear(status), category, message, arguments);
  va_end(arguments);
}

class Instance2 final : public Instance {
 public:
  Instance2(const InstanceOrigin& origin, const InstanceOptions& options)
      : Instance(options.name), origin_(origin), functions_(*origin.library) {
    callbacks_ = {log_message2, std::calloc, free_memory, nullptr, &log()};
    const bool is_exchange = origin.interface->kind == InterfaceKind::model_exchange;
    const MarkedCall under_way(mark(), "fmi2Instantiate");
    component_ = functions_.Instantiate(
        options.name.c_str(), is_exchange ? fmi2ModelExchange : fmi2CoSimulation, origin.description->token.c_str(),
        file_address(origin.folder / "resources").c_str(), &callbacks_, fmi2False, options.logs ? fmi2True : fmi2False);
    if (component_ == nullptr) refuse_instance(log());
    if (options.logs && functions_.SetDebugLogging != nullptr)
      functions_.SetDebugLogging(component_, fmi2True, 0, nullptr);
  }
  ~Instance2() final {
    const MarkedCall under_way(mark(), is_running_ ? "fmi2Terminate" : "fmi2FreeInstance");
    if (is_running_ && functions_.Terminate != nullptr) functions_.Terminate(component_);
    const InstanceRelease release;
    functions_.FreeInstance(component_);
  }

  void* component() const final { return component_; }

  Status set_up(const Experiment& e) final {
    mark().set_time(e.start);
    is_set_up_ = true;
    return call(functions_.SetupExperiment, "fmi2SetupExperiment", e.tolerance.has_value() ? fmi2True : fmi2False,
                e.tolerance.value_or(0), e.start, e.stop.has_value() ? fmi2True : fmi2False, e.stop.value_or(0));
  }
  Status enter_initialization(const Experiment& e) final {
    const Status setup = is_set_up_ ? Status::ok : set_up(e);
    return is_good(setup) ? call(functions_.EnterInitializationMode, "fmi2EnterInitializationMode") : setup;
  }
  Status exit_initialization() final {
    const Status told = call(functions_.ExitInitializationMode, "fmi2ExitInitializationMode");
    is_running_ = is_good(told);
    return told;
  }
  Status enter_event_mode() final { return call(functions_.EnterEventMode, "fmi2EnterEventMode"); }
  Status enter_step_mode() final { return Status::ok; }
  Status enter_continuous_time_mode() final {
    return call(functions_.EnterContinuousTimeMode, "fmi2EnterContinuousTimeMode");
  }
  Status update_discrete_states(EventResult& result) final {
    fmi2EventInfo info = {};
    const Status told = call(functions_.NewDiscreteStates, "fmi2NewDiscreteStates", &info);
    result.needs_another = info.newDiscreteStatesNeeded != fmi2False;
    result.asks_to_end = info.terminateSimulation != fmi2False;
    result.changed_states = info.valuesOfContinuousStatesChanged != fmi2False;
    result.changed_nominals = info.nominalsOfContinuousStatesChanged != fmi2False;
    result.next_event = info.nextEventTimeDefined != fmi2False ? std::optional(info.nextEventTime) : std::nullopt;
    return told;
  }

  Status set_values(const Variable& variable, const Values& values) final {
    const std::uint32_t reference = variable.reference;
    if (const auto* numbers = std::get_if<std::vector<double>>(&values))
      return call(functions_.SetReal, "fmi2SetReal", &reference, 1, numbers->data());
    if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&values)) {
      const auto value = static_cast<fmi2Integer>(integers->front());
      return call(functions_.SetInteger, "fmi2SetInteger", &reference, 1, &value);
    }
    if (const auto* truths = std::get_if<std::vector<bool>>(&values)) {
      const fmi2Boolean value = truths->front() ? fmi2True : fmi2False;
      return call(functions_.SetBoolean, "fmi2SetBoolean", &reference, 1, &value);
    }
    const fmi2String text = std::get<std::vector<std::string>>(values).front().c_str();
    return call(functions_.SetString, "fmi2SetString", &reference, 1, &text);
  }
  Status get_values(const Variable& variable, std::size_t, Values& values) final {
    const std::uint32_t reference = variable.reference;
    switch (variable.type) {
      case Type::float64: {
        double value = 0;
        const Status told = call(functions_.GetReal, "fmi2GetReal", &reference, 1, &value);
        values = std::vector<double>{value};
        return told;
      }
      case Type::boolean: {
        fmi2Boolean value = fmi2False;
        const Status told = call(functions_.GetBoolean, "fmi2GetBoolean", &reference, 1, &value);
        values = std::vector<bool>{value != fmi2False};
        return told;
      }
      case Type::string: {
        fmi2String value = nullptr;
        const Status told = call(functions_.GetString, "fmi2GetString", &reference, 1, &value);
        values = std::vector<std::string>{value == nullptr ? "" : value};
        return told;
      }
      default: {
        fmi2Integer value = 0;
        const Status told = call(functions_.GetInteger, "fmi2GetInteger", &reference, 1, &value);
        values = std::vector<std::int64_t>{value};
        return told;
      }
    }
  }
  Status enter_configuration() final { return Status::ok; }
  Status exit_configuration() final { return Status::ok; }

  Status get_state(void*& state) final { return call(functions_.GetFMUstate, "fmi2GetFMUstate", &state); }
  Status set_state(void* state) final { return call(functions_.SetFMUstate, "fmi2SetFMUstate", state); }
  Status free_state(void*& state) final { return call(functions_.FreeFMUstate, "fmi2FreeFMUstate", &state); }
  Status serialize_state(void* state, std::vector<std::byte>& bytes) final {
    std::size_t size = 0;
    const Status told = call(functions_.SerializedFMUstateSize, "fmi2SerializedFMUstateSize", state, &size);
    if (!is_good(told)) return told;
    bytes.resize(size);
    return call(functions_.SerializeFMUstate, "fmi2SerializeFMUstate", state, reinterpret_cast<fmi2Byte*>(bytes.data()),
                size);
  }
  Status deserialize_state(std::span<const std::byte> bytes, void*& state) final {
    return call(functions_.DeSerializeFMUstate, "fmi2DeSerializeFMUstate",
                reinterpret_cast<const fmi2Byte*>(bytes.data()), bytes.size(), &state);
  }

  Status directional_derivative(std::span<const std::uint32_t> unknowns, std::span<const std::uint32_t> knowns,
                                std::span<const double> seed, std::span<double> sensitivity) final {
    return call(functions_.GetDirectionalDerivative, "fmi2GetDirectionalDerivative", unknowns.data(), unknowns.size(),
                knowns.data(), knowns.size(), seed.data(), sensitivity.data());
  }

  StepResult do_step(double from, double length) final {
    mark().set_time(from);
    const MarkedCall under_way(mark(), "fmi2DoStep");
    return after_step(functions_.DoStep(component_, from, length, never_goes_back ? fmi2True : fmi2False), from,
                      length);
  }
  StepResult after_step(int told, double from, double length) final {
    if (told == fmi2Pending) told = wait();
    StepResult result{log().hear(told), from + length};
    if (result.status == Status::error || result.status == Status::fatal) is_running_ = false;
    if (result.status != Status::discard) return result;
    fmi2Boolean terminated = fmi2False;
    if (functions_.GetBooleanStatus != nullptr) functions_.GetBooleanStatus(component_, fmi2Terminated, &terminated);
    result.reached = from;
    if (functions_.GetRealStatus != nullptr)
      functions_.GetRealStatus(component_, fmi2LastSuccessfulTime, &result.reached);
    result.asks_to_end = terminated != fmi2False;
    return result;
  }
  DirectCalls direct_calls() final {
    return {&mark(), component_, functions_.SetReal, functions_.DoStep, functions_.GetReal};
  }
  Status set_input_derivatives(std::span<const std::uint32_t> references, std::span<const int> orders,
                               std::span<const double> values) final {
    return call(functions_.SetRealInputDerivatives, "fmi2SetRealInputDerivatives", references.data(), references.size(),
                orders.data(), values.data());
  }

  Status set_time(double time) final {
    mark().set_time(time);
    return call(functions_.SetTime, "fmi2SetTime", time);
  }
  Status set_continuous_states(std::span<const double> x) final {
    return call(functions_.SetContinuousStates, "fmi2SetContinuousStates", x.data(), x.size());
  }
  Status get_continuous_states(std::span<double> x) final {
    return call(functions_.GetContinuousStates, "fmi2GetContinuousStates", x.data(), x.size());
  }
  Status get_derivatives(std::span<double> dx) final {
    return call(functions_.GetDerivatives, "fmi2GetDerivatives", dx.data(), dx.size());
  }
  Status get_event_indicators(std::span<double> z) final {
    return call(functions_.GetEventIndicators, "fmi2GetEventIndicators", z.data(), z.size());
  }
  Status get_nominals(std::span<double> nominals) final {
    return call(functions_.GetNominalsOfContinuousStates, "fmi2GetNominalsOfContinuousStates", nominals.data(),
                nominals.size());
  }
  Status complete_integrator_step(bool& needs_event, bool& asks_to_end) final {
    fmi2Boolean enter = fmi2False, end = fmi2False;
    const Status told = call(functions_.CompletedIntegratorStep, "fmi2CompletedIntegratorStep", fmi2True, &enter, &end);
    needs_event = enter != fmi2False;
    asks_to_end = end != fmi2False;
    return told;
  }
  std::size_t continuous_state_count() final { return origin_.description->structure.derivatives.size(); }
  std::size_t event_indicator_count() final { return origin_.description->declared_event_indicators.value_or(0); }

 private:
  Status status(fmi2Status told) { return log().hear(told); }

  template <class Function, class... Arguments>
  Status call(Function* function, const char* name, Arguments... arguments) {
    if (function == nullptr) return lacks(name);
    const MarkedCall under_way(mark(), name);
    return status(function(component_, arguments...));
  }

  Status get_part(const VariableBatch::Part& part, double* row) final {
    const std::uint32_t* references = part.references.data();
    const std::size_t count = part.references.size();
    if (part.is_in_row) return call(functions_.GetReal, "fmi2GetReal", references, count, row + part.places.front());
    Status told = Status::ok;
    if (part.type == Type::float64) {
      told = call(functions_.GetReal, "fmi2GetReal", references, count, buffer_of<double>(part));
      unpack<double>(part, row);
    } else if (part.type == Type::boolean) {
      told = call(functions_.GetBoolean, "fmi2GetBoolean", references, count, buffer_of<fmi2Boolean>(part));
      unpack<fmi2Boolean>(part, row);
      for (const int place : part.places) row[place] = row[place] != 0;
    } else {
      told = call(functions_.GetInteger, "fmi2GetInteger", references, count, buffer_of<fmi2Integer>(part));
      unpack<fmi2Integer>(part, row);
    }
    return told;
  }
  Status set_part(const VariableBatch::Part& part, const double* row) final {
    const std::uint32_t* references = part.references.data();
    const std::size_t count = part.references.size();
    if (part.is_in_row) return call(functions_.SetReal, "fmi2SetReal", references, count, row + part.places.front());
    if (part.type == Type::float64)
      return call(functions_.SetReal, "fmi2SetReal", references, count, pack<double>(part, row));
    if (part.type != Type::boolean)
      return call(functions_.SetInteger, "fmi2SetInteger", references, count, pack<fmi2Integer>(part, row));
    fmi2Boolean* truths = buffer_of<fmi2Boolean>(part);
    for (std::size_t i = 0; i < part.elements(); ++i)
      truths[i] = value_of<bool>(row[part.places[i]]) ? fmi2True : fmi2False;
    return call(functions_.SetBoolean, "fmi2SetBoolean", references, count, static_cast<const fmi2Boolean*>(truths));
  }

  /// For a step that goes on by itself.
  fmi2Status wait() {
    fmi2Status told = fmi2Pending;
    while (told == fmi2Pending && functions_.GetStatus != nullptr) {
      std::this_thread::sleep_for(std::chrono::microseconds(100));
      if (functions_.GetStatus(component_, fmi2DoStepStatus, &told) > fmi2Warning) return fmi2Error;
    }
    return told;
  }

  InstanceOrigin origin_;
  Functions2 functions_;
  fmi2CallbackFunctions callbacks_ = {};
  fmi2Component component_ = nullptr;
  bool is_set_up_ = false;
};

}  // namespace

std::vector<std::string> missing_functions2(const InstanceOrigin& origin) {
  return Functions2(*origin.library).missing(origin.interface->kind);
}

std::unique_ptr<Instance> make_instance2(const InstanceOrigin& origin, const InstanceOptions& options) {
  return std::make_unique<Instance2>(origin, options);
}

}  // namespace oldham::fmi
