// SPDX-License-Identifier: MIT
#pragma once

// What FMUs that Oldham exports offer beside the functions of the standard: the whole interface of a subsystem, so that
// an importer who knows this loses nothing. For C and C++.
//
// The library has one symbol more, oldhamGetExtension. `component` is what fmi2Instantiate or fmi3Instantiate... gave;
// parameters are set by the functions of the standard before anything here is called. An instance that is stepped by
// this table is not stepped by the standard's functions, and needs none of their modes.
//
// Functions that return int: 0 = done, else what went wrong, an oldhamStatus; message() then tells it in words.

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { oldhamExtensionVersion = 2 };

typedef enum {
  oldhamDone,
  oldhamRejected,           // of a step: a shorter one may succeed
  oldhamDiverged,           // of a step
  oldhamFailed,             // of a step or anything else
  oldhamWrongInput,         // a parameter or argument
  oldhamMissingCapability,  // asked for what is not declared
} oldhamStatus;

// texts live as long as the instance, or until a parameter changes
typedef struct {
  const char* name;
  const char* unit;
  const char* description;
  double nominal;
} oldhamPort;

typedef struct {
  const char* name;
  const char* unit;
  double value;
} oldhamParameter;

typedef struct {
  const char* model;
  size_t inputs, outputs, parameters;
  size_t states;           // numbers of read_state
  size_t equation_states;  // numbers of the x of the equations
  size_t switches;
  double noise;  // relative accuracy of a step beyond rounding; 0: none
  // each 0 or 1
  int rollback, state_access, equations, step_sensitivity, output_integrals, linear, serialisation;
  int feedthrough, acts_at_end, restarts, has_linear_outputs;
} oldhamDescription;

// The inputs over one step, u_i(t) = sum over p of c[piece][p][i] theta^p with theta = (t - begin)/length.
typedef struct {
  size_t inputs, degree, pieces;
  const double* breaks;        // theta of the borders of the pieces, from 0 to 1: one more than there are pieces
  const double* coefficients;  // piece-major, then power, then input
} oldhamSignal;

typedef struct {
  uint32_t version;  // oldhamExtensionVersion
  const char* (*message)(void* component);

  int (*describe)(void* component, oldhamDescription*);
  int (*describe_input)(void* component, size_t, oldhamPort*);
  int (*describe_output)(void* component, size_t, oldhamPort*);
  int (*describe_parameter)(void* component, size_t, oldhamParameter*);

  int (*initialize)(void* component, double start);
  int (*apply_inputs)(void* component, const double* u);
  int (*restart)(void* component, const double* u);
  int (*advance)(void* component, double begin, double length, const oldhamSignal*);
  int (*read_outputs)(void* component, double* y);
  int (*assume_past)(void* component, double step_length);
  int (*read_state)(void* component, double* x);
  int (*write_state)(void* component, const double* x);

  // saved states: *state is null at first, and used again afterwards; freed before the instance is
  int (*save)(void* component, void** state);
  int (*restore)(void* component, const void* state);
  void (*free_state)(void* state);
  // *size: room there is, then bytes there are; nothing is written when the room does not suffice
  int (*write_bytes)(void* component, const void* state, void* bytes, size_t* size);
  int (*read_bytes)(void* component, const void* bytes, size_t size, void** state);

  // where declared: equations x' = f(t, x, u), y = h(t, x, u)
  int (*read_equation_state)(void* component, double* x);
  int (*velocity_of)(void* component, int* index);  // per state that of its rate, -1 for none
  int (*derivative)(void* component, double t, const double* x, const double* u, double* dx);
  int (*output)(void* component, double t, const double* x, const double* u, double* y);
  int (*output_rate)(void* component, double t, const double* x, const double* dx, const double* u, const double* du,
                     double* rate, int* is_known);
  int (*follow)(void* component, double t, const double* x);
  int (*read_switches)(void* component, double t, const double* x, const double* u, double* g);
  int (*next_kink)(void* component, double t, double* kink);

  // where declared; drate and dintegral may be null
  int (*respond)(void* component, double begin, double length, const oldhamSignal* direction, double* dy, double* drate,
                 double* dintegral);
  int (*carry_integrals)(void* component);
  int (*read_integrals)(void* component, double* q);
} oldhamExtension;

typedef const oldhamExtension* oldhamGetExtension_type(uint32_t version);  // null: not of this version

#ifdef __cplusplus
}
#endif
