// SPDX-License-Identifier: MIT

// A model as an FMU of FMI 1.0, for co-simulation.

#include <stdlib.h>
#include <string.h>

#include "shell_fmi1.h"

FMI1_CO_SIMULATION_FUNCTIONS(DECLARE)

enum { most_orders = 2 };

#ifdef DISCARDS_LONG_STEPS
static const double longest = 0.01;  // s
#endif

fmi1Component F(InstantiateSlave)(fmi1String name, fmi1String guid, fmi1String location, fmi1String mime_type,
                                  fmi1Real timeout, fmi1Boolean visible, fmi1Boolean interactive,
                                  fmi1CallbackFunctions callbacks, fmi1Boolean logging) {
  (void)location, (void)mime_type, (void)timeout, (void)visible, (void)interactive, (void)logging;
  return make_instance(name, guid, callbacks.logger);
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
  if (c->shell.values.time - from > 1e-9 && is_new) return refuse(c, "this is later than %g", from);
  if (c->shell.mode != mode_step) return refuse(c, "fmiDoStep before fmiInitializeSlave");
#ifdef DISCARDS_LONG_STEPS
  // it stands at its last successful time, and goes back where the step is repeated
  if (!is_new) c->shell.values = c->before;
  c->before = c->shell.values;
  if (length > longest * (1 + 1e-9)) {
    go_on(&c->shell, from + longest, &(Drive){NULL, c});
    return fmi1Discard;
  }
#endif
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

// what else the headers have

const char* F(GetTypesPlatform)(void) { return "standard32"; }

fmi1Status F(GetRealOutputDerivatives)(fmi1Component component, const fmi1ValueReference references[], size_t count,
                                       const fmi1Integer orders[], fmi1Real values[]) {
  (void)references, (void)count, (void)orders, (void)values;
  return refuse(component, "output derivatives are not supported");
}
fmi1Status F(CancelStep)(fmi1Component component) { return refuse(component, "steps are not asynchronous"); }

#define NO_STATUS(Name, Type)                                                                \
  fmi1Status F(Name)(fmi1Component component, fmi1StatusKind kind, Type* value) {            \
    (void)component, (void)kind, (void)value;                                                \
    return fmi1Discard;                                                                      \
  }
NO_STATUS(GetStatus, fmi1Status)
NO_STATUS(GetIntegerStatus, fmi1Integer)
NO_STATUS(GetBooleanStatus, fmi1Boolean)
NO_STATUS(GetStringStatus, fmi1String)
