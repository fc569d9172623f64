// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "oldham/fmi/import/fmi3_values.hpp"
#include "oldham/fmi/import/versions.hpp"

namespace oldham::fmi {
namespace {

extern "C" void log_message3(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category,
                             fmi3String message) {
  MessageLog* log = MessageLog::find(environment, nullptr);
  if (log == nullptr) return;
  log->add(log->hear(status, Status::fatal), category == nullptr ? "" : category, message == nullptr ? "" : message);
}

extern "C" void update_intermediately(fmi3InstanceEnvironment environment, fmi3Float64 time, fmi3Boolean set_requested,
                                      fmi3Boolean, fmi3Boolean, fmi3Boolean, fmi3Boolean* early_return_requested,
                                      fmi3Float64* early_return_time) {
  *early_return_requested = false;
  *early_return_time = time;
  auto* instance = static_cast<Instance*>(environment);
  if (instance != nullptr && set_requested && instance->intermediate_update) instance->intermediate_update(time);
}

class Instance3 final : public Instance {
 public:
  Instance3(const InstanceOrigin& origin, const InstanceOptions& options)
      : Instance(options.name),
        functions_(*origin.library),
        is_exchange_(origin.interface->kind == InterfaceKind::model_exchange) {
    const ModelDescription& d = *origin.description;
    // the path of a folder, with a slash at its end
    const std::string resources = (origin.folder / "resources" / "").string();
    auto* environment = static_cast<Instance*>(this);
    const MarkedCall under_way(mark(), is_exchange_ ? "fmi3InstantiateModelExchange" : "fmi3InstantiateCoSimulation");
    const auto make = [&](bool uses_event_mode) {
      return is_exchange_
                 ? functions_.InstantiateModelExchange(options.name.c_str(), d.token.c_str(), resources.c_str(), false,
                                                       options.logs, environment, log_message3)
                 : functions_.InstantiateCoSimulation(
                       options.name.c_str(), d.token.c_str(), resources.c_str(), false, options.logs, uses_event_mode,
                       uses_event_mode, options.intermediate_variables.data(), options.intermediate_variables.size(),
                       environment, log_message3,
                       origin.interface->provides_intermediate_update ? update_intermediately : nullptr);
    };
    instance_ = make(options.uses_event_mode);
    // some declare events that they then refuse to be asked about
    refuses_event_mode = instance_ == nullptr && options.uses_event_mode;
    if (refuses_event_mode) instance_ = make(false);
    if (instance_ == nullptr) refuse_instance(log());
    if (options.logs && functions_.SetDebugLogging != nullptr) functions_.SetDebugLogging(instance_, true, 0, nullptr);
  }
  ~Instance3() final {
    const MarkedCall under_way(mark(), is_running_ ? "fmi3Terminate" : "fmi3FreeInstance");
    if (is_running_ && functions_.Terminate != nullptr) functions_.Terminate(instance_);
    functions_.FreeInstance(instance_);
  }

  void* component() const final { return instance_; }

  Status enter_initialization(const Experiment& e) final {
    mark().set_time(e.start);
    return call(functions_.EnterInitializationMode, "fmi3EnterInitializationMode", e.tolerance.has_value(),
                e.tolerance.value_or(0), e.start, e.stop.has_value(), e.stop.value_or(0));
  }
  Status exit_initialization() final {
    const Status told = call(functions_.ExitInitializationMode, "fmi3ExitInitializationMode");
    is_running_ = is_good(told);
    return told;
  }
  Status enter_event_mode() final { return call(functions_.EnterEventMode, "fmi3EnterEventMode"); }
  Status enter_step_mode() final { return call(functions_.EnterStepMode, "fmi3EnterStepMode"); }
  Status enter_continuous_time_mode() final {
    return call(functions_.EnterContinuousTimeMode, "fmi3EnterContinuousTimeMode");
  }
  Status update_discrete_states(EventResult& result) final {
    bool has_time = false;
    double time = 0;
    const Status told = call(functions_.UpdateDiscreteStates, "fmi3UpdateDiscreteStates", &result.needs_another,
                             &result.asks_to_end, &result.changed_nominals, &result.changed_states, &has_time, &time);
    result.next_event = has_time ? std::optional(time) : std::nullopt;
    return told;
  }

  Status set_values(const Variable& variable, const Values& values) final {
    const MarkedCall under_way(mark(), "fmi3Set, of a variable,");
    return answer(set_values3(functions_, instance_, variable, values));
  }
  Status get_values(const Variable& variable, std::size_t count, Values& values) final {
    const MarkedCall under_way(mark(), "fmi3Get, of a variable,");
    return answer(get_values3(functions_, instance_, variable, count, values));
  }
  Status enter_configuration() final { return call(functions_.EnterConfigurationMode, "fmi3EnterConfigurationMode"); }
  Status exit_configuration() final { return call(functions_.ExitConfigurationMode, "fmi3ExitConfigurationMode"); }

  Status get_state(void*& state) final { return call(functions_.GetFMUState, "fmi3GetFMUState", &state); }
  Status set_state(void* state) final { return call(functions_.SetFMUState, "fmi3SetFMUState", state); }
  Status free_state(void*& state) final { return call(functions_.FreeFMUState, "fmi3FreeFMUState", &state); }
  Status serialize_state(void* state, std::vector<std::byte>& bytes) final {
    std::size_t size = 0;
    const Status told = call(functions_.SerializedFMUStateSize, "fmi3SerializedFMUStateSize", state, &size);
    if (!is_good(told)) return told;
    bytes.resize(size);
    return call(functions_.SerializeFMUState, "fmi3SerializeFMUState", state, reinterpret_cast<fmi3Byte*>(bytes.data()),
                size);
  }
  Status deserialize_state(std::span<const std::byte> bytes, void*& state) final {
    return call(functions_.DeserializeFMUState, "fmi3DeserializeFMUState",
                reinterpret_cast<const fmi3Byte*>(bytes.data()), bytes.size(), &state);
  }

  Status directional_derivative(std::span<const std::uint32_t> unknowns, std::span<const std::uint32_t> knowns,
                                std::span<const double> seed, std::span<double> sensitivity) final {
    return call(functions_.GetDirectionalDerivative, "fmi3GetDirectionalDerivative", unknowns.data(), unknowns.size(),
                knowns.data(), knowns.size(), seed.data(), seed.size(), sensitivity.data(), sensitivity.size());
  }

  StepResult do_step(double from, double length) final {
    StepResult result{Status::ok, from + length};
    bool early = false;
    double last = from + length;
    mark().set_time(from);
    const MarkedCall under_way(mark(), "fmi3DoStep");
    result.status = status(functions_.DoStep(instance_, from, length, never_goes_back, &result.needs_event,
                                             &result.asks_to_end, &early, &last));
    if (early || result.status == Status::discard) result.reached = last;
    if (result.status == Status::error || result.status == Status::fatal) is_running_ = false;
    return result;
  }
  Status set_input_derivatives(std::span<const std::uint32_t>, std::span<const int>, std::span<const double>) final {
    return lacks("to set derivatives of inputs: FMI 3.0 has intermediate updates instead");
  }

  Status set_time(double time) final {
    mark().set_time(time);
    return call(functions_.SetTime, "fmi3SetTime", time);
  }
  Status set_continuous_states(std::span<const double> x) final {
    return call(functions_.SetContinuousStates, "fmi3SetContinuousStates", x.data(), x.size());
  }
  Status get_continuous_states(std::span<double> x) final {
    return call(functions_.GetContinuousStates, "fmi3GetContinuousStates", x.data(), x.size());
  }
  Status get_derivatives(std::span<double> dx) final {
    return call(functions_.GetContinuousStateDerivatives, "fmi3GetContinuousStateDerivatives", dx.data(), dx.size());
  }
  Status get_event_indicators(std::span<double> z) final {
    return call(functions_.GetEventIndicators, "fmi3GetEventIndicators", z.data(), z.size());
  }
  Status get_nominals(std::span<double> nominals) final {
    return call(functions_.GetNominalsOfContinuousStates, "fmi3GetNominalsOfContinuousStates", nominals.data(),
                nominals.size());
  }
  Status complete_integrator_step(bool& needs_event, bool& asks_to_end) final {
    return call(functions_.CompletedIntegratorStep, "fmi3CompletedIntegratorStep", true, &needs_event, &asks_to_end);
  }
  std::size_t continuous_state_count() final {
    std::size_t count = 0;
    call(functions_.GetNumberOfContinuousStates, "fmi3GetNumberOfContinuousStates", &count);
    return count;
  }
  std::size_t event_indicator_count() final {
    std::size_t count = 0;
    call(functions_.GetNumberOfEventIndicators, "fmi3GetNumberOfEventIndicators", &count);
    return count;
  }

 private:
  Status status(fmi3Status told) { return log().hear(told, Status::fatal); }

  template <class Function, class... Arguments>
  Status call(Function* function, const char* name, Arguments... arguments) {
    if (function == nullptr) return lacks(name);
    const MarkedCall under_way(mark(), name);
    return status(function(instance_, arguments...));
  }
  Status answer(std::optional<fmi3Status> told) {
    return told ? status(*told) : lacks("to get or set values of this type");
  }
  Status get_part(const VariableBatch::Part& part, double* row) final {
    const MarkedCall under_way(mark(), "fmi3Get, of a variable,");
    return answer(get_part3(functions_, instance_, part, row));
  }
  Status set_part(const VariableBatch::Part& part, const double* row) final {
    const MarkedCall under_way(mark(), "fmi3Set, of a variable,");
    return answer(set_part3(functions_, instance_, part, row));
  }

  Functions3 functions_;
  bool is_exchange_;
  fmi3Instance instance_ = nullptr;
};

}  // namespace

std::vector<std::string> missing_functions3(const InstanceOrigin& origin) {
  std::vector<std::string> missing = Functions3(*origin.library).missing(origin.interface->kind);
  // the other way to make an instance is not this interface's
  std::erase(missing, origin.interface->kind == InterfaceKind::model_exchange ? "fmi3InstantiateCoSimulation"
                                                                              : "fmi3InstantiateModelExchange");
  return missing;
}

std::unique_ptr<Instance> make_instance3(const InstanceOrigin& origin, const InstanceOptions& options) {
  return std::make_unique<Instance3>(origin, options);
}

}  // namespace oldham::fmi
