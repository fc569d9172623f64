// SPDX-License-Identifier: MIT
#pragma once

// What the shells of all versions of the standard share: modes, who may be set when, and a solver.

#include "model.h"

typedef enum {
  mode_instantiated,
  mode_configuration,
  mode_initialization,
  mode_event,
  mode_step,
  mode_continuous,
  mode_ended
} Mode;

typedef struct {
  Values values;
  Mode mode;
  bool uses_event_mode;  // co-simulation
  bool has_ended;        // the model asked for the end
  bool has_stop;
  double stop;  // s; steps that pass it are refused, as some tools' are
} Shell;

/// Brings inputs to a time inside a step.
typedef struct {
  void (*feed)(void* context, double time);
  void* context;
} Drive;

void start_values(Values* values);
/// What follows from the rest, as it is in this mode.
void refresh(Shell* shell);
bool may_be_set(const Shell* shell, unsigned reference);
size_t element_count(const Shell* shell, unsigned reference);
const char* mode_word(Mode mode);

/// Repeats the event until nothing changes.
Event settle(Shell* shell);
/// Goes on to a time with the fourth-order method of Runge and Kutta, or only to the next event where that is to be
/// handled by others: then it returns true.
bool go_on(Shell* shell, double to, const Drive* drive);
