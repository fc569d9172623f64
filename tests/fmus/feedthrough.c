// SPDX-License-Identifier: MIT
#include "model.h"

// every output follows its input; which ones there are depends on the version of the standard

static void begin(Values* v) { (void)v; }

static void update(Values* v) {
  for (unsigned from = 1; from < slots; from += variables[from].room) {
    if (variables[from].causality != input) continue;
    const unsigned room = variables[from].room;
    for (unsigned i = from; i < from + room; ++i) {
      v->real[i + room] = v->real[i];
      v->integer[i + room] = v->integer[i];
      v->text[i + room] = v->text[i];
    }
  }
  v->real[float64_out] *= v->real[factor];
}

const Model model = {.begin = begin, .update = update};
