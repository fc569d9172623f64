// SPDX-License-Identifier: MIT

// The functions of FMI 2.0 for model exchange.

#include <string.h>

#include "shell_fmi2.h"

fmi2Status fmi2EnterEventMode(fmi2Component component) {
  NEED_MODE(c->shell.mode == mode_continuous, "fmi2EnterEventMode");
  c->shell.mode = mode_event;
  return fmi2OK;
}

fmi2Status fmi2NewDiscreteStates(fmi2Component component, fmi2EventInfo* info) {
  NEED_MODE(c->shell.mode == mode_event, "fmi2NewDiscreteStates");
  const Event event = settle(&c->shell);
  *info = (fmi2EventInfo){.terminateSimulation = event.ends,
                          .valuesOfContinuousStatesChanged = event.changes_states,
                          .nextEventTimeDefined = event.has_next,
                          .nextEventTime = event.next};
  return fmi2OK;
}

fmi2Status fmi2EnterContinuousTimeMode(fmi2Component component) {
  NEED_MODE(c->shell.mode == mode_event, "fmi2EnterContinuousTimeMode");
  c->shell.mode = mode_continuous;
  return fmi2OK;
}

fmi2Status fmi2CompletedIntegratorStep(fmi2Component component, fmi2Boolean is_final, fmi2Boolean* enter_event_mode,
                                       fmi2Boolean* terminate) {
  NEED_MODE(c->shell.mode == mode_continuous, "fmi2CompletedIntegratorStep");
  (void)is_final;
  *enter_event_mode = *terminate = fmi2False;
  return fmi2OK;
}

fmi2Status fmi2SetTime(fmi2Component component, fmi2Real time) {
  NEED_MODE(c->shell.mode == mode_continuous || c->shell.mode == mode_event, "fmi2SetTime");
  c->shell.values.time = time;
  return fmi2OK;
}

fmi2Status fmi2SetContinuousStates(fmi2Component component, const fmi2Real x[], size_t count) {
  NEED_MODE(c->shell.mode == mode_continuous && count == model.states, "fmi2SetContinuousStates");
  memcpy(c->shell.values.real + model.first_state, x, count * sizeof(double));
  return fmi2OK;
}

static fmi2Status get_row(fmi2Component component, unsigned first, unsigned expected, fmi2Real row[], size_t count,
                          const char* function) {
  NEED_MODE(c->shell.mode >= mode_initialization && count == expected, function);
  refresh(&c->shell);
  memcpy(row, c->shell.values.real + first, count * sizeof(double));
  return fmi2OK;
}

fmi2Status fmi2GetContinuousStates(fmi2Component component, fmi2Real x[], size_t count) {
  return get_row(component, model.first_state, model.states, x, count, "fmi2GetContinuousStates");
}
fmi2Status fmi2GetDerivatives(fmi2Component component, fmi2Real dx[], size_t count) {
  return get_row(component, model.first_derivative, model.states, dx, count, "fmi2GetDerivatives");
}
fmi2Status fmi2GetEventIndicators(fmi2Component component, fmi2Real z[], size_t count) {
  return get_row(component, model.first_indicator, model.indicators, z, count, "fmi2GetEventIndicators");
}
fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component component, fmi2Real nominals[], size_t count) {
  NEED_MODE(count == model.states, "fmi2GetNominalsOfContinuousStates");
  for (size_t i = 0; i < count; ++i) nominals[i] = 1;
  return fmi2OK;
}
