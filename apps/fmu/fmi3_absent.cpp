// SPDX-License-Identifier: MIT
#include "fmi3_calls.hpp"

// FMI 3.0: functions for what this FMU does not have. Asking for nothing is no mistake.

using namespace oldham::fmu;

namespace {

fmi3Status refuse_any(fmi3Instance component, size_t count, const char* why) {
  return count == 0 ? fmi3OK : refuse(component, why);
}

constexpr const char* other_type = "all variables of this FMU are of type Float64";
constexpr const char* no_clocks = "this FMU has no clocks";

}  // namespace

#define FMI3_NO_SUCH_TYPE(Type)                                                                                      \
  FMI3_EXPORT fmi3Status fmi3Get##Type(fmi3Instance c, const fmi3ValueReference[], size_t n, fmi3##Type[], size_t) { \
    return refuse_any(c, n, other_type);                                                                             \
  }                                                                                                                  \
  FMI3_EXPORT fmi3Status fmi3Set##Type(fmi3Instance c, const fmi3ValueReference[], size_t n, const fmi3##Type[],     \
                                       size_t) {                                                                     \
    return refuse_any(c, n, other_type);                                                                             \
  }
FMI3_NO_SUCH_TYPE(Float32)
FMI3_NO_SUCH_TYPE(Int8)
FMI3_NO_SUCH_TYPE(UInt8)
FMI3_NO_SUCH_TYPE(Int16)
FMI3_NO_SUCH_TYPE(UInt16)
FMI3_NO_SUCH_TYPE(Int32)
FMI3_NO_SUCH_TYPE(UInt32)
FMI3_NO_SUCH_TYPE(Int64)
FMI3_NO_SUCH_TYPE(UInt64)
FMI3_NO_SUCH_TYPE(Boolean)
FMI3_NO_SUCH_TYPE(String)

FMI3_EXPORT fmi3Status fmi3GetBinary(fmi3Instance c, const fmi3ValueReference[], size_t n, size_t[], fmi3Binary[],
                                     size_t) {
  return refuse_any(c, n, other_type);
}
FMI3_EXPORT fmi3Status fmi3SetBinary(fmi3Instance c, const fmi3ValueReference[], size_t n, const size_t[],
                                     const fmi3Binary[], size_t) {
  return refuse_any(c, n, other_type);
}
FMI3_EXPORT fmi3Status fmi3GetClock(fmi3Instance c, const fmi3ValueReference[], size_t n, fmi3Clock[]) {
  return refuse_any(c, n, no_clocks);
}
FMI3_EXPORT fmi3Status fmi3SetClock(fmi3Instance c, const fmi3ValueReference[], size_t n, const fmi3Clock[]) {
  return refuse_any(c, n, no_clocks);
}
FMI3_EXPORT fmi3Status fmi3GetIntervalDecimal(fmi3Instance c, const fmi3ValueReference[], size_t n, fmi3Float64[],
                                              fmi3IntervalQualifier[]) {
  return refuse_any(c, n, no_clocks);
}
FMI3_EXPORT fmi3Status fmi3GetIntervalFraction(fmi3Instance c, const fmi3ValueReference[], size_t n, fmi3UInt64[],
                                               fmi3UInt64[], fmi3IntervalQualifier[]) {
  return refuse_any(c, n, no_clocks);
}
FMI3_EXPORT fmi3Status fmi3GetShiftDecimal(fmi3Instance c, const fmi3ValueReference[], size_t n, fmi3Float64[]) {
  return refuse_any(c, n, no_clocks);
}
FMI3_EXPORT fmi3Status fmi3GetShiftFraction(fmi3Instance c, const fmi3ValueReference[], size_t n, fmi3UInt64[],
                                            fmi3UInt64[]) {
  return refuse_any(c, n, no_clocks);
}
FMI3_EXPORT fmi3Status fmi3SetIntervalDecimal(fmi3Instance c, const fmi3ValueReference[], size_t n,
                                              const fmi3Float64[]) {
  return refuse_any(c, n, no_clocks);
}
FMI3_EXPORT fmi3Status fmi3SetIntervalFraction(fmi3Instance c, const fmi3ValueReference[], size_t n, const fmi3UInt64[],
                                               const fmi3UInt64[]) {
  return refuse_any(c, n, no_clocks);
}
FMI3_EXPORT fmi3Status fmi3SetShiftDecimal(fmi3Instance c, const fmi3ValueReference[], size_t n, const fmi3Float64[]) {
  return refuse_any(c, n, no_clocks);
}
FMI3_EXPORT fmi3Status fmi3SetShiftFraction(fmi3Instance c, const fmi3ValueReference[], size_t n, const fmi3UInt64[],
                                            const fmi3UInt64[]) {
  return refuse_any(c, n, no_clocks);
}

// the standard requires every function of its headers, also those of interfaces that an FMU lacks
FMI3_EXPORT fmi3Instance fmi3InstantiateScheduledExecution(fmi3String, fmi3String, fmi3String, fmi3Boolean, fmi3Boolean,
                                                           fmi3InstanceEnvironment environment,
                                                           fmi3LogMessageCallback* log, fmi3ClockUpdateCallback*,
                                                           fmi3LockPreemptionCallback*, fmi3UnlockPreemptionCallback*) {
  if (log != nullptr)
    log(environment, fmi3Error, "logStatusError", "this FMU has no interface for scheduled execution");
  return nullptr;
}
FMI3_EXPORT fmi3Status fmi3ActivateModelPartition(fmi3Instance c, fmi3ValueReference, fmi3Float64) {
  return refuse(c, no_clocks);
}

FMI3_EXPORT fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance c, fmi3ValueReference, size_t*) {
  return refuse(c, "dependencies of this FMU stand in modelDescription.xml");
}
FMI3_EXPORT fmi3Status fmi3GetVariableDependencies(fmi3Instance c, fmi3ValueReference, size_t[], fmi3ValueReference[],
                                                   size_t[], fmi3DependencyKind[], size_t) {
  return refuse(c, "dependencies of this FMU stand in modelDescription.xml");
}
FMI3_EXPORT fmi3Status fmi3GetAdjointDerivative(fmi3Instance c, const fmi3ValueReference[], size_t,
                                                const fmi3ValueReference[], size_t, const fmi3Float64[], size_t,
                                                fmi3Float64[], size_t) {
  return refuse(c, "this FMU tells directional derivatives only");
}
FMI3_EXPORT fmi3Status fmi3EnterConfigurationMode(fmi3Instance c) {
  return refuse(c, "this FMU has no structural parameters");
}
FMI3_EXPORT fmi3Status fmi3ExitConfigurationMode(fmi3Instance c) {
  return refuse(c, "this FMU has no structural parameters");
}
FMI3_EXPORT fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance c) {
  return attempt(c, [](Instance&) {});
}
FMI3_EXPORT fmi3Status fmi3EnterStepMode(fmi3Instance c) {
  return attempt(c, [](Instance&) {});
}
FMI3_EXPORT fmi3Status fmi3GetOutputDerivatives(fmi3Instance c, const fmi3ValueReference[], size_t n, const fmi3Int32[],
                                                fmi3Float64[], size_t) {
  return refuse_any(c, n, "this FMU does not tell derivatives of outputs");
}
