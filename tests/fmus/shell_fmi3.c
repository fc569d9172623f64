// SPDX-License-Identifier: MIT

// A model as an FMU of FMI 3.0, for co-simulation and model exchange. It refuses calls in a mode that does not allow
// them, so that importers are held to the standard.

#include "shell_fmi3.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

fmi3Status refuse(Instance3* c, const char* format, ...) {
  char text[256];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  c->log(c->environment, fmi3Error, "logStatusError", text);
  return fmi3Error;
}

fmi3Status wrong_mode(Instance3* c, const char* function) {
  return refuse(c, "%s is not allowed: this is %s", function, mode_word(c->shell.mode));
}

const char* fmi3GetVersion(void) { return "3.0"; }

fmi3Status fmi3SetDebugLogging(fmi3Instance instance, fmi3Boolean on, size_t count, const fmi3String categories[]) {
  (void)instance, (void)on, (void)count, (void)categories;
  return fmi3OK;
}

static Instance3* make(const char* token, const char* resources, fmi3InstanceEnvironment environment,
                       fmi3LogMessageCallback* log) {
  Instance3* c = calloc(1, sizeof *c);
  c->environment = environment;
  c->log = log;
  start_values(&c->shell.values);
  const size_t length = resources == NULL ? 0 : strlen(resources);
  if (strcmp(token, TOKEN) == 0 && (resources == NULL || (resources[0] == '/' && resources[length - 1] == '/')))
    return c;
  refuse(c, "token '%s' or path '%s' is not mine; expected '%s' and a path that ends in a slash", token, resources,
         TOKEN);
  free(c);
  return NULL;
}

fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
                                          fmi3Boolean logging, fmi3InstanceEnvironment environment,
                                          fmi3LogMessageCallback* log) {
  (void)name, (void)visible, (void)logging;
  Instance3* c = make(token, resources, environment, log);
  if (c != NULL) c->is_exchange = true;
  return c;
}

fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
                                         fmi3Boolean logging, fmi3Boolean uses_event_mode, fmi3Boolean may_return_early,
                                         const fmi3ValueReference intermediate[], size_t count,
                                         fmi3InstanceEnvironment environment, fmi3LogMessageCallback* log,
                                         fmi3IntermediateUpdateCallback* update) {
  (void)name, (void)visible, (void)logging, (void)intermediate;
  Instance3* c = make(token, resources, environment, log);
  if (c == NULL) return NULL;
  // without early returns events are handled inside, as without event mode
  c->shell.uses_event_mode = uses_event_mode && may_return_early;
  c->has_event_mode = uses_event_mode;
  c->update = count > 0 ? update : NULL;
  return c;
}

void fmi3FreeInstance(fmi3Instance instance) { free(instance); }

fmi3Status fmi3EnterInitializationMode(fmi3Instance instance, fmi3Boolean has_tolerance, fmi3Float64 tolerance,
                                       fmi3Float64 start, fmi3Boolean has_stop, fmi3Float64 stop) {
  NEED_MODE(c->shell.mode == mode_instantiated, "fmi3EnterInitializationMode");
  (void)has_tolerance, (void)tolerance;
  c->shell.has_stop = has_stop;
  c->shell.stop = stop;
  c->shell.values.start = c->shell.values.time = start;
  c->shell.mode = mode_initialization;
  return fmi3OK;
}

fmi3Status fmi3ExitInitializationMode(fmi3Instance instance) {
  NEED_MODE(c->shell.mode == mode_initialization, "fmi3ExitInitializationMode");
  refresh(&c->shell);
  c->shell.mode = c->is_exchange || c->has_event_mode ? mode_event : mode_step;
  return fmi3OK;
}

fmi3Status fmi3EnterEventMode(fmi3Instance instance) {
  NEED_MODE(c->shell.mode == (c->is_exchange ? mode_continuous : mode_step) && (c->is_exchange || c->has_event_mode),
            "fmi3EnterEventMode");
  c->shell.mode = mode_event;
  return fmi3OK;
}

fmi3Status fmi3EnterStepMode(fmi3Instance instance) {
  NEED_MODE(c->shell.mode == mode_event && !c->is_exchange, "fmi3EnterStepMode");
  c->shell.mode = mode_step;
  return fmi3OK;
}

fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance instance) {
  NEED_MODE(c->shell.mode == mode_event && c->is_exchange, "fmi3EnterContinuousTimeMode");
  c->shell.mode = mode_continuous;
  return fmi3OK;
}

fmi3Status fmi3EnterConfigurationMode(fmi3Instance instance) {
  NEED_MODE(c->shell.mode == mode_instantiated, "fmi3EnterConfigurationMode");
  c->shell.mode = mode_configuration;
  return fmi3OK;
}

fmi3Status fmi3ExitConfigurationMode(fmi3Instance instance) {
  NEED_MODE(c->shell.mode == mode_configuration, "fmi3ExitConfigurationMode");
  for (unsigned r = 0; r < slots; ++r)
    if (element_count(&c->shell, r) > variables[r].room && variables[r].size != 0)
      return refuse(c, "variable %u has room for %u elements", r, variables[r].room);
  c->shell.mode = mode_instantiated;
  return fmi3OK;
}

fmi3Status fmi3Terminate(fmi3Instance instance) {
  NEED_MODE(c->shell.mode > mode_initialization && c->shell.mode != mode_ended, "fmi3Terminate");
  c->shell.mode = mode_ended;
  return fmi3OK;
}

fmi3Status fmi3Reset(fmi3Instance instance) {
  Instance3* c = instance;
  start_values(&c->shell.values);
  c->shell.mode = mode_instantiated;
  c->shell.has_ended = false;
  return fmi3OK;
}

fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance instance) {
  NEED_MODE(c->shell.mode == mode_event, "fmi3EvaluateDiscreteStates");
  return fmi3OK;
}

fmi3Status fmi3UpdateDiscreteStates(fmi3Instance instance, fmi3Boolean* needs_update, fmi3Boolean* terminate,
                                    fmi3Boolean* nominals_changed, fmi3Boolean* states_changed, fmi3Boolean* has_next,
                                    fmi3Float64* next) {
  NEED_MODE(c->shell.mode == mode_event, "fmi3UpdateDiscreteStates");
  const Event event = settle(&c->shell);
  *needs_update = *nominals_changed = false;
  *terminate = event.ends;
  *states_changed = event.changes_states;
  *has_next = event.has_next;
  *next = event.next;
  return fmi3OK;
}

// state

fmi3Status fmi3GetFMUState(fmi3Instance instance, fmi3FMUState* state) {
  NEED_MODE(c->shell.mode != mode_ended, "fmi3GetFMUState");
  if (*state == NULL) *state = malloc(sizeof(Shell));
  memcpy(*state, &c->shell, sizeof(Shell));
  return fmi3OK;
}

fmi3Status fmi3SetFMUState(fmi3Instance instance, fmi3FMUState state) {
  memcpy(&((Instance3*)instance)->shell, state, sizeof(Shell));
  return fmi3OK;
}

fmi3Status fmi3FreeFMUState(fmi3Instance instance, fmi3FMUState* state) {
  (void)instance;
  free(*state);
  *state = NULL;
  return fmi3OK;
}

fmi3Status fmi3SerializedFMUStateSize(fmi3Instance instance, fmi3FMUState state, size_t* size) {
  (void)instance, (void)state;
  *size = sizeof(Shell);
  return fmi3OK;
}

fmi3Status fmi3SerializeFMUState(fmi3Instance instance, fmi3FMUState state, fmi3Byte bytes[], size_t size) {
  if (size != sizeof(Shell)) return refuse(instance, "the state has %zu bytes", sizeof(Shell));
  memcpy(bytes, state, size);
  return fmi3OK;
}

fmi3Status fmi3DeserializeFMUState(fmi3Instance instance, const fmi3Byte bytes[], size_t size, fmi3FMUState* state) {
  if (size != sizeof(Shell)) return refuse(instance, "the state has %zu bytes", sizeof(Shell));
  if (*state == NULL) *state = malloc(size);
  memcpy(*state, bytes, size);
  return fmi3OK;
}

fmi3Status fmi3GetDirectionalDerivative(fmi3Instance instance, const fmi3ValueReference unknowns[], size_t rows,
                                        const fmi3ValueReference knowns[], size_t columns, const fmi3Float64 seed[],
                                        size_t seeds, fmi3Float64 sensitivity[], size_t sensitivities) {
  NEED_MODE(model.partial != NULL && c->shell.mode >= mode_initialization && seeds == columns && sensitivities == rows,
            "fmi3GetDirectionalDerivative");
  refresh(&c->shell);
  for (size_t i = 0; i < rows; ++i) {
    sensitivity[i] = 0;
    for (size_t k = 0; k < columns; ++k)
      sensitivity[i] += model.partial(&c->shell.values, unknowns[i], knowns[k]) * seed[k];
  }
  return fmi3OK;
}

// model exchange

fmi3Status fmi3CompletedIntegratorStep(fmi3Instance instance, fmi3Boolean is_final, fmi3Boolean* enter_event_mode,
                                       fmi3Boolean* terminate) {
  NEED_MODE(c->shell.mode == mode_continuous, "fmi3CompletedIntegratorStep");
  (void)is_final;
  *enter_event_mode = *terminate = false;
  return fmi3OK;
}

fmi3Status fmi3SetTime(fmi3Instance instance, fmi3Float64 time) {
  NEED_MODE(c->shell.mode == mode_continuous, "fmi3SetTime");
  c->shell.values.time = time;
  return fmi3OK;
}

fmi3Status fmi3SetContinuousStates(fmi3Instance instance, const fmi3Float64 x[], size_t count) {
  NEED_MODE(c->shell.mode == mode_continuous && count == model.states, "fmi3SetContinuousStates");
  memcpy(c->shell.values.real + model.first_state, x, count * sizeof(double));
  return fmi3OK;
}

static fmi3Status get_row(fmi3Instance instance, unsigned first, unsigned expected, fmi3Float64 row[], size_t count,
                          const char* function) {
  NEED_MODE(c->shell.mode >= mode_initialization && count == expected, function);
  refresh(&c->shell);
  memcpy(row, c->shell.values.real + first, count * sizeof(double));
  return fmi3OK;
}

fmi3Status fmi3GetContinuousStates(fmi3Instance instance, fmi3Float64 x[], size_t count) {
  return get_row(instance, model.first_state, model.states, x, count, "fmi3GetContinuousStates");
}
fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance instance, fmi3Float64 dx[], size_t count) {
  return get_row(instance, model.first_derivative, model.states, dx, count, "fmi3GetContinuousStateDerivatives");
}
fmi3Status fmi3GetEventIndicators(fmi3Instance instance, fmi3Float64 z[], size_t count) {
  return get_row(instance, model.first_indicator, model.indicators, z, count, "fmi3GetEventIndicators");
}
fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance instance, fmi3Float64 nominals[], size_t count) {
  NEED_MODE(count == model.states, "fmi3GetNominalsOfContinuousStates");
  for (size_t i = 0; i < count; ++i) nominals[i] = 1;
  return fmi3OK;
}
fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance instance, size_t* count) {
  (void)instance;
  *count = model.indicators;
  return fmi3OK;
}
fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance instance, size_t* count) {
  (void)instance;
  *count = model.states;
  return fmi3OK;
}

// co-simulation

fmi3Status fmi3GetOutputDerivatives(fmi3Instance instance, const fmi3ValueReference references[], size_t count,
                                    const fmi3Int32 orders[], fmi3Float64 values[], size_t elements) {
  (void)references, (void)count, (void)orders, (void)values, (void)elements;
  return refuse(instance, "output derivatives are not told");
}

static void ask_for_inputs(void* context, double time) {
  Instance3* c = context;
  fmi3Boolean wants_to_return = false;
  fmi3Float64 at = time;
  c->is_intermediate = true;
  c->update(c->environment, time, true, false, false, false, &wants_to_return, &at);
  c->is_intermediate = false;
}

fmi3Status fmi3DoStep(fmi3Instance instance, fmi3Float64 from, fmi3Float64 length, fmi3Boolean is_final,
                      fmi3Boolean* needs_event, fmi3Boolean* terminate, fmi3Boolean* early, fmi3Float64* last) {
  NEED_MODE(c->shell.mode == mode_step && !c->shell.has_ended, "fmi3DoStep");
  (void)is_final;
  const double distance = from - c->shell.values.time, end = from + length;
  if (!(length > 0) || distance > 1e-9 || distance < -1e-9)
    return refuse(c, "the step begins at %.17g, but this is %.17g", from, c->shell.values.time);
  if (c->shell.has_stop && end > c->shell.stop)
    return refuse(c, "the step ends at %.17g, behind the end at %.17g", end, c->shell.stop);
#ifdef DISCARDS_LONG_STEPS
  static const double longest = 0.01;  // s
  *needs_event = *terminate = *early = false;
  *last = from + longest;
  if (length > longest * (1 + 1e-9)) return fmi3Discard;  // and it stands where it stood
#endif
  const Drive drive = {c->update != NULL ? ask_for_inputs : NULL, c};
  *needs_event = go_on(&c->shell, end, &drive);
  *terminate = c->shell.has_ended;
  *early = c->shell.values.time < end;
  *last = c->shell.values.time;
  return fmi3OK;
}

#ifndef LACKS_SCHEDULING
// scheduled execution: required by the standard of every FMU, and refused by these

fmi3Instance fmi3InstantiateScheduledExecution(fmi3String name, fmi3String token, fmi3String resources,
                                               fmi3Boolean visible, fmi3Boolean logging,
                                               fmi3InstanceEnvironment environment, fmi3LogMessageCallback* log,
                                               fmi3ClockUpdateCallback* update, fmi3LockPreemptionCallback* lock,
                                               fmi3UnlockPreemptionCallback* unlock) {
  (void)name, (void)token, (void)resources, (void)visible, (void)logging, (void)update, (void)lock, (void)unlock;
  log(environment, fmi3Error, "logStatusError", "scheduled execution is not supported");
  return NULL;
}

fmi3Status fmi3ActivateModelPartition(fmi3Instance instance, fmi3ValueReference clock, fmi3Float64 time) {
  (void)clock, (void)time;
  return refuse(instance, "there are no clocks");
}
#endif
