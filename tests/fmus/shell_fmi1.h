// SPDX-License-Identifier: MIT
#pragma once

// What the two kinds of FMUs of FMI 1.0 share: a library is for co-simulation or for model exchange.

#include "oldham/fmi/standard/fmi1.h"
#include "shell.h"

// functions are named after the model
#define JOIN(model, rest) model##rest
#define NAMED(model, rest) JOIN(model, rest)
#define F(name) NAMED(IDENTIFIER, _fmi##name)

#define DECLARE(name) fmi1##name##_type F(name);
FMI1_COMMON_FUNCTIONS(DECLARE)

typedef void (*Logger1)(fmi1Component, fmi1String instance_name, fmi1Status, fmi1String category, fmi1String message,
                        ...);

typedef struct {
  Shell shell;
  Logger1 logger;
  char name[64];
  bool has_slopes;  // inputs as straight lines
  bool is_in_step;  // model exchange: the time was set, and the step not completed
  Values before;    // the step under way, for it to be repeated
  double step_begin, slopes[slots], bases[slots];
} Instance1;

fmi1Status refuse(Instance1* c, const char* format, ...);
/// Null, and said so, where the guid is not that of the library.
Instance1* make_instance(fmi1String name, fmi1String guid, Logger1 logger);
