// SPDX-License-Identifier: MIT

// An oscillator in FMI 2.0 that makes inner steps: it stands still until a macro step passes the next point of its
// grid. The honest function is there under another name.

#include <math.h>

#define fmi2DoStep honest_DoStep
#include "shell_fmi2.c"
#undef fmi2DoStep

static const double grid = 0.01;  // s

fmi2DoStep_type fmi2DoStep;
fmi2Status fmi2DoStep(fmi2Component component, fmi2Real from, fmi2Real length, fmi2Boolean is_final) {
  const Values* v = &((Instance2*)component)->shell.values;
  fmi2Status status = fmi2OK;
  for (;;) {
    const double next = (floor(v->time / grid + 0.5) + 1) * grid;
    if (status != fmi2OK || next > from + length + 1e-9) return status;
    status = honest_DoStep(component, v->time, next - v->time, is_final);
  }
}
