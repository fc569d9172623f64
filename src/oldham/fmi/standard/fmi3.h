// SPDX-License-Identifier: MIT
#pragma once

// The C interface of FMI 3.0, declared from the specification; for C and C++. fmi3DoStep_type is the type of
// fmi3DoStep; the macros list the functions of each interface.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef void* fmi3Instance;
typedef void* fmi3InstanceEnvironment;
typedef void* fmi3FMUState;
typedef uint32_t fmi3ValueReference;

typedef float fmi3Float32;
typedef double fmi3Float64;
typedef int8_t fmi3Int8;
typedef uint8_t fmi3UInt8;
typedef int16_t fmi3Int16;
typedef uint16_t fmi3UInt16;
typedef int32_t fmi3Int32;
typedef uint32_t fmi3UInt32;
typedef int64_t fmi3Int64;
typedef uint64_t fmi3UInt64;
typedef bool fmi3Boolean;
typedef const char* fmi3String;
typedef uint8_t fmi3Byte;
typedef const fmi3Byte* fmi3Binary;
typedef bool fmi3Clock;

typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;
typedef enum { fmi3Independent, fmi3Constant, fmi3Fixed, fmi3Tunable, fmi3Discrete, fmi3Dependent } fmi3DependencyKind;
typedef enum { fmi3IntervalNotYetKnown, fmi3IntervalUnchanged, fmi3IntervalChanged } fmi3IntervalQualifier;

typedef void fmi3LogMessageCallback(fmi3InstanceEnvironment, fmi3Status, fmi3String category, fmi3String message);
typedef void fmi3ClockUpdateCallback(fmi3InstanceEnvironment);
typedef void fmi3LockPreemptionCallback(void);
typedef void fmi3UnlockPreemptionCallback(void);
typedef void fmi3IntermediateUpdateCallback(fmi3InstanceEnvironment, fmi3Float64 time,
                                            fmi3Boolean intermediateVariableSetRequested,
                                            fmi3Boolean intermediateVariableGetAllowed,
                                            fmi3Boolean intermediateStepFinished, fmi3Boolean canReturnEarly,
                                            fmi3Boolean* earlyReturnRequested, fmi3Float64* earlyReturnTime);

// all interfaces
typedef const char* fmi3GetVersion_type(void);
typedef fmi3Status fmi3SetDebugLogging_type(fmi3Instance, fmi3Boolean loggingOn, size_t, const fmi3String[]);
typedef fmi3Instance fmi3InstantiateModelExchange_type(fmi3String instanceName, fmi3String instantiationToken,
                                                       fmi3String resourcePath, fmi3Boolean visible,
                                                       fmi3Boolean loggingOn, fmi3InstanceEnvironment,
                                                       fmi3LogMessageCallback*);
typedef fmi3Instance fmi3InstantiateCoSimulation_type(fmi3String instanceName, fmi3String instantiationToken,
                                                      fmi3String resourcePath, fmi3Boolean visible,
                                                      fmi3Boolean loggingOn, fmi3Boolean eventModeUsed,
                                                      fmi3Boolean earlyReturnAllowed,
                                                      const fmi3ValueReference requiredIntermediateVariables[], size_t,
                                                      fmi3InstanceEnvironment, fmi3LogMessageCallback*,
                                                      fmi3IntermediateUpdateCallback*);
typedef fmi3Instance fmi3InstantiateScheduledExecution_type(fmi3String instanceName, fmi3String instantiationToken,
                                                            fmi3String resourcePath, fmi3Boolean visible,
                                                            fmi3Boolean loggingOn, fmi3InstanceEnvironment,
                                                            fmi3LogMessageCallback*, fmi3ClockUpdateCallback*,
                                                            fmi3LockPreemptionCallback*,
                                                            fmi3UnlockPreemptionCallback*);
typedef void fmi3FreeInstance_type(fmi3Instance);
typedef fmi3Status fmi3EnterInitializationMode_type(fmi3Instance, fmi3Boolean toleranceDefined, fmi3Float64 tolerance,
                                                    fmi3Float64 start, fmi3Boolean stopDefined, fmi3Float64 stop);
typedef fmi3Status fmi3ExitInitializationMode_type(fmi3Instance);
typedef fmi3Status fmi3EnterEventMode_type(fmi3Instance);
typedef fmi3Status fmi3Terminate_type(fmi3Instance);
typedef fmi3Status fmi3Reset_type(fmi3Instance);
typedef fmi3Status fmi3GetFloat32_type(fmi3Instance, const fmi3ValueReference[], size_t, fmi3Float32[], size_t);
typedef fmi3Status fmi3SetFloat32_type(fmi3Instance, const fmi3ValueReference[], size_t, const fmi3Float32[], size_t);
typedef fmi3Status fmi3GetFloat64_type(fmi3Instance, const fmi3ValueReference[], size_t, fmi3Float64[], size_t);
typedef fmi3Status fmi3SetFloat64_type(fmi3Instance, const fmi3ValueReference[], size_t, const fmi3Float64[], size_t);
typedef fmi3Status fmi3GetInt8_type(fmi3Instance, const fmi3ValueReference[], size_t, fmi3Int8[], size_t);
typedef fmi3Status fmi3SetInt8_type(fmi3Instance, const fmi3ValueReference[], size_t, const fmi3Int8[], size_t);
typedef fmi3Status fmi3GetUInt8_type(fmi3Instance, const fmi3ValueReference[], size_t, fmi3UInt8[], size_t);
typedef fmi3Status fmi3SetUInt8_type(fmi3Instance, const fmi3ValueReference[], size_t, const fmi3UInt8[], size_t);
typedef fmi3Status fmi3GetInt16_type(fmi3Instance, const fmi3ValueReference[], size_t, fmi3Int16[], size_t);
typedef fmi3Status fmi3SetInt16_type(fmi3Instance, const fmi3ValueReference[], size_t, const fmi3Int16[], size_t);
typedef fmi3Status fmi3GetUInt16_type(fmi3Instance, const fmi3ValueReference[], size_t, fmi3UInt16[], size_t);
typedef fmi3Status fmi3SetUInt16_type(fmi3Instance, const fmi3ValueReference[], size_t, const fmi3UInt16[], size_t);
typedef fmi3Status fmi3GetInt32_type(fmi3Instance, const fmi3ValueReference[], size_t, fmi3Int32[], size_t);
typedef fmi3Status fmi3SetInt32_type(fmi3Instance, const fmi3ValueReference[], size_t, const fmi3Int32[], size_t);
typedef fmi3Status fmi3GetUInt32_type(fmi3Instance, const fmi3ValueReference[], size_t, fmi3UInt32[], size_t);
typedef fmi3Status fmi3SetUInt32_type(fmi3Instance, const fmi3ValueReference[], size_t, const fmi3UInt32[], size_t);
typedef fmi3Status fmi3GetInt64_type(fmi3Instance, const fmi3ValueReference[], size_t, fmi3Int64[], size_t);
typedef fmi3Status fmi3SetInt64_type(fmi3Instance, const fmi3ValueReference[], size_t, const fmi3Int64[], size_t);
typedef fmi3Status fmi3GetUInt64_type(fmi3Instance, const fmi3ValueReference[], size_t, fmi3UInt64[], size_t);
typedef fmi3Status fmi3SetUInt64_type(fmi3Instance, const fmi3ValueReference[], size_t, const fmi3UInt64[], size_t);
typedef fmi3Status fmi3GetBoolean_type(fmi3Instance, const fmi3ValueReference[], size_t, fmi3Boolean[], size_t);
typedef fmi3Status fmi3SetBoolean_type(fmi3Instance, const fmi3ValueReference[], size_t, const fmi3Boolean[], size_t);
typedef fmi3Status fmi3GetString_type(fmi3Instance, const fmi3ValueReference[], size_t, fmi3String[], size_t);
typedef fmi3Status fmi3SetString_type(fmi3Instance, const fmi3ValueReference[], size_t, const fmi3String[], size_t);
typedef fmi3Status fmi3GetBinary_type(fmi3Instance, const fmi3ValueReference[], size_t, size_t sizes[], fmi3Binary[],
                                      size_t);
typedef fmi3Status fmi3SetBinary_type(fmi3Instance, const fmi3ValueReference[], size_t, const size_t sizes[],
                                      const fmi3Binary[], size_t);
typedef fmi3Status fmi3GetClock_type(fmi3Instance, const fmi3ValueReference[], size_t, fmi3Clock[]);
typedef fmi3Status fmi3SetClock_type(fmi3Instance, const fmi3ValueReference[], size_t, const fmi3Clock[]);
typedef fmi3Status fmi3GetNumberOfVariableDependencies_type(fmi3Instance, fmi3ValueReference, size_t*);
typedef fmi3Status fmi3GetVariableDependencies_type(fmi3Instance, fmi3ValueReference, size_t elementsOfDependent[],
                                                    fmi3ValueReference independents[], size_t elementsOfIndependent[],
                                                    fmi3DependencyKind[], size_t);
typedef fmi3Status fmi3GetFMUState_type(fmi3Instance, fmi3FMUState*);
typedef fmi3Status fmi3SetFMUState_type(fmi3Instance, fmi3FMUState);
typedef fmi3Status fmi3FreeFMUState_type(fmi3Instance, fmi3FMUState*);
typedef fmi3Status fmi3SerializedFMUStateSize_type(fmi3Instance, fmi3FMUState, size_t*);
typedef fmi3Status fmi3SerializeFMUState_type(fmi3Instance, fmi3FMUState, fmi3Byte[], size_t);
typedef fmi3Status fmi3DeserializeFMUState_type(fmi3Instance, const fmi3Byte[], size_t, fmi3FMUState*);
typedef fmi3Status fmi3GetDirectionalDerivative_type(fmi3Instance, const fmi3ValueReference unknowns[], size_t,
                                                     const fmi3ValueReference knowns[], size_t,
                                                     const fmi3Float64 seed[], size_t, fmi3Float64 sensitivity[],
                                                     size_t);
typedef fmi3Status fmi3GetAdjointDerivative_type(fmi3Instance, const fmi3ValueReference unknowns[], size_t,
                                                 const fmi3ValueReference knowns[], size_t, const fmi3Float64 seed[],
                                                 size_t, fmi3Float64 sensitivity[], size_t);
typedef fmi3Status fmi3EnterConfigurationMode_type(fmi3Instance);
typedef fmi3Status fmi3ExitConfigurationMode_type(fmi3Instance);
typedef fmi3Status fmi3GetIntervalDecimal_type(fmi3Instance, const fmi3ValueReference[], size_t, fmi3Float64[],
                                               fmi3IntervalQualifier[]);
typedef fmi3Status fmi3GetIntervalFraction_type(fmi3Instance, const fmi3ValueReference[], size_t, fmi3UInt64 counters[],
                                                fmi3UInt64 resolutions[], fmi3IntervalQualifier[]);
typedef fmi3Status fmi3GetShiftDecimal_type(fmi3Instance, const fmi3ValueReference[], size_t, fmi3Float64[]);
typedef fmi3Status fmi3GetShiftFraction_type(fmi3Instance, const fmi3ValueReference[], size_t, fmi3UInt64 counters[],
                                             fmi3UInt64 resolutions[]);
typedef fmi3Status fmi3SetIntervalDecimal_type(fmi3Instance, const fmi3ValueReference[], size_t, const fmi3Float64[]);
typedef fmi3Status fmi3SetIntervalFraction_type(fmi3Instance, const fmi3ValueReference[], size_t,
                                                const fmi3UInt64 counters[], const fmi3UInt64 resolutions[]);
typedef fmi3Status fmi3SetShiftDecimal_type(fmi3Instance, const fmi3ValueReference[], size_t, const fmi3Float64[]);
typedef fmi3Status fmi3SetShiftFraction_type(fmi3Instance, const fmi3ValueReference[], size_t,
                                             const fmi3UInt64 counters[], const fmi3UInt64 resolutions[]);
typedef fmi3Status fmi3EvaluateDiscreteStates_type(fmi3Instance);
typedef fmi3Status fmi3UpdateDiscreteStates_type(fmi3Instance, fmi3Boolean* discreteStatesNeedUpdate,
                                                 fmi3Boolean* terminateSimulation,
                                                 fmi3Boolean* nominalsOfContinuousStatesChanged,
                                                 fmi3Boolean* valuesOfContinuousStatesChanged,
                                                 fmi3Boolean* nextEventTimeDefined, fmi3Float64* nextEventTime);

// model exchange
typedef fmi3Status fmi3EnterContinuousTimeMode_type(fmi3Instance);
typedef fmi3Status fmi3CompletedIntegratorStep_type(fmi3Instance, fmi3Boolean noSetFMUStatePriorToCurrentPoint,
                                                    fmi3Boolean* enterEventMode, fmi3Boolean* terminateSimulation);
typedef fmi3Status fmi3SetTime_type(fmi3Instance, fmi3Float64);
typedef fmi3Status fmi3SetContinuousStates_type(fmi3Instance, const fmi3Float64[], size_t);
typedef fmi3Status fmi3GetContinuousStateDerivatives_type(fmi3Instance, fmi3Float64[], size_t);
typedef fmi3Status fmi3GetEventIndicators_type(fmi3Instance, fmi3Float64[], size_t);
typedef fmi3Status fmi3GetContinuousStates_type(fmi3Instance, fmi3Float64[], size_t);
typedef fmi3Status fmi3GetNominalsOfContinuousStates_type(fmi3Instance, fmi3Float64[], size_t);
typedef fmi3Status fmi3GetNumberOfEventIndicators_type(fmi3Instance, size_t*);
typedef fmi3Status fmi3GetNumberOfContinuousStates_type(fmi3Instance, size_t*);

// co-simulation
typedef fmi3Status fmi3EnterStepMode_type(fmi3Instance);
typedef fmi3Status fmi3GetOutputDerivatives_type(fmi3Instance, const fmi3ValueReference[], size_t,
                                                 const fmi3Int32 orders[], fmi3Float64[], size_t);
typedef fmi3Status fmi3DoStep_type(fmi3Instance, fmi3Float64 from, fmi3Float64 length,
                                   fmi3Boolean noSetFMUStatePriorToCurrentPoint, fmi3Boolean* eventHandlingNeeded,
                                   fmi3Boolean* terminateSimulation, fmi3Boolean* earlyReturn,
                                   fmi3Float64* lastSuccessfulTime);

// scheduled execution
typedef fmi3Status fmi3ActivateModelPartition_type(fmi3Instance, fmi3ValueReference clockReference,
                                                   fmi3Float64 activationTime);

#define FMI3_COMMON_FUNCTIONS(X)     \
  X(GetVersion)                      \
  X(SetDebugLogging)                 \
  X(InstantiateModelExchange)        \
  X(InstantiateCoSimulation)         \
  X(FreeInstance)                    \
  X(EnterInitializationMode)         \
  X(ExitInitializationMode)          \
  X(EnterEventMode)                  \
  X(Terminate)                       \
  X(Reset)                           \
  X(GetFloat32)                      \
  X(SetFloat32)                      \
  X(GetFloat64)                      \
  X(SetFloat64)                      \
  X(GetInt8)                         \
  X(SetInt8)                         \
  X(GetUInt8)                        \
  X(SetUInt8)                        \
  X(GetInt16)                        \
  X(SetInt16)                        \
  X(GetUInt16)                       \
  X(SetUInt16)                       \
  X(GetInt32)                        \
  X(SetInt32)                        \
  X(GetUInt32)                       \
  X(SetUInt32)                       \
  X(GetInt64)                        \
  X(SetInt64)                        \
  X(GetUInt64)                       \
  X(SetUInt64)                       \
  X(GetBoolean)                      \
  X(SetBoolean)                      \
  X(GetString)                       \
  X(SetString)                       \
  X(GetBinary)                       \
  X(SetBinary)                       \
  X(GetClock)                        \
  X(SetClock)                        \
  X(GetNumberOfVariableDependencies) \
  X(GetVariableDependencies)         \
  X(GetFMUState)                     \
  X(SetFMUState)                     \
  X(FreeFMUState)                    \
  X(SerializedFMUStateSize)          \
  X(SerializeFMUState)               \
  X(DeserializeFMUState)             \
  X(GetDirectionalDerivative)        \
  X(GetAdjointDerivative)            \
  X(EnterConfigurationMode)          \
  X(ExitConfigurationMode)           \
  X(GetIntervalDecimal)              \
  X(GetIntervalFraction)             \
  X(GetShiftDecimal)                 \
  X(GetShiftFraction)                \
  X(SetIntervalDecimal)              \
  X(SetIntervalFraction)             \
  X(SetShiftDecimal)                 \
  X(SetShiftFraction)                \
  X(EvaluateDiscreteStates)          \
  X(UpdateDiscreteStates)

#define FMI3_MODEL_EXCHANGE_FUNCTIONS(X) \
  X(EnterContinuousTimeMode)             \
  X(CompletedIntegratorStep)             \
  X(SetTime)                             \
  X(SetContinuousStates)                 \
  X(GetContinuousStateDerivatives)       \
  X(GetEventIndicators)                  \
  X(GetContinuousStates)                 \
  X(GetNominalsOfContinuousStates)       \
  X(GetNumberOfEventIndicators)          \
  X(GetNumberOfContinuousStates)

#define FMI3_CO_SIMULATION_FUNCTIONS(X) \
  X(EnterStepMode)                      \
  X(GetOutputDerivatives)               \
  X(DoStep)

#define FMI3_SCHEDULED_EXECUTION_FUNCTIONS(X) \
  X(InstantiateScheduledExecution)            \
  X(ActivateModelPartition)

#ifdef __cplusplus
}
#endif
