// SPDX-License-Identifier: MIT

// An FMU of FMI 2.0 for model exchange whose events are asked for by completed steps of the solver, and which may refuse
// its derivatives. The honest functions are there under other names.

#define fmi2CompletedIntegratorStep honest_CompletedIntegratorStep
#define fmi2GetDerivatives honest_GetDerivatives
#define fmi2GetNominalsOfContinuousStates honest_GetNominalsOfContinuousStates
#include "shell_fmi2_exchange.c"
#undef fmi2CompletedIntegratorStep
#undef fmi2GetDerivatives
#undef fmi2GetNominalsOfContinuousStates

// x' = -x, and x is filled up where a step finds it below one half; a jump of the level is noticed at once

static void begin(Values* v) { v->integer[fillings] = 0; }

static void update(Values* v) {
  v->real[der_x] = -v->real[x];
  v->real[margin] = v->real[level] - 1;
}

static void handle_event(Values* v, Event* event) {
  v->integer[is_high] = v->real[level] > 1;
  v->real[taken] = v->real[sampled];
  if (v->real[x] >= 0.5) return;
  v->real[x] += 1;
  ++v->integer[fillings];
  event->changes_states = true;
}

const Model model = {.states = 1,
                     .first_state = x,
                     .first_derivative = der_x,
                     .indicators = 1,
                     .first_indicator = margin,
                     .begin = begin,
                     .update = update,
                     .handle_event = handle_event};

fmi2CompletedIntegratorStep_type fmi2CompletedIntegratorStep;
fmi2Status fmi2CompletedIntegratorStep(fmi2Component component, fmi2Boolean is_final, fmi2Boolean* enter_event_mode,
                                       fmi2Boolean* terminate) {
  const fmi2Status status = honest_CompletedIntegratorStep(component, is_final, enter_event_mode, terminate);
  const Values* v = &((Instance2*)component)->shell.values;
  *enter_event_mode = v->real[x] < 0.5;
  *terminate = v->integer[fillings] >= v->integer[most_fillings];
  return status;
}

fmi2GetDerivatives_type fmi2GetDerivatives;
fmi2Status fmi2GetDerivatives(fmi2Component component, fmi2Real dx[], size_t count) {
  Instance2* c = component;
  const Values* v = &c->shell.values;
  if (v->time > v->real[refuses_from]) return refuse(c, "no derivatives behind %g", v->real[refuses_from]);
  if (v->time > v->real[discards_from]) {
    refuse(c, "I cannot see behind %g", v->real[discards_from]);
    return fmi2Discard;
  }
  return honest_GetDerivatives(component, dx, count);
}

fmi2GetNominalsOfContinuousStates_type fmi2GetNominalsOfContinuousStates;
fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component component, fmi2Real nominals[], size_t count) {
  (void)nominals, (void)count;
  return refuse(component, "I do not know");
}
