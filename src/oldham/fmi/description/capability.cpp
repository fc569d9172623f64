// SPDX-License-Identifier: MIT
#include "oldham/fmi/description/capability.hpp"

namespace oldham::fmi {
namespace {

constexpr Standard v1 = Standard::fmi1, v2 = Standard::fmi2, v3 = Standard::fmi3;
constexpr InterfaceKind me = InterfaceKind::model_exchange, cs = InterfaceKind::co_simulation;
using I = Interface;

// misspelt as in the standard: "Asynchronuously"
const Capability capabilities[] = {
    {v1, cs, "canHandleVariableCommunicationStepSize", &I::can_handle_variable_step},
    {v1, cs, "canHandleEvents", &I::can_handle_events},
    {v1, cs, "canRejectSteps", &I::can_reject_steps},
    {v1, cs, "canInterpolateInputs", &I::can_interpolate_inputs},
    {v1, cs, "maxOutputDerivativeOrder", &I::max_output_derivative_order},
    {v1, cs, "canRunAsynchronuously", &I::can_run_asynchronously},
    {v1, cs, "canSignalEvents", &I::can_signal_events},
    {v1, cs, "canBeInstantiatedOnlyOncePerProcess", &I::only_one_instance_per_process},
    {v1, cs, "canNotUseMemoryManagementFunctions", &I::no_memory_management_functions},

    {v2, {}, "needsExecutionTool", &I::needs_execution_tool},
    {v2, me, "completedIntegratorStepNotNeeded", &I::needs_completed_step, true},
    {v2, cs, "canHandleVariableCommunicationStepSize", &I::can_handle_variable_step},
    {v2, cs, "canInterpolateInputs", &I::can_interpolate_inputs},
    {v2, cs, "maxOutputDerivativeOrder", &I::max_output_derivative_order},
    {v2, cs, "canRunAsynchronuously", &I::can_run_asynchronously},
    {v2, {}, "canBeInstantiatedOnlyOncePerProcess", &I::only_one_instance_per_process},
    {v2, {}, "canNotUseMemoryManagementFunctions", &I::no_memory_management_functions},
    {v2, {}, "canGetAndSetFMUstate", &I::can_get_and_set_state},
    {v2, {}, "canSerializeFMUstate", &I::can_serialize_state},
    {v2, {}, "providesDirectionalDerivative", &I::provides_directional_derivatives},

    {v3, {}, "needsExecutionTool", &I::needs_execution_tool},
    {v3, {}, "canBeInstantiatedOnlyOncePerProcess", &I::only_one_instance_per_process},
    {v3, {}, "canGetAndSetFMUState", &I::can_get_and_set_state},
    {v3, {}, "canSerializeFMUState", &I::can_serialize_state},
    {v3, {}, "providesDirectionalDerivatives", &I::provides_directional_derivatives},
    {v3, {}, "providesAdjointDerivatives", &I::provides_adjoint_derivatives},
    {v3, {}, "providesPerElementDependencies", &I::provides_per_element_dependencies},
    {v3, me, "needsCompletedIntegratorStep", &I::needs_completed_step},
    {v3, me, "providesEvaluateDiscreteStates", &I::provides_evaluate_discrete_states},
    {v3, cs, "canHandleVariableCommunicationStepSize", &I::can_handle_variable_step},
    {v3, cs, "fixedInternalStepSize", &I::fixed_internal_step},
    {v3, cs, "maxOutputDerivativeOrder", &I::max_output_derivative_order},
    {v3, cs, "recommendedIntermediateInputSmoothness", &I::recommended_input_smoothness},
    {v3, cs, "providesIntermediateUpdate", &I::provides_intermediate_update},
    {v3, cs, "mightReturnEarlyFromDoStep", &I::might_return_early},
    {v3, cs, "canReturnEarlyAfterIntermediateUpdate", &I::can_return_early_after_intermediate_update},
    {v3, cs, "hasEventMode", &I::has_event_mode},
    {v3, cs, "providesEvaluateDiscreteStates", &I::provides_evaluate_discrete_states},
};

}  // namespace

std::span<const Capability> all_capabilities() { return capabilities; }

}  // namespace oldham::fmi
