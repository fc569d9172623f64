// SPDX-License-Identifier: MIT
#pragma once

// The C interface of FMI 1.0 for co-simulation, declared from the specification; for C and C++. Functions of a library
// are named after the model: MODEL_fmiDoStep. FMI1_FUNCTIONS lists them without that.

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

#define FMI1_FUNCTIONS(X)    \
  X(GetVersion)              \
  X(SetDebugLogging)         \
  X(InstantiateSlave)        \
  X(InitializeSlave)         \
  X(TerminateSlave)          \
  X(ResetSlave)              \
  X(FreeSlaveInstance)       \
  X(GetReal)                 \
  X(GetInteger)              \
  X(GetBoolean)              \
  X(GetString)               \
  X(SetReal)                 \
  X(SetInteger)              \
  X(SetBoolean)              \
  X(SetString)               \
  X(SetRealInputDerivatives) \
  X(DoStep)                  \
  X(GetRealStatus)

#ifdef __cplusplus
}
#endif
