// SPDX-License-Identifier: MIT
#include "model.h"

// x' = -x, and x is filled up where a step of the solver finds it below one half

static void begin(Values* v) { v->integer[fillings] = 0; }

static void update(Values* v) { v->real[der_x] = -v->real[x]; }

static bool wants_event(const Values* v) { return v->real[x] < 0.5; }

static void handle_event(Values* v, Event* event) {
  if (!wants_event(v)) return;
  v->real[x] += 1;
  ++v->integer[fillings];
  event->changes_states = true;
}

const Model model = {.states = 1,
                     .first_state = x,
                     .first_derivative = der_x,
                     .begin = begin,
                     .update = update,
                     .handle_event = handle_event,
                     .wants_event = wants_event};
