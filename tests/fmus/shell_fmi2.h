// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/fmi/standard/fmi2.h"
#include "shell.h"

#define DECLARE(name) fmi2##name##_type fmi2##name;
FMI2_COMMON_FUNCTIONS(DECLARE)
FMI2_MODEL_EXCHANGE_FUNCTIONS(DECLARE)
FMI2_CO_SIMULATION_FUNCTIONS(DECLARE)
#undef DECLARE

enum { most_orders = 4 };

typedef struct {
  Shell shell;
  fmi2CallbackFunctions callbacks;
  fmi2Type type;
  char name[64];
  void* memory;  // of the importer; may be null
  Values initial;
  // inputs as polynomials of the time since the step began
  bool has_slopes;
  double only_length;  // of steps, where all are equal
  double step_begin, slopes[most_orders][slots], bases[slots];
} Instance2;

fmi2Status refuse(Instance2* c, const char* format, ...);
fmi2Status wrong_mode(Instance2* c, const char* function);

#define NEED_MODE(condition, function) \
  Instance2* const c = component;      \
  if (!(condition)) return wrong_mode(c, function)
