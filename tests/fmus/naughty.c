// SPDX-License-Identifier: MIT

// An FMU of FMI 2.0 that misbehaves as its parameter `deed` says, from the time `when` on. The honest functions are
// there under other names, and what is wrong stands before them.

#include <math.h>
#include <stdlib.h>

#define fmi2Instantiate honest_Instantiate
#define fmi2EnterInitializationMode honest_EnterInitializationMode
#define fmi2GetReal honest_GetReal
#define fmi2SetReal honest_SetReal
#define fmi2GetFMUstate honest_GetFMUstate
#define fmi2SetFMUstate honest_SetFMUstate
#define fmi2FreeFMUstate honest_FreeFMUstate
#define fmi2GetDirectionalDerivative honest_GetDirectionalDerivative
#define fmi2DoStep honest_DoStep
#define fmi2GetRealStatus honest_GetRealStatus
#include "shell_fmi2.c"
#undef fmi2Instantiate
#undef fmi2EnterInitializationMode
#undef fmi2GetReal
#undef fmi2SetReal
#undef fmi2GetFMUstate
#undef fmi2SetFMUstate
#undef fmi2FreeFMUstate
#undef fmi2GetDirectionalDerivative
#undef fmi2DoStep
#undef fmi2GetRealStatus

/// What the host has promised to an instance: not to set states from before this time, in s.
static struct {
  const void* instance;
  double time;
} promises[16];

static double* promise_to(const void* instance, bool is_new) {
  static size_t newest;
  for (size_t i = 0; i < 16; ++i)
    if (promises[i].instance == instance && !is_new) return &promises[i].time;
  newest = (newest + 1) % 16;
  promises[newest].instance = instance;
  promises[newest].time = -INFINITY;
  return &promises[newest].time;
}

static const double longest = 0.01;  // s; steps longer than this are discarded by deed_discard_long

static const double between_marks = 0.15;  // s; what deed_discard_marks and deed_insist_on_marks stop at

static const double largest_force = 10;  // N; deed_break_under_load makes no step with more

static double last_successful_time;  // s; of the step that was discarded last

static int steps_of_all;  // what deed_shared_counter adds to: no instance is like the one before

/// What is to be done by now.
static int64_t deed_of(const Instance2* c) {
  const Values* v = &c->shell.values;
  return v->time >= v->real[when] - 1e-9 ? v->integer[deed] : deed_none;
}

#ifdef NEEDS_COMPANION
int companion(void);
#endif

fmi2Instantiate_type fmi2Instantiate;
fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions* callbacks, fmi2Boolean visible, fmi2Boolean logging) {
#ifdef NEEDS_COMPANION
  if (companion() == 0) return NULL;
#endif
#ifdef REFUSES_INSTANCE
  (void)type, (void)guid, (void)resources, (void)visible, (void)logging;
  callbacks->logger(callbacks->componentEnvironment, name, fmi2Error, "logStatusError", "no licence for %s", name);
  return NULL;
#else
  const fmi2Component made = honest_Instantiate(name, type, guid, resources, callbacks, visible, logging);
  promise_to(made, true);
  return made;
#endif
}

fmi2EnterInitializationMode_type fmi2EnterInitializationMode;
fmi2Status fmi2EnterInitializationMode(fmi2Component component) {
  Instance2* c = component;
  const double start = c->shell.values.start;
  if (c->shell.values.integer[deed] == deed_forget_parameters) start_values(&c->shell.values);
  c->shell.values.start = c->shell.values.time = start;
  return honest_EnterInitializationMode(component);
}

fmi2GetReal_type fmi2GetReal;
fmi2Status fmi2GetReal(fmi2Component component, const fmi2ValueReference references[], size_t count, fmi2Real got[]) {
  Instance2* c = component;
  const fmi2Status status = honest_GetReal(component, references, count, got);
  const int64_t now = deed_of(c);
  for (size_t i = 0; i < count; ++i) {
    if (references[i] != position) continue;
    if (now == deed_refuse_output) return refuse(c, "the position is nobody's business");
    if (now == deed_late_outputs && c->shell.mode == mode_initialization) got[i] = 0;
    if (now == deed_not_a_number) got[i] = NAN;
    if (now == deed_infinity) got[i] = INFINITY;
    if (now == deed_shared_counter) got[i] += 1e-9 * steps_of_all;
  }
  return status;
}

fmi2SetReal_type fmi2SetReal;
fmi2Status fmi2SetReal(fmi2Component component, const fmi2ValueReference references[], size_t count,
                       const fmi2Real set[]) {
  for (size_t i = 0; i < count && deed_of(component) == deed_refuse_zero; ++i)
    if (references[i] == force && set[i] == 0) return refuse(component, "nothing moves without a force");
  return honest_SetReal(component, references, count, set);
}

#ifndef LACKS_STATE
fmi2GetFMUstate_type fmi2GetFMUstate;
fmi2Status fmi2GetFMUstate(fmi2Component component, fmi2FMUstate* state) {
  if (deed_of(component) == deed_refuse_state) return refuse(component, "the state cannot be saved today");
  return honest_GetFMUstate(component, state);
}

fmi2SetFMUstate_type fmi2SetFMUstate;
fmi2Status fmi2SetFMUstate(fmi2Component component, fmi2FMUstate state) {
#ifdef CRASHES_ON_RETURN
  abort();
#endif
  Instance2* c = component;
  const bool is_half = deed_of(c) == deed_half_rollback;
  const bool holds_to_word = deed_of(c) == deed_hold_to_word;
  const double before = c->shell.values.real[velocity];
  const fmi2Status status = honest_SetFMUstate(component, state);
  const double promised = *promise_to(c, false);
  if (holds_to_word && c->shell.values.time < promised - 1e-9)
    return refuse(c, "nobody was to go back before t = %g s", promised);
  if (is_half) c->shell.values.real[velocity] = before;
  return status;
}

fmi2FreeFMUstate_type fmi2FreeFMUstate;
fmi2Status fmi2FreeFMUstate(fmi2Component component, fmi2FMUstate* state) {
  return honest_FreeFMUstate(component, state);
}
#endif

fmi2GetDirectionalDerivative_type fmi2GetDirectionalDerivative;
fmi2Status fmi2GetDirectionalDerivative(fmi2Component component, const fmi2ValueReference unknowns[], size_t rows,
                                        const fmi2ValueReference knowns[], size_t columns, const fmi2Real seed[],
                                        fmi2Real sensitivity[]) {
  const fmi2Status status =
      honest_GetDirectionalDerivative(component, unknowns, rows, knowns, columns, seed, sensitivity);
  if (deed_of(component) == deed_wrong_derivative)
    for (size_t i = 0; i < rows; ++i) sensitivity[i] *= 2;
  return status;
}

fmi2DoStep_type fmi2DoStep;
fmi2Status fmi2DoStep(fmi2Component component, fmi2Real from, fmi2Real length, fmi2Boolean is_final) {
  Instance2* c = component;
  ++steps_of_all;
  // a deed is done in the step that passes its time
  const Values* v = &c->shell.values;
  switch (from + length > v->real[when] ? v->integer[deed] : deed_none) {
    case deed_crash:
      *(volatile int*)NULL = 1;
      break;
    case deed_abort:
      abort();
    case deed_hang:
      for (volatile int i = 0;; ++i) i = 0;
    case deed_exit:
      exit(3);
    case deed_exit_well:
      exit(0);
    case deed_quick_exit:
      quick_exit(0);
    case deed_discard_long:
      last_successful_time = from;
      if (length > longest * (1 + 1e-9)) return fmi2Discard;
      break;
    case deed_discard_all:
      last_successful_time = from;
      return fmi2Discard;
    case deed_discard_marks:
    case deed_insist_on_marks: {
      const double mark = between_marks * floor(from / between_marks + 1 + 1e-9), late = from + length - mark;
      if (late < 1e-9 && (late > -1e-9 || v->integer[deed] == deed_discard_marks)) break;
      // what it did of the step leaves it where nobody can go on
      if (late > 0) honest_DoStep(component, from, mark - from, is_final);
      c->shell.values.real[velocity] += 1;
      last_successful_time = mark;
      return fmi2Discard;
    }
    case deed_fail:
      return refuse(c, "the spring broke at t = %g s", from);
    case deed_break_under_load:
      if (v->real[force] >= largest_force) return refuse(c, "the force of %g N is too large", v->real[force]);
      break;
    case deed_odd_status:
      return (fmi2Status)42;
    case deed_hold_to_word:
      if (is_final) *promise_to(c, false) = from;
      break;
    case deed_need_promise:
      if (!is_final) return fmi2OK;  // and stands still
      break;
    case deed_foreign_log:
      c->callbacks.logger((void*)1, c->name, fmi2Warning, "logStatusWarning", "heard at t = %g s", from);
      break;
    case deed_print:
      fputs("\x1b[2J{\"this\": \"is no answer\",\n", stdout);
      fflush(stdout);
      break;
    default:
      break;
  }
  return honest_DoStep(component, from, length, is_final);
}

fmi2GetRealStatus_type fmi2GetRealStatus;
fmi2Status fmi2GetRealStatus(fmi2Component component, fmi2StatusKind kind, fmi2Real* value) {
  (void)component;
  if (kind != fmi2LastSuccessfulTime) return fmi2Discard;
  *value = last_successful_time;
  return fmi2OK;
}
