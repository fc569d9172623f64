// SPDX-License-Identifier: MIT
#pragma once

// The C interface of FMI 1.0, declared from the specification; for C and C++. Functions of a library are named after the
// model: MODEL_fmiDoStep. The lists at the end have them without that.

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef void* fmi1Component;
typedef unsigned int fmi1ValueReference;
typedef double fmi1Real;
typedef int fmi1Integer;
typedef char fmi1Boolean;
typedef const char* fmi1String;

typedef enum { fmi1OK, fmi1Warning, fmi1Discard, fmi1Error, fmi1Fatal, fmi1Pending } fmi1Status;
typedef enum { fmi1DoStepStatus, fmi1PendingStatus, fmi1LastSuccessfulTime } fmi1StatusKind;

typedef struct {
  void (*logger)(fmi1Component, fmi1String instanceName, fmi1Status, fmi1String category, fmi1String message, ...);
  void* (*allocateMemory)(size_t count, size_t size);
  void (*freeMemory)(void*);
  void (*stepFinished)(fmi1Component, fmi1Status);
} fmi1CallbackFunctions;

// for model exchange, which passes fewer of them by value
typedef struct {
  void (*logger)(fmi1Component, fmi1String instanceName, fmi1Status, fmi1String category, fmi1String message, ...);
  void* (*allocateMemory)(size_t count, size_t size);
  void (*freeMemory)(void*);
} fmi1ModelCallbackFunctions;

typedef struct {
  fmi1Boolean iterationConverged, stateValueReferencesChanged, stateValuesChanged, terminateSimulation;
  fmi1Boolean upcomingTimeEvent;
  fmi1Real nextEventTime;
} fmi1EventInfo;

typedef const char* fmi1GetVersion_type(void);
typedef fmi1Status fmi1SetDebugLogging_type(fmi1Component, fmi1Boolean loggingOn);
typedef fmi1Component fmi1InstantiateSlave_type(fmi1String instanceName, fmi1String guid, fmi1String fmuLocation,
                                                fmi1String mimeType, fmi1Real timeout, fmi1Boolean visible,
                                                fmi1Boolean interactive, fmi1CallbackFunctions, fmi1Boolean loggingOn);
typedef fmi1Status fmi1InitializeSlave_type(fmi1Component, fmi1Real start, fmi1Boolean stopDefined, fmi1Real stop);
typedef fmi1Status fmi1TerminateSlave_type(fmi1Component);
typedef fmi1Status fmi1ResetSlave_type(fmi1Component);
typedef void fmi1FreeSlaveInstance_type(fmi1Component);
typedef fmi1Status fmi1GetReal_type(fmi1Component, const fmi1ValueReference[], size_t, fmi1Real[]);
typedef fmi1Status fmi1GetInteger_type(fmi1Component, const fmi1ValueReference[], size_t, fmi1Integer[]);
typedef fmi1Status fmi1GetBoolean_type(fmi1Component, const fmi1ValueReference[], size_t, fmi1Boolean[]);
typedef fmi1Status fmi1GetString_type(fmi1Component, const fmi1ValueReference[], size_t, fmi1String[]);
typedef fmi1Status fmi1SetReal_type(fmi1Component, const fmi1ValueReference[], size_t, const fmi1Real[]);
typedef fmi1Status fmi1SetInteger_type(fmi1Component, const fmi1ValueReference[], size_t, const fmi1Integer[]);
typedef fmi1Status fmi1SetBoolean_type(fmi1Component, const fmi1ValueReference[], size_t, const fmi1Boolean[]);
typedef fmi1Status fmi1SetString_type(fmi1Component, const fmi1ValueReference[], size_t, const fmi1String[]);
typedef fmi1Status fmi1SetRealInputDerivatives_type(fmi1Component, const fmi1ValueReference[], size_t,
                                                    const fmi1Integer orders[], const fmi1Real values[]);
typedef fmi1Status fmi1DoStep_type(fmi1Component, fmi1Real from, fmi1Real length, fmi1Boolean newStep);
typedef fmi1Status fmi1GetRealStatus_type(fmi1Component, fmi1StatusKind, fmi1Real*);

typedef fmi1Component fmi1InstantiateModel_type(fmi1String instanceName, fmi1String guid, fmi1ModelCallbackFunctions,
                                                fmi1Boolean loggingOn);
typedef void fmi1FreeModelInstance_type(fmi1Component);
typedef fmi1Status fmi1SetTime_type(fmi1Component, fmi1Real);
typedef fmi1Status fmi1SetContinuousStates_type(fmi1Component, const fmi1Real[], size_t);
typedef fmi1Status fmi1CompletedIntegratorStep_type(fmi1Component, fmi1Boolean* callEventUpdate);
typedef fmi1Status fmi1Initialize_type(fmi1Component, fmi1Boolean toleranceControlled, fmi1Real relativeTolerance,
                                       fmi1EventInfo*);
typedef fmi1Status fmi1GetDerivatives_type(fmi1Component, fmi1Real[], size_t);
typedef fmi1Status fmi1GetEventIndicators_type(fmi1Component, fmi1Real[], size_t);
typedef fmi1Status fmi1EventUpdate_type(fmi1Component, fmi1Boolean intermediateResults, fmi1EventInfo*);
typedef fmi1Status fmi1GetContinuousStates_type(fmi1Component, fmi1Real[], size_t);
typedef fmi1Status fmi1GetNominalContinuousStates_type(fmi1Component, fmi1Real[], size_t);
typedef fmi1Status fmi1Terminate_type(fmi1Component);

#define FMI1_COMMON_FUNCTIONS(X) \
  X(GetVersion)                  \
  X(SetDebugLogging)             \
  X(GetReal)                     \
  X(GetInteger)                  \
  X(GetBoolean)                  \
  X(GetString)                   \
  X(SetReal)                     \
  X(SetInteger)                  \
  X(SetBoolean)                  \
  X(SetString)

#define FMI1_CO_SIMULATION_FUNCTIONS(X) \
  X(InstantiateSlave)                   \
  X(InitializeSlave)                    \
  X(TerminateSlave)                     \
  X(ResetSlave)                         \
  X(FreeSlaveInstance)                  \
  X(SetRealInputDerivatives)            \
  X(DoStep)                             \
  X(GetRealStatus)

#define FMI1_MODEL_EXCHANGE_FUNCTIONS(X) \
  X(InstantiateModel)                    \
  X(FreeModelInstance)                   \
  X(SetTime)                             \
  X(SetContinuousStates)                 \
  X(CompletedIntegratorStep)             \
  X(Initialize)                          \
  X(GetDerivatives)                      \
  X(GetEventIndicators)                  \
  X(EventUpdate)                         \
  X(GetContinuousStates)                 \
  X(GetNominalContinuousStates)          \
  X(Terminate)

#ifdef __cplusplus
}
#endif
