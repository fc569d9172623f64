// SPDX-License-Identifier: MIT

// A model as an FMU of FMI 1.0, for model exchange. It refuses calls before its initialization that come after it by the
// standard, and the other way round.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "shell_fmi1.h"

FMI1_MODEL_EXCHANGE_FUNCTIONS(DECLARE)

#define NEED(condition, function)                            \
  Instance1* c = component;                                  \
  if (!(condition)) return refuse(c, "%s is not allowed: this is %s", function, mode_word(c->shell.mode))

fmi1Component F(InstantiateModel)(fmi1String name, fmi1String guid, fmi1ModelCallbackFunctions callbacks,
                                  fmi1Boolean logging) {
  (void)logging;
  Instance1* c = make_instance(name, guid, callbacks.logger);
  if (c != NULL) c->shell.values.time = NAN;  // to be set
  return c;
}

void F(FreeModelInstance)(fmi1Component component) { free(component); }

static fmi1EventInfo info_of(const Event* event) {
  return (fmi1EventInfo){.iterationConverged = !event->needs_another,
                         .stateValuesChanged = event->changes_states,
                         .terminateSimulation = event->ends,
                         .upcomingTimeEvent = event->has_next,
                         .nextEventTime = event->next};
}

fmi1Status F(SetTime)(fmi1Component component, fmi1Real time) {
  NEED(c->shell.mode != mode_ended, "fmiSetTime");
  c->shell.values.time = time;
  c->is_in_step = true;
  return fmi1OK;
}

/// The event of the beginning is left to the next round, so that importers have to make one.
fmi1Status F(Initialize)(fmi1Component component, fmi1Boolean has_tolerance, fmi1Real tolerance, fmi1EventInfo* info) {
  NEED(c->shell.mode == mode_instantiated, "fmiInitialize");
  (void)has_tolerance, (void)tolerance;
  if (isnan(c->shell.values.time)) return refuse(c, "fmiInitialize before fmiSetTime");
  c->shell.values.start = c->shell.values.time;
  refresh(&c->shell);
  c->is_in_step = false;
  c->shell.mode = mode_event;  // what may be set is as in the mode of events from now on
  const Event event = {.needs_another = true};
  *info = info_of(&event);
  return fmi1OK;
}

fmi1Status F(EventUpdate)(fmi1Component component, fmi1Boolean intermediate_results, fmi1EventInfo* info) {
  NEED(c->shell.mode == mode_event, "fmiEventUpdate");
  if (c->is_in_step) return refuse(c, "fmiEventUpdate before fmiCompletedIntegratorStep");
  (void)intermediate_results;
  const Event event = settle(&c->shell);
  *info = info_of(&event);
  return fmi1OK;
}

fmi1Status F(CompletedIntegratorStep)(fmi1Component component, fmi1Boolean* needs_event) {
  NEED(c->shell.mode == mode_event, "fmiCompletedIntegratorStep");
  c->is_in_step = false;
  refresh(&c->shell);
  *needs_event = model.wants_event != NULL && model.wants_event(&c->shell.values);
  return fmi1OK;
}

fmi1Status F(Terminate)(fmi1Component component) {
  NEED(c->shell.mode == mode_event, "fmiTerminate");
  c->shell.mode = mode_ended;
  return fmi1OK;
}

fmi1Status F(SetContinuousStates)(fmi1Component component, const fmi1Real x[], size_t count) {
  NEED(c->shell.mode == mode_event && count == model.states, "fmiSetContinuousStates");
  memcpy(c->shell.values.real + model.first_state, x, count * sizeof(double));
  return fmi1OK;
}

static fmi1Status get_row(fmi1Component component, unsigned first, unsigned expected, fmi1Real row[], size_t count,
                          const char* function) {
  NEED(c->shell.mode == mode_event && count == expected, function);
  refresh(&c->shell);
  memcpy(row, c->shell.values.real + first, count * sizeof(double));
  return fmi1OK;
}

fmi1Status F(GetContinuousStates)(fmi1Component component, fmi1Real x[], size_t count) {
  return get_row(component, model.first_state, model.states, x, count, "fmiGetContinuousStates");
}
fmi1Status F(GetDerivatives)(fmi1Component component, fmi1Real dx[], size_t count) {
  return get_row(component, model.first_derivative, model.states, dx, count, "fmiGetDerivatives");
}
fmi1Status F(GetEventIndicators)(fmi1Component component, fmi1Real z[], size_t count) {
  return get_row(component, model.first_indicator, model.indicators, z, count, "fmiGetEventIndicators");
}
fmi1Status F(GetNominalContinuousStates)(fmi1Component component, fmi1Real nominals[], size_t count) {
  NEED(count == model.states, "fmiGetNominalContinuousStates");
  for (size_t i = 0; i < count; ++i) nominals[i] = 1;
  return fmi1OK;
}
