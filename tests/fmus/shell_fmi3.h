// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/fmi/standard/fmi3.h"
#include "shell.h"

#define DECLARE(name) fmi3##name##_type fmi3##name;
FMI3_COMMON_FUNCTIONS(DECLARE)
FMI3_MODEL_EXCHANGE_FUNCTIONS(DECLARE)
FMI3_CO_SIMULATION_FUNCTIONS(DECLARE)
FMI3_SCHEDULED_EXECUTION_FUNCTIONS(DECLARE)
#undef DECLARE

typedef struct {
  Shell shell;
  fmi3InstanceEnvironment environment;
  fmi3LogMessageCallback* log;
  fmi3IntermediateUpdateCallback* update;  // null: inputs are held during a step
  bool is_exchange, has_event_mode;
  bool is_intermediate;  // inside the callback
} Instance3;

fmi3Status refuse(Instance3* c, const char* format, ...);
fmi3Status wrong_mode(Instance3* c, const char* function);

#define NEED_MODE(condition, function) \
  Instance3* const c = instance;       \
  if (!(condition)) return wrong_mode(c, function)
