// SPDX-License-Identifier: MIT
#include "shell.h"

#include <math.h>
#include <string.h>

static const double inner_step = 1e-3;  // s
enum { most_states = 8, most_indicators = 4, most_halvings = 60, most_rounds = 100 };

void start_values(Values* values) {
  memset(values, 0, sizeof *values);
  for (unsigned r = 0; r < slots; ++r) {
    if (!variables[r].has_start) continue;
    for (unsigned i = r; i < r + variables[r].room; ++i) {
      values->real[i] = variables[r].number;
      values->integer[i] = (int64_t)variables[r].number;
      if (variables[r].text == NULL) continue;
      values->text[i].length = strlen(variables[r].text);
      memcpy(values->text[i].bytes, variables[r].text, values->text[i].length);
    }
  }
}

void refresh(Shell* shell) {
  if (shell->mode <= mode_initialization) model.begin(&shell->values);
  model.update(&shell->values);
  shell->values.real[0] = shell->values.time;
}

bool may_be_set(const Shell* shell, unsigned reference) {
  const Variable* variable = &variables[reference];
  const bool is_input = variable->causality == input;
  const bool is_tunable = variable->causality == parameter && variable->variability == tunable;
  switch (shell->mode) {
    case mode_instantiated:
      return variable->has_start && variable->causality != structural;
    case mode_configuration:
      return variable->causality == structural;
    case mode_initialization:
      return variable->has_start && variable->causality != structural;
    case mode_event:
      return is_input || is_tunable;
    case mode_step:
      return (is_input || is_tunable) && (!shell->uses_event_mode || variable->variability == continuous);
    case mode_continuous:
      return is_input && variable->variability == continuous;
    default:
      return false;
  }
}

size_t element_count(const Shell* shell, unsigned reference) {
  const unsigned size = variables[reference].size;
  return size == 0 ? 1 : (size_t)shell->values.integer[size];
}

const char* mode_word(Mode mode) {
  static const char* const words[] = {"instantiated", "configuration mode",   "initialization mode", "event mode",
                                      "step mode",    "continuous-time mode", "terminated"};
  return words[mode];
}

Event settle(Shell* shell) {
  Event all = {0};
  for (int i = 0; i < most_rounds && model.handle_event != NULL; ++i) {
    Event event = {0};
    model.update(&shell->values);
    model.handle_event(&shell->values, &event);
    event.changes_states = event.changes_states || all.changes_states;
    all = event;
    if (!event.needs_another) break;
  }
  if (all.ends) shell->has_ended = true;
  return all;
}

static void slopes(Values* v, double time, const double* x, const Drive* drive, double* k) {
  v->time = time;
  if (drive->feed != NULL) drive->feed(drive->context, time);
  memcpy(v->real + model.first_state, x, model.states * sizeof(double));
  model.update(v);
  memcpy(k, v->real + model.first_derivative, model.states * sizeof(double));
}

static void step(Values* v, double to, const Drive* drive) {
  if (model.states == 0) {
    v->time = to;
    if (drive->feed != NULL) drive->feed(drive->context, to);
    return;
  }
  const double t = v->time, h = to - t;
  double x0[most_states], x[most_states], k1[most_states], k2[most_states], k3[most_states], k4[most_states];
  memcpy(x0, v->real + model.first_state, model.states * sizeof(double));
  slopes(v, t, x0, drive, k1);
  for (unsigned i = 0; i < model.states; ++i) x[i] = x0[i] + h / 2 * k1[i];
  slopes(v, t + h / 2, x, drive, k2);
  for (unsigned i = 0; i < model.states; ++i) x[i] = x0[i] + h / 2 * k2[i];
  slopes(v, t + h / 2, x, drive, k3);
  for (unsigned i = 0; i < model.states; ++i) x[i] = x0[i] + h * k3[i];
  slopes(v, to, x, drive, k4);
  for (unsigned i = 0; i < model.states; ++i) x[i] = x0[i] + h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  memcpy(v->real + model.first_state, x, model.states * sizeof(double));
  model.update(v);
}

static bool has_crossed(const Values* before, const Values* after) {
  for (unsigned i = model.first_indicator; i < model.first_indicator + model.indicators; ++i)
    if ((before->real[i] > 0) != (after->real[i] > 0)) return true;
  return false;
}

/// One step, shortened to just behind the first change of sign of an indicator; true when there is one.
static bool step_to_event(Values* v, double to, const Drive* drive) {
  if (model.indicators == 0) {
    step(v, to, drive);
    return false;
  }
  const Values before = *v;
  step(v, to, drive);
  if (!has_crossed(&before, v)) return false;
  double early = before.time, late = to;
  for (int i = 0; i < most_halvings && early < (early + late) / 2 && (early + late) / 2 < late; ++i) {
    *v = before;
    step(v, (early + late) / 2, drive);
    if (has_crossed(&before, v))
      late = v->time;
    else
      early = v->time;
  }
  *v = before;
  step(v, late, drive);
  return true;
}

bool go_on(Shell* shell, double to, const Drive* drive) {
  Values* v = &shell->values;
  while (v->time < to && !shell->has_ended) {
    // the next time event, if there is one before the end
    Event known = {0};
    if (model.handle_event != NULL) {
      Values copy = *v;
      model.handle_event(&copy, &known);
    }
    const bool is_timed = known.has_next && known.next <= to;
    const double border = is_timed ? known.next : to;
    bool has_event = false;
    const double begin = v->time;
    const int count = model.states == 0 ? 1 : (int)fmax(1, ceil((border - begin) / inner_step - 1e-9));
    for (int i = 1; i <= count && !has_event; ++i)
      has_event = step_to_event(v, i == count ? border : begin + (border - begin) * i / count, drive);
    if (!has_event && !is_timed) return false;
    if (shell->uses_event_mode) return true;
    settle(shell);
  }
  return false;
}
