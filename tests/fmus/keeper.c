// SPDX-License-Identifier: MIT
#include "model.h"

static void begin(Values* v) { v->real[y] = v->real[u]; }

static void update(Values* v) { (void)v; }

const Model model = {.begin = begin, .update = update};
