// SPDX-License-Identifier: MIT

// A model as an FMU of FMI 1.0, for co-simulation.

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oldham/fmi/standard/fmi1.h"
#include "shell.h"

// functions are named after the model
#define JOIN(model, rest) model##rest
#define NAMED(model, rest) JOIN(model, rest)
#define F(name) NAMED(IDENTIFIER, _fmi##name)

#define DECLARE(name) fmi1##name##_type F(name);
FMI1_FUNCTIONS(DECLARE)
#undef DECLARE

enum { most_orders = 2 };

typedef struct {
  Shell shell;
  fmi1CallbackFunctions callbacks;
  char name[64];
  bool has_slopes;  // inputs as straight lines
  double step_begin, slopes[slots], bases[slots];
} Instance1;

static fmi1Status refuse(Instance1* c, const char* format, ...) {
  char text[256];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  c->callbacks.logger(c, c->name, fmi1Error, "error", "%s", text);
  return fmi1Error;
}

const char* F(GetVersion)(void) { return "1.0"; }

fmi1Status F(SetDebugLogging)(fmi1Component component, fmi1Boolean on) {
  (void)component, (void)on;
  return fmi1OK;
}

fmi1Component F(InstantiateSlave)(fmi1String name, fmi1String guid, fmi1String location, fmi1String mime_type,
                                  fmi1Real timeout, fmi1Boolean visible, fmi1Boolean interactive,
                                  fmi1CallbackFunctions callbacks, fmi1Boolean logging) {
  (void)location, (void)mime_type, (void)timeout, (void)visible, (void)interactive, (void)logging;
  Instance1* c = calloc(1, sizeof *c);
  c->callbacks = callbacks;
  snprintf(c->name, sizeof c->name, "%s", name);
  start_values(&c->shell.values);
  if (strcmp(guid, TOKEN) == 0) return c;
  refuse(c, "guid '%s' is not mine", guid);
  free(c);
  return NULL;
}

fmi1Status F(InitializeSlave)(fmi1Component component, fmi1Real start, fmi1Boolean has_stop, fmi1Real stop) {
  Instance1* c = component;
  c->shell.has_stop = has_stop;
  c->shell.stop = stop;
  if (c->shell.mode != mode_instantiated) return refuse(c, "is initialised already");
  c->shell.values.start = c->shell.values.time = start;
  refresh(&c->shell);
  c->shell.mode = mode_step;
  return fmi1OK;
}

fmi1Status F(TerminateSlave)(fmi1Component component) {
  ((Instance1*)component)->shell.mode = mode_ended;
  return fmi1OK;
}

fmi1Status F(ResetSlave)(fmi1Component component) {
  Instance1* c = component;
  start_values(&c->shell.values);
  c->shell.mode = mode_instantiated;
  return fmi1OK;
}

void F(FreeSlaveInstance)(fmi1Component component) { free(component); }

static fmi1Status check(Instance1* c, const fmi1ValueReference references[], size_t count, bool to_set) {
  for (size_t i = 0; i < count; ++i)
    if (references[i] >= slots || (to_set && !may_be_set(&c->shell, references[i])))
      return refuse(c, "variable %u is not there or must not be set now", references[i]);
  if (!to_set) refresh(&c->shell);
  return fmi1OK;
}

#define GET(Name, expression)                                                                                      \
  fmi1Status F(Get##Name)(fmi1Component component, const fmi1ValueReference r[], size_t count, fmi1##Name got[]) { \
    Instance1* c = component;                                                                                      \
    if (check(c, r, count, false) != fmi1OK) return fmi1Error;                                                     \
    for (size_t i = 0; i < count; ++i) got[i] = expression;                                                        \
    return fmi1OK;                                                                                                 \
  }
GET(Real, c->shell.values.real[r[i]])
GET(Integer, (fmi1Integer)c->shell.values.integer[r[i]])
GET(Boolean, c->shell.values.integer[r[i]] != 0)
GET(String, c->shell.values.text[r[i]].bytes)

#define SET(Name, statement)                                                                   \
  fmi1Status F(Set##Name)(fmi1Component component, const fmi1ValueReference r[], size_t count, \
                          const fmi1##Name given[]) {                                          \
    Instance1* c = component;                                                                  \
    if (check(c, r, count, true) != fmi1OK) return fmi1Error;                                  \
    for (size_t i = 0; i < count; ++i) statement;                                              \
    return fmi1OK;                                                                             \
  }
SET(Real, c->shell.values.real[r[i]] = given[i])
SET(Integer, c->shell.values.integer[r[i]] = given[i])
SET(Boolean, c->shell.values.integer[r[i]] = given[i] != 0)
SET(String, snprintf(c->shell.values.text[r[i]].bytes, longest_text, "%s", given[i]))

fmi1Status F(SetRealInputDerivatives)(fmi1Component component, const fmi1ValueReference references[], size_t count,
                                      const fmi1Integer orders[], const fmi1Real values[]) {
  Instance1* c = component;
  if (!c->has_slopes) memset(c->slopes, 0, sizeof c->slopes);
  c->has_slopes = true;
  for (size_t i = 0; i < count; ++i) {
    if (orders[i] < 1 || orders[i] >= most_orders) return refuse(c, "no derivative of order %d", orders[i]);
    c->slopes[references[i]] = values[i];
  }
  return fmi1OK;
}

static void feed_lines(void* context, double time) {
  Instance1* c = context;
  for (unsigned r = 0; r < slots; ++r)
    if (variables[r].causality == input && variables[r].variability == continuous)
      c->shell.values.real[r] = c->bases[r] + c->slopes[r] * (time - c->step_begin);
}

fmi1Status F(DoStep)(fmi1Component component, fmi1Real from, fmi1Real length, fmi1Boolean is_new) {
  Instance1* c = component;
  (void)is_new;
  if (c->shell.mode != mode_step) return refuse(c, "fmiDoStep before fmiInitializeSlave");
  if (c->shell.has_stop && from + length > c->shell.stop) return refuse(c, "the step ends behind the end");
  c->step_begin = c->shell.values.time;
  memcpy(c->bases, c->shell.values.real, sizeof c->bases);
  const Drive drive = {c->has_slopes ? feed_lines : NULL, c};
  go_on(&c->shell, from + length, &drive);
  c->has_slopes = false;
  return c->shell.has_ended ? fmi1Discard : fmi1OK;
}

fmi1Status F(GetRealStatus)(fmi1Component component, fmi1StatusKind kind, fmi1Real* value) {
  if (kind != fmi1LastSuccessfulTime) return fmi1Discard;
  *value = ((Instance1*)component)->shell.values.time;
  return fmi1OK;
}
