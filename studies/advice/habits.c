// SPDX-License-Identifier: MIT

// Stands in for the library of an exported FMU of FMI 2.0, which lies beside it as inner.so: passes calls on, but for
// one bad habit, chosen when this is compiled.
//
//   -DGRID=g       makes steps of g seconds only, as many as bring it to the end of a step or beyond
//   -DFORGETS      restores nothing
//   -DLATE         inputs reach it a step late, and the ones on their way are no part of what is saved
//   -DONE_PLACE    has room for one saved state: whichever is restored, it is the newest

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oldham/fmi/standard/fmi2.h"

enum { most_inputs = 16 };

typedef struct {
  size_t count;
  fmi2ValueReference references[most_inputs];
  double values[most_inputs];
} Inputs;

// what is known of an instance besides what it knows itself
typedef struct Beside {
  fmi2Component component;
  double begin;     // s
  long steps;       // of the grid
  bool is_running;  // beyond the initialisation
  Inputs given, late;
  fmi2FMUstate place;  // the only one for a saved state
  struct Beside* next;
} Beside;

typedef struct {
  fmi2FMUstate inner;
  long steps;
} Saved;

static Beside* all;

static Beside* find(fmi2Component component) {
  Beside* beside = all;
  while (beside != NULL && beside->component != component) beside = beside->next;
  return beside;
}

static void* inner(const char* name) {
  static void* library;
  if (library == NULL) {
    Dl_info here;
    char path[4096];
    if (dladdr((void*)&find, &here) == 0) abort();
    const char* slash = strrchr(here.dli_fname, '/');
    snprintf(path, sizeof path, "%.*sinner.so", slash == NULL ? 0 : (int)(slash - here.dli_fname) + 1, here.dli_fname);
    // its functions have the names of the ones here
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
    if (library == NULL) {
      fprintf(stderr, "%s\n", dlerror());
      abort();
    }
  }
  void* symbol = dlsym(library, name);
  if (symbol == NULL) abort();
  return symbol;
}

// NEXT(DoStep) is fmi2DoStep of the library behind
#define NEXT(name)                \
  static fmi2##name##_type* next; \
  if (next == NULL) next = (fmi2##name##_type*)inner("fmi2" #name)

#define PASS(name, parameters, arguments) \
  fmi2Status fmi2##name parameters {      \
    NEXT(name);                           \
    return next arguments;                \
  }

const char* fmi2GetTypesPlatform(void) { return "default"; }
const char* fmi2GetVersion(void) { return "2.0"; }

PASS(SetDebugLogging, (fmi2Component c, fmi2Boolean on, size_t n, const fmi2String categories[]),
     (c, on, n, categories))
PASS(EnterInitializationMode, (fmi2Component c), (c))
PASS(Terminate, (fmi2Component c), (c))
PASS(GetReal, (fmi2Component c, const fmi2ValueReference r[], size_t n, fmi2Real v[]), (c, r, n, v))
PASS(GetInteger, (fmi2Component c, const fmi2ValueReference r[], size_t n, fmi2Integer v[]), (c, r, n, v))
PASS(GetBoolean, (fmi2Component c, const fmi2ValueReference r[], size_t n, fmi2Boolean v[]), (c, r, n, v))
PASS(GetString, (fmi2Component c, const fmi2ValueReference r[], size_t n, fmi2String v[]), (c, r, n, v))
PASS(SetInteger, (fmi2Component c, const fmi2ValueReference r[], size_t n, const fmi2Integer v[]), (c, r, n, v))
PASS(SetBoolean, (fmi2Component c, const fmi2ValueReference r[], size_t n, const fmi2Boolean v[]), (c, r, n, v))
PASS(SetString, (fmi2Component c, const fmi2ValueReference r[], size_t n, const fmi2String v[]), (c, r, n, v))
PASS(SerializedFMUstateSize, (fmi2Component c, fmi2FMUstate state, size_t* size), (c, state, size))
PASS(SerializeFMUstate, (fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[], size_t size), (c, state, bytes, size))
PASS(DeSerializeFMUstate, (fmi2Component c, const fmi2Byte bytes[], size_t n, fmi2FMUstate* state),
     (c, bytes, n, state))
PASS(GetDirectionalDerivative,
     (fmi2Component c, const fmi2ValueReference z[], size_t m, const fmi2ValueReference v[], size_t n,
      const fmi2Real dv[], fmi2Real dz[]),
     (c, z, m, v, n, dv, dz))
PASS(SetRealInputDerivatives,
     (fmi2Component c, const fmi2ValueReference r[], size_t n, const fmi2Integer orders[], const fmi2Real v[]),
     (c, r, n, orders, v))
PASS(GetRealOutputDerivatives,
     (fmi2Component c, const fmi2ValueReference r[], size_t n, const fmi2Integer orders[], fmi2Real v[]),
     (c, r, n, orders, v))
PASS(CancelStep, (fmi2Component c), (c))
PASS(GetStatus, (fmi2Component c, fmi2StatusKind kind, fmi2Status* v), (c, kind, v))
PASS(GetRealStatus, (fmi2Component c, fmi2StatusKind kind, fmi2Real* v), (c, kind, v))
PASS(GetIntegerStatus, (fmi2Component c, fmi2StatusKind kind, fmi2Integer* v), (c, kind, v))
PASS(GetBooleanStatus, (fmi2Component c, fmi2StatusKind kind, fmi2Boolean* v), (c, kind, v))
PASS(GetStringStatus, (fmi2Component c, fmi2StatusKind kind, fmi2String* v), (c, kind, v))

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions* callbacks, fmi2Boolean visible, fmi2Boolean logging) {
  NEXT(Instantiate);
  fmi2Component component = next(name, type, guid, resources, callbacks, visible, logging);
  if (component == NULL) return NULL;
  Beside* beside = calloc(1, sizeof *beside);
  beside->component = component;
  beside->next = all;
  all = beside;
  return component;
}

void fmi2FreeInstance(fmi2Component component) {
  NEXT(FreeInstance);
  for (Beside** place = &all; *place != NULL; place = &(*place)->next)
    if ((*place)->component == component) {
      Beside* gone = *place;
      *place = gone->next;
      free(gone);
      break;
    }
  next(component);
}

fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean has_tolerance, fmi2Real tolerance, fmi2Real start,
                               fmi2Boolean has_stop, fmi2Real stop) {
  NEXT(SetupExperiment);
  find(c)->begin = start;
  return next(c, has_tolerance, tolerance, start, has_stop, stop);
}

fmi2Status fmi2ExitInitializationMode(fmi2Component c) {
  NEXT(ExitInitializationMode);
  find(c)->is_running = true;
  return next(c);
}

fmi2Status fmi2Reset(fmi2Component c) {
  NEXT(Reset);
  Beside* beside = find(c);
  *beside = (Beside){.component = c, .next = beside->next};
  return next(c);
}

fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference references[], size_t count, const fmi2Real values[]) {
  NEXT(SetReal);
#ifdef LATE
  Beside* beside = find(c);
  if (beside->is_running) {
    if (count > most_inputs) return fmi2Error;
    beside->given.count = count;
    memcpy(beside->given.references, references, count * sizeof *references);
    memcpy(beside->given.values, values, count * sizeof *values);
    return fmi2OK;
  }
#endif
  return next(c, references, count, values);
}

fmi2Status fmi2DoStep(fmi2Component c, fmi2Real from, fmi2Real length, fmi2Boolean is_final) {
  NEXT(DoStep);
  Beside* beside = find(c);
#if defined(GRID)
  // a rounding beside a point of the grid is at that point
  while (beside->begin + beside->steps * GRID < from + length - 1e-6 * GRID) {
    const fmi2Status status = next(c, beside->begin + beside->steps * GRID, GRID, is_final);
    if (status != fmi2OK) return status;
    ++beside->steps;
  }
  return fmi2OK;
#else
#ifdef LATE
  static fmi2SetReal_type* set;
  if (set == NULL) set = (fmi2SetReal_type*)inner("fmi2SetReal");
  if (beside->late.count > 0) set(c, beside->late.references, beside->late.count, beside->late.values);
  beside->late = beside->given;
#endif
  (void)beside;
  return next(c, from, length, is_final);
#endif
}

fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate* state) {
  NEXT(GetFMUstate);
  if (*state == NULL) *state = calloc(1, sizeof(Saved));
  Saved* saved = *state;
  saved->steps = find(c)->steps;
#ifdef ONE_PLACE
  const fmi2Status status = next(c, &find(c)->place);
  if (status != fmi2OK) return status;
#endif
  return next(c, &saved->inner);
}

fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state) {
#if defined(FORGETS)
  (void)c, (void)state;
  return fmi2OK;
#else
  NEXT(SetFMUstate);
#if defined(ONE_PLACE)
  (void)state;
  return next(c, find(c)->place);
#else
  const Saved* saved = state;
  find(c)->steps = saved->steps;
  return next(c, saved->inner);
#endif
#endif
}

fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate* state) {
  NEXT(FreeFMUstate);
  if (*state == NULL) return fmi2OK;
  Saved* saved = *state;
  const fmi2Status status = next(c, &saved->inner);
  free(saved);
  *state = NULL;
  return status;
}
