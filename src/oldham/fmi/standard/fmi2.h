// SPDX-License-Identifier: MIT
#pragma once

// The C interface of FMI 2.0, declared from the specification; for C and C++. fmi2DoStep_type is the type of
// fmi2DoStep; the macros list the functions of each interface.

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef void* fmi2Component;
typedef void* fmi2ComponentEnvironment;
typedef void* fmi2FMUstate;
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer;
typedef int fmi2Boolean;
typedef const char* fmi2String;
typedef char fmi2Byte;
enum { fmi2False = 0, fmi2True = 1 };

typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum { fmi2DoStepStatus, fmi2PendingStatus, fmi2LastSuccessfulTime, fmi2Terminated } fmi2StatusKind;

typedef struct {
  void (*logger)(fmi2ComponentEnvironment, fmi2String instanceName, fmi2Status, fmi2String category, fmi2String message,
                 ...);
  void* (*allocateMemory)(size_t count, size_t size);
  void (*freeMemory)(void*);
  void (*stepFinished)(fmi2ComponentEnvironment, fmi2Status);
  fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;

typedef struct {
  fmi2Boolean newDiscreteStatesNeeded;
  fmi2Boolean terminateSimulation;
  fmi2Boolean nominalsOfContinuousStatesChanged;
  fmi2Boolean valuesOfContinuousStatesChanged;
  fmi2Boolean nextEventTimeDefined;
  fmi2Real nextEventTime;
} fmi2EventInfo;

// both interfaces
typedef const char* fmi2GetTypesPlatform_type(void);
typedef const char* fmi2GetVersion_type(void);
typedef fmi2Status fmi2SetDebugLogging_type(fmi2Component, fmi2Boolean loggingOn, size_t, const fmi2String[]);
typedef fmi2Component fmi2Instantiate_type(fmi2String instanceName, fmi2Type, fmi2String guid,
                                           fmi2String resourceLocation, const fmi2CallbackFunctions*,
                                           fmi2Boolean visible, fmi2Boolean loggingOn);
typedef void fmi2FreeInstance_type(fmi2Component);
typedef fmi2Status fmi2SetupExperiment_type(fmi2Component, fmi2Boolean toleranceDefined, fmi2Real tolerance,
                                            fmi2Real start, fmi2Boolean stopDefined, fmi2Real stop);
typedef fmi2Status fmi2EnterInitializationMode_type(fmi2Component);
typedef fmi2Status fmi2ExitInitializationMode_type(fmi2Component);
typedef fmi2Status fmi2Terminate_type(fmi2Component);
typedef fmi2Status fmi2Reset_type(fmi2Component);
typedef fmi2Status fmi2GetReal_type(fmi2Component, const fmi2ValueReference[], size_t, fmi2Real[]);
typedef fmi2Status fmi2GetInteger_type(fmi2Component, const fmi2ValueReference[], size_t, fmi2Integer[]);
typedef fmi2Status fmi2GetBoolean_type(fmi2Component, const fmi2ValueReference[], size_t, fmi2Boolean[]);
typedef fmi2Status fmi2GetString_type(fmi2Component, const fmi2ValueReference[], size_t, fmi2String[]);
typedef fmi2Status fmi2SetReal_type(fmi2Component, const fmi2ValueReference[], size_t, const fmi2Real[]);
typedef fmi2Status fmi2SetInteger_type(fmi2Component, const fmi2ValueReference[], size_t, const fmi2Integer[]);
typedef fmi2Status fmi2SetBoolean_type(fmi2Component, const fmi2ValueReference[], size_t, const fmi2Boolean[]);
typedef fmi2Status fmi2SetString_type(fmi2Component, const fmi2ValueReference[], size_t, const fmi2String[]);
typedef fmi2Status fmi2GetFMUstate_type(fmi2Component, fmi2FMUstate*);
typedef fmi2Status fmi2SetFMUstate_type(fmi2Component, fmi2FMUstate);
typedef fmi2Status fmi2FreeFMUstate_type(fmi2Component, fmi2FMUstate*);
typedef fmi2Status fmi2SerializedFMUstateSize_type(fmi2Component, fmi2FMUstate, size_t*);
typedef fmi2Status fmi2SerializeFMUstate_type(fmi2Component, fmi2FMUstate, fmi2Byte[], size_t);
typedef fmi2Status fmi2DeSerializeFMUstate_type(fmi2Component, const fmi2Byte[], size_t, fmi2FMUstate*);
typedef fmi2Status fmi2GetDirectionalDerivative_type(fmi2Component, const fmi2ValueReference unknowns[], size_t,
                                                     const fmi2ValueReference knowns[], size_t, const fmi2Real seed[],
                                                     fmi2Real sensitivity[]);

// model exchange
typedef fmi2Status fmi2EnterEventMode_type(fmi2Component);
typedef fmi2Status fmi2NewDiscreteStates_type(fmi2Component, fmi2EventInfo*);
typedef fmi2Status fmi2EnterContinuousTimeMode_type(fmi2Component);
typedef fmi2Status fmi2CompletedIntegratorStep_type(fmi2Component, fmi2Boolean noSetFMUStatePriorToCurrentPoint,
                                                    fmi2Boolean* enterEventMode, fmi2Boolean* terminateSimulation);
typedef fmi2Status fmi2SetTime_type(fmi2Component, fmi2Real);
typedef fmi2Status fmi2SetContinuousStates_type(fmi2Component, const fmi2Real[], size_t);
typedef fmi2Status fmi2GetDerivatives_type(fmi2Component, fmi2Real[], size_t);
typedef fmi2Status fmi2GetEventIndicators_type(fmi2Component, fmi2Real[], size_t);
typedef fmi2Status fmi2GetContinuousStates_type(fmi2Component, fmi2Real[], size_t);
typedef fmi2Status fmi2GetNominalsOfContinuousStates_type(fmi2Component, fmi2Real[], size_t);

// co-simulation
typedef fmi2Status fmi2SetRealInputDerivatives_type(fmi2Component, const fmi2ValueReference[], size_t,
                                                    const fmi2Integer orders[], const fmi2Real values[]);
typedef fmi2Status fmi2GetRealOutputDerivatives_type(fmi2Component, const fmi2ValueReference[], size_t,
                                                     const fmi2Integer orders[], fmi2Real values[]);
typedef fmi2Status fmi2DoStep_type(fmi2Component, fmi2Real from, fmi2Real length,
                                   fmi2Boolean noSetFMUStatePriorToCurrentPoint);
typedef fmi2Status fmi2CancelStep_type(fmi2Component);
typedef fmi2Status fmi2GetStatus_type(fmi2Component, fmi2StatusKind, fmi2Status*);
typedef fmi2Status fmi2GetRealStatus_type(fmi2Component, fmi2StatusKind, fmi2Real*);
typedef fmi2Status fmi2GetIntegerStatus_type(fmi2Component, fmi2StatusKind, fmi2Integer*);
typedef fmi2Status fmi2GetBooleanStatus_type(fmi2Component, fmi2StatusKind, fmi2Boolean*);
typedef fmi2Status fmi2GetStringStatus_type(fmi2Component, fmi2StatusKind, fmi2String*);

#define FMI2_COMMON_FUNCTIONS(X) \
  X(GetTypesPlatform)            \
  X(GetVersion)                  \
  X(SetDebugLogging)             \
  X(Instantiate)                 \
  X(FreeInstance)                \
  X(SetupExperiment)             \
  X(EnterInitializationMode)     \
  X(ExitInitializationMode)      \
  X(Terminate)                   \
  X(Reset)                       \
  X(GetReal)                     \
  X(GetInteger)                  \
  X(GetBoolean)                  \
  X(GetString)                   \
  X(SetReal)                     \
  X(SetInteger)                  \
  X(SetBoolean)                  \
  X(SetString)                   \
  X(GetFMUstate)                 \
  X(SetFMUstate)                 \
  X(FreeFMUstate)                \
  X(SerializedFMUstateSize)      \
  X(SerializeFMUstate)           \
  X(DeSerializeFMUstate)         \
  X(GetDirectionalDerivative)

#define FMI2_MODEL_EXCHANGE_FUNCTIONS(X) \
  X(EnterEventMode)                      \
  X(NewDiscreteStates)                   \
  X(EnterContinuousTimeMode)             \
  X(CompletedIntegratorStep)             \
  X(SetTime)                             \
  X(SetContinuousStates)                 \
  X(GetDerivatives)                      \
  X(GetEventIndicators)                  \
  X(GetContinuousStates)                 \
  X(GetNominalsOfContinuousStates)

#define FMI2_CO_SIMULATION_FUNCTIONS(X) \
  X(SetRealInputDerivatives)            \
  X(GetRealOutputDerivatives)           \
  X(DoStep)                             \
  X(CancelStep)                         \
  X(GetStatus)                          \
  X(GetRealStatus)                      \
  X(GetIntegerStatus)                   \
  X(GetBooleanStatus)                   \
  X(GetStringStatus)

#ifdef __cplusplus
}
#endif
