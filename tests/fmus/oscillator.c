// SPDX-License-Identifier: MIT
#include "model.h"

// m a + d v + c x = f

static void begin(Values* v) {
  v->real[position] = v->real[initial_position];
  v->real[velocity] = v->real[initial_velocity];
}

static void update(Values* v) {
  v->real[der_position] = v->real[velocity];
  v->real[acceleration] =
      (v->real[force] - v->real[damping] * v->real[velocity] - v->real[stiffness] * v->real[position]) / v->real[mass];
}

static double partial(const Values* v, unsigned unknown, unsigned known) {
  if (unknown == acceleration) {
    if (known == force) return 1 / v->real[mass];
    if (known == position) return -v->real[stiffness] / v->real[mass];
    if (known == velocity) return -v->real[damping] / v->real[mass];
  }
  if (unknown == der_position) return known == velocity;
  return unknown == known;
}

const Model model = {.states = 2,
                     .first_state = position,
                     .first_derivative = der_position,
                     .begin = begin,
                     .update = update,
                     .partial = partial};
