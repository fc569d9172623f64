// SPDX-License-Identifier: MIT
#include <float.h>

#include "model.h"

static const double slowest = 0.05;  // m/s; slower than this it comes to rest

static void begin(Values* v) {
  v->integer[bounces] = 0;
  v->integer[is_resting] = 0;
}

static void update(Values* v) {
  v->real[der_height] = v->real[velocity];
  v->real[der_velocity] = v->integer[is_resting] ? 0 : -v->real[gravity];
}

static void handle_event(Values* v, Event* event) {
  if (v->real[height] > 0 || !(v->real[velocity] < 0)) return;
  // just above the floor, so that falling there again is a change of sign
  v->real[height] = DBL_MIN;
  v->real[velocity] *= -v->real[restitution];
  ++v->integer[bounces];
  if (v->real[velocity] < slowest) {
    v->real[velocity] = 0;
    v->integer[is_resting] = 1;
  }
  event->changes_states = true;
}

const Model model = {.states = 2,
                     .first_state = height,
                     .first_derivative = der_height,
                     .indicators = 1,
                     .first_indicator = height,
                     .begin = begin,
                     .update = update,
                     .handle_event = handle_event};
