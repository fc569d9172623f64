// SPDX-License-Identifier: MIT
#pragma once

// What a model is, apart from the version of the standard that wraps it.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum { independent, input, output, parameter, structural, local } Causality;
typedef enum { fixed, tunable, discrete, continuous } Variability;

typedef struct {
  Causality causality;
  Variability variability;
  unsigned room;  // elements there is place for behind the reference
  unsigned size;  // of arrays: reference of the structural parameter that says how many they are
  bool has_start;
  double number;
  const char* text;
} Variable;

#include "variables.h"  // written for each FMU: references, slots, and the table `variables`

enum { longest_text = 40 };

typedef struct {
  size_t length;
  char bytes[longest_text];
} Text;

/// All that changes, by value reference; a copy of it is a saved state.
typedef struct {
  double time, start;
  double real[slots];      // floating-point numbers
  int64_t integer[slots];  // integers, truths, enumerations
  Text text[slots];        // texts and bytes
} Values;

typedef struct {
  bool needs_another, ends, changes_states, has_next;
  double next;
} Event;

/// States lie one behind the other, and so do their derivatives and the event indicators, which are variables.
typedef struct {
  unsigned states, first_state, first_derivative;
  unsigned indicators, first_indicator;
  void (*begin)(Values*);                                              // states from parameters
  void (*update)(Values*);                                             // whatever follows from the rest
  void (*handle_event)(Values*, Event*);                               // at this time
  bool (*wants_event)(const Values*);                                  // after a step of a solver; null: never
  double (*partial)(const Values*, unsigned unknown, unsigned known);  // derivative; null: not told
} Model;

extern const Model model;
