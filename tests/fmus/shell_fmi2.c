// SPDX-License-Identifier: MIT

// A model as an FMU of FMI 2.0, for co-simulation and model exchange. It refuses calls in a mode that does not allow
// them, so that importers are held to the standard.

#include "shell_fmi2.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

fmi2Status refuse(Instance2* c, const char* format, ...) {
  char text[256];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  c->callbacks.logger(c->callbacks.componentEnvironment, c->name, fmi2Error, "logStatusError", "%s", text);
  return fmi2Error;
}

fmi2Status wrong_mode(Instance2* c, const char* function) {
  return refuse(c, "%s is not allowed: this is %s", function, mode_word(c->shell.mode));
}

const char* fmi2GetTypesPlatform(void) { return "default"; }
const char* fmi2GetVersion(void) { return "2.0"; }

fmi2Status fmi2SetDebugLogging(fmi2Component component, fmi2Boolean on, size_t count, const fmi2String categories[]) {
  (void)component, (void)on, (void)count, (void)categories;
  return fmi2OK;
}

#ifdef REVISITS_INSTANCES
// as FMUs of Dymola do: an instance is known by memory of it that the thread used last, also where it was freed
static _Thread_local void** visited = NULL;
enum { visited_size = 1 << 20 };  // so large that it is unmapped when it is freed
#endif

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions* callbacks, fmi2Boolean visible, fmi2Boolean logging) {
  (void)visible, (void)logging;
  Instance2* c = calloc(1, sizeof *c);
  c->callbacks = *callbacks;
#ifdef REVISITS_INSTANCES
  if (visited != NULL) visited[0] = c;
  visited = callbacks->allocateMemory(1, visited_size);
  c->memory = visited;
#endif
  c->type = type;
  snprintf(c->name, sizeof c->name, "%s", name);
  start_values(&c->shell.values);
  if (strcmp(guid, TOKEN) == 0 && (resources == NULL || strncmp(resources, "file:///", 8) == 0)) return c;
  refuse(c, "guid '%s' or resource location '%s' is not mine; expected '%s' and file:///", guid, resources, TOKEN);
  free(c);
  return NULL;
}

void fmi2FreeInstance(fmi2Component component) {
  Instance2* c = component;
  if (c->memory != NULL) c->callbacks.freeMemory(c->memory);
  free(c);
}

fmi2Status fmi2SetupExperiment(fmi2Component component, fmi2Boolean has_tolerance, fmi2Real tolerance, fmi2Real start,
                               fmi2Boolean has_stop, fmi2Real stop) {
  NEED_MODE(c->shell.mode == mode_instantiated, "fmi2SetupExperiment");
  (void)has_tolerance, (void)tolerance;
#ifdef INITIALIZES_AT_ONCE
  start_values(&c->shell.values);
#endif
  c->shell.has_stop = has_stop;
  c->shell.stop = stop;
  c->shell.values.start = c->shell.values.time = start;
  return fmi2OK;
}

fmi2Status fmi2EnterInitializationMode(fmi2Component component) {
  NEED_MODE(c->shell.mode == mode_instantiated, "fmi2EnterInitializationMode");
  c->shell.mode = mode_initialization;
#ifdef INITIALIZES_AT_ONCE
  refresh(&c->shell);
  c->initial = c->shell.values;
#endif
  return fmi2OK;
}

fmi2Status fmi2ExitInitializationMode(fmi2Component component) {
  NEED_MODE(c->shell.mode == mode_initialization, "fmi2ExitInitializationMode");
#ifdef INITIALIZES_AT_ONCE
  c->shell.values = c->initial;
#endif
  refresh(&c->shell);
  c->shell.mode = c->type == fmi2ModelExchange ? mode_event : mode_step;
  return fmi2OK;
}

fmi2Status fmi2Terminate(fmi2Component component) {
  NEED_MODE(c->shell.mode > mode_initialization && c->shell.mode != mode_ended, "fmi2Terminate");
  c->shell.mode = mode_ended;
  return fmi2OK;
}

fmi2Status fmi2Reset(fmi2Component component) {
  Instance2* c = component;
  start_values(&c->shell.values);
  c->shell.mode = mode_instantiated;
  c->shell.has_ended = c->has_slopes = false;
  return fmi2OK;
}

// values

static fmi2Status check_get(Instance2* c, const fmi2ValueReference references[], size_t count) {
  if (c->shell.mode == mode_instantiated) return wrong_mode(c, "to get values");
  for (size_t i = 0; i < count; ++i)
    if (references[i] >= slots) return refuse(c, "there is no variable %u", references[i]);
  refresh(&c->shell);
  return fmi2OK;
}

static fmi2Status check_set(Instance2* c, const fmi2ValueReference references[], size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (references[i] >= slots || !may_be_set(&c->shell, references[i]))
      return refuse(c, "variable %u must not be set in %s", references[i], mode_word(c->shell.mode));
  return fmi2OK;
}

#define GET(Name, Type, expression)                                                                                 \
  fmi2Status fmi2Get##Name(fmi2Component component, const fmi2ValueReference r[], size_t count, fmi2##Type got[]) { \
    Instance2* c = component;                                                                                       \
    if (check_get(c, r, count) != fmi2OK) return fmi2Error;                                                         \
    const Values* v = &c->shell.values;                                                                             \
    for (size_t i = 0; i < count; ++i) got[i] = expression;                                                         \
    return fmi2OK;                                                                                                  \
  }
GET(Real, Real, v->real[r[i]])
GET(Integer, Integer, (fmi2Integer)v->integer[r[i]])
GET(Boolean, Boolean, v->integer[r[i]] != 0)
GET(String, String, v->text[r[i]].bytes)

static void keep_text(Text* text, const char* bytes) {
  text->length = strnlen(bytes, longest_text - 1);
  memset(text->bytes, 0, sizeof text->bytes);
  memcpy(text->bytes, bytes, text->length);
}

#define SET(Name, statement)                                                                    \
  fmi2Status fmi2Set##Name(fmi2Component component, const fmi2ValueReference r[], size_t count, \
                           const fmi2##Name given[]) {                                          \
    Instance2* c = component;                                                                   \
    if (check_set(c, r, count) != fmi2OK) return fmi2Error;                                     \
    Values* v = &c->shell.values;                                                               \
    for (size_t i = 0; i < count; ++i) statement;                                               \
    return fmi2OK;                                                                              \
  }
SET(Real, v->real[r[i]] = given[i])
SET(Integer, v->integer[r[i]] = given[i])
SET(Boolean, v->integer[r[i]] = given[i] != fmi2False)
SET(String, keep_text(&v->text[r[i]], given[i]))

// state

fmi2Status fmi2GetFMUstate(fmi2Component component, fmi2FMUstate* state) {
  NEED_MODE(c->shell.mode != mode_ended, "fmi2GetFMUstate");
  if (*state == NULL) *state = malloc(sizeof(Shell));
  memcpy(*state, &c->shell, sizeof(Shell));
  return fmi2OK;
}

fmi2Status fmi2SetFMUstate(fmi2Component component, fmi2FMUstate state) {
  Instance2* c = component;
  memcpy(&c->shell, state, sizeof(Shell));
  c->has_slopes = false;
  return fmi2OK;
}

fmi2Status fmi2FreeFMUstate(fmi2Component component, fmi2FMUstate* state) {
  (void)component;
  free(*state);
  *state = NULL;
  return fmi2OK;
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component component, fmi2FMUstate state, size_t* size) {
  (void)component, (void)state;
  *size = sizeof(Shell);
  return fmi2OK;
}

fmi2Status fmi2SerializeFMUstate(fmi2Component component, fmi2FMUstate state, fmi2Byte bytes[], size_t size) {
  if (size != sizeof(Shell)) return refuse(component, "the state has %zu bytes", sizeof(Shell));
  memcpy(bytes, state, size);
  return fmi2OK;
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component component, const fmi2Byte bytes[], size_t size, fmi2FMUstate* state) {
  if (size != sizeof(Shell)) return refuse(component, "the state has %zu bytes", sizeof(Shell));
  if (*state == NULL) *state = malloc(size);
  memcpy(*state, bytes, size);
  return fmi2OK;
}

fmi2Status fmi2GetDirectionalDerivative(fmi2Component component, const fmi2ValueReference unknowns[], size_t rows,
                                        const fmi2ValueReference knowns[], size_t columns, const fmi2Real seed[],
                                        fmi2Real sensitivity[]) {
  NEED_MODE(model.partial != NULL && c->shell.mode != mode_instantiated, "fmi2GetDirectionalDerivative");
  refresh(&c->shell);
  for (size_t i = 0; i < rows; ++i) {
    sensitivity[i] = 0;
    for (size_t k = 0; k < columns; ++k)
      sensitivity[i] += model.partial(&c->shell.values, unknowns[i], knowns[k]) * seed[k];
  }
  return fmi2OK;
}

// co-simulation

fmi2Status fmi2SetRealInputDerivatives(fmi2Component component, const fmi2ValueReference references[], size_t count,
                                       const fmi2Integer orders[], const fmi2Real values[]) {
  NEED_MODE(c->shell.mode == mode_step, "fmi2SetRealInputDerivatives");
#ifdef IGNORES_PARABOLAS
  for (size_t i = 0; i < count; ++i)
    if (orders[i] > 1) return fmi2Warning;
#endif
  if (!c->has_slopes) memset(c->slopes, 0, sizeof c->slopes);
  c->has_slopes = true;
  for (size_t i = 0; i < count; ++i) {
#ifdef TAKES_ONLY_LINES
    if (orders[i] > 1) c->shell.mode = mode_ended;
#endif
    if (orders[i] < 1 || orders[i] >= most_orders || c->shell.mode == mode_ended ||
        variables[references[i]].causality != input)
      return refuse(c, "no derivative of order %d of variable %u", orders[i], references[i]);
    c->slopes[orders[i]][references[i]] = values[i];
  }
  return fmi2OK;
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component component, const fmi2ValueReference references[], size_t count,
                                        const fmi2Integer orders[], fmi2Real values[]) {
  (void)references, (void)count, (void)orders, (void)values;
  return refuse(component, "output derivatives are not told");
}

static void feed_polynomials(void* context, double time) {
  Instance2* c = context;
  const double t = time - c->step_begin;
  for (unsigned r = 0; r < slots; ++r) {
    if (variables[r].causality != input || variables[r].variability != continuous) continue;
    double value = 0, factorial = 6;
    for (int order = most_orders - 1; order > 0; factorial /= order--)
      value = (value + c->slopes[order][r] / factorial) * t;
    c->shell.values.real[r] = c->bases[r] + value;
  }
}

fmi2Status fmi2DoStep(fmi2Component component, fmi2Real from, fmi2Real length, fmi2Boolean is_final) {
  NEED_MODE(c->shell.mode == mode_step, "fmi2DoStep");
  (void)is_final;
  if (c->shell.has_ended) return fmi2Discard;
  const double distance = from - c->shell.values.time;
  if (!(length > 0) || distance > 1e-9 || distance < -1e-9)
    return refuse(c, "the step begins at %.17g, but this is %.17g", from, c->shell.values.time);
  if (c->shell.has_stop && from + length > c->shell.stop)
    return refuse(c, "the step ends at %.17g, behind the end at %.17g", from + length, c->shell.stop);
#ifdef EQUAL_STEPS
  if (c->only_length == 0) c->only_length = length;
  const double off = length / c->only_length - 1;
  if (off > 1e-6 || off < -1e-6) return refuse(c, "the step has %.17g s, not %.17g s", length, c->only_length);
#endif
  c->step_begin = c->shell.values.time;
  if (c->has_slopes) memcpy(c->bases, c->shell.values.real, sizeof c->bases);
  const Drive drive = {c->has_slopes ? feed_polynomials : NULL, c};
  go_on(&c->shell, from + length, &drive);
  c->has_slopes = false;
  return c->shell.has_ended ? fmi2Discard : fmi2OK;
}

fmi2Status fmi2CancelStep(fmi2Component component) { return refuse(component, "steps end by themselves"); }

fmi2Status fmi2GetStatus(fmi2Component component, fmi2StatusKind kind, fmi2Status* value) {
  (void)kind, (void)value;
  return refuse(component, "steps are not asynchronous");
}
fmi2Status fmi2GetRealStatus(fmi2Component component, fmi2StatusKind kind, fmi2Real* value) {
  if (kind != fmi2LastSuccessfulTime) return fmi2Discard;
  *value = ((Instance2*)component)->shell.values.time;
  return fmi2OK;
}
fmi2Status fmi2GetIntegerStatus(fmi2Component component, fmi2StatusKind kind, fmi2Integer* value) {
  (void)component, (void)kind, (void)value;
  return fmi2Discard;
}
fmi2Status fmi2GetBooleanStatus(fmi2Component component, fmi2StatusKind kind, fmi2Boolean* value) {
  if (kind != fmi2Terminated) return fmi2Discard;
  *value = ((Instance2*)component)->shell.has_ended;
  return fmi2OK;
}
fmi2Status fmi2GetStringStatus(fmi2Component component, fmi2StatusKind kind, fmi2String* value) {
  (void)component, (void)kind, (void)value;
  return fmi2Discard;
}
