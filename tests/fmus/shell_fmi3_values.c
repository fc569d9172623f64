// SPDX-License-Identifier: MIT

// The variables of an FMU of FMI 3.0, of all types; and the clocks and dependencies it does not have.

#include <string.h>

#include "shell_fmi3.h"

/// Whether the references are there and have this many elements.
static bool are_known(Instance3* c, const fmi3ValueReference references[], size_t count, size_t elements) {
  size_t sum = 0;
  for (size_t i = 0; i < count; ++i) {
    if (references[i] >= slots || variables[references[i]].room == 0) {
      refuse(c, "there is no variable %u", references[i]);
      return false;
    }
    sum += element_count(&c->shell, references[i]);
  }
  if (sum != elements) refuse(c, "the variables have %zu elements, not %zu", sum, elements);
  return sum == elements;
}

static bool may_get(Instance3* c, const fmi3ValueReference references[], size_t count, size_t elements) {
  if (c->shell.mode == mode_instantiated) {
    wrong_mode(c, "to get values");
    return false;
  }
  if (!are_known(c, references, count, elements)) return false;
  refresh(&c->shell);
  return true;
}

static bool may_set(Instance3* c, const fmi3ValueReference references[], size_t count, size_t elements) {
  if (!are_known(c, references, count, elements)) return false;
  for (size_t i = 0; i < count; ++i)
    if (!may_be_set(&c->shell, references[i]) ||
        (c->is_intermediate && variables[references[i]].variability != continuous)) {
      refuse(c, "variable %u must not be set in %s", references[i], mode_word(c->shell.mode));
      return false;
    }
  return true;
}

#define ACCESS(Name, field)                                                                            \
  fmi3Status fmi3Get##Name(fmi3Instance instance, const fmi3ValueReference references[], size_t count, \
                           fmi3##Name values[], size_t elements) {                                     \
    Instance3* c = instance;                                                                           \
    if (!may_get(c, references, count, elements)) return fmi3Error;                                    \
    for (size_t i = 0; i < count; ++i)                                                                 \
      for (size_t k = 0; k < element_count(&c->shell, references[i]); ++k)                             \
        *values++ = (fmi3##Name)c->shell.values.field[references[i] + k];                              \
    return fmi3OK;                                                                                     \
  }                                                                                                    \
  fmi3Status fmi3Set##Name(fmi3Instance instance, const fmi3ValueReference references[], size_t count, \
                           const fmi3##Name values[], size_t elements) {                               \
    Instance3* c = instance;                                                                           \
    if (!may_set(c, references, count, elements)) return fmi3Error;                                    \
    for (size_t i = 0; i < count; ++i)                                                                 \
      for (size_t k = 0; k < element_count(&c->shell, references[i]); ++k)                             \
        c->shell.values.field[references[i] + k] = *values++;                                          \
    return fmi3OK;                                                                                     \
  }
ACCESS(Float32, real)
ACCESS(Float64, real)
ACCESS(Int8, integer)
ACCESS(UInt8, integer)
ACCESS(Int16, integer)
ACCESS(UInt16, integer)
ACCESS(Int32, integer)
ACCESS(UInt32, integer)
ACCESS(Int64, integer)
ACCESS(UInt64, integer)
ACCESS(Boolean, integer)

static fmi3Status keep(Instance3* c, Text* text, const void* bytes, size_t length) {
  if (length >= longest_text) return refuse(c, "a text or value of %zu bytes is too long", length);
  memset(text->bytes, 0, sizeof text->bytes);
  memcpy(text->bytes, bytes, length);
  text->length = length;
  return fmi3OK;
}

fmi3Status fmi3GetString(fmi3Instance instance, const fmi3ValueReference references[], size_t count,
                         fmi3String values[], size_t elements) {
  Instance3* c = instance;
  if (!may_get(c, references, count, elements)) return fmi3Error;
  for (size_t i = 0; i < count; ++i) values[i] = c->shell.values.text[references[i]].bytes;
  return fmi3OK;
}

fmi3Status fmi3SetString(fmi3Instance instance, const fmi3ValueReference references[], size_t count,
                         const fmi3String values[], size_t elements) {
  Instance3* c = instance;
  if (!may_set(c, references, count, elements)) return fmi3Error;
  for (size_t i = 0; i < count; ++i)
    if (keep(c, &c->shell.values.text[references[i]], values[i], strlen(values[i])) != fmi3OK) return fmi3Error;
  return fmi3OK;
}

fmi3Status fmi3GetBinary(fmi3Instance instance, const fmi3ValueReference references[], size_t count, size_t sizes[],
                         fmi3Binary values[], size_t elements) {
  Instance3* c = instance;
  if (!may_get(c, references, count, elements)) return fmi3Error;
  for (size_t i = 0; i < count; ++i) {
    sizes[i] = c->shell.values.text[references[i]].length;
    values[i] = (fmi3Binary)c->shell.values.text[references[i]].bytes;
  }
  return fmi3OK;
}

fmi3Status fmi3SetBinary(fmi3Instance instance, const fmi3ValueReference references[], size_t count,
                         const size_t sizes[], const fmi3Binary values[], size_t elements) {
  Instance3* c = instance;
  if (!may_set(c, references, count, elements)) return fmi3Error;
  for (size_t i = 0; i < count; ++i)
    if (keep(c, &c->shell.values.text[references[i]], values[i], sizes[i]) != fmi3OK) return fmi3Error;
  return fmi3OK;
}

// what these models do not have

#define LACK(Name, ...) \
  fmi3Status fmi3##Name(fmi3Instance instance, __VA_ARGS__) { return refuse(instance, "there is no " #Name); }

#pragma GCC diagnostic ignored "-Wunused-parameter"
LACK(GetClock, const fmi3ValueReference r[], size_t n, fmi3Clock values[])
LACK(SetClock, const fmi3ValueReference r[], size_t n, const fmi3Clock values[])
LACK(GetNumberOfVariableDependencies, fmi3ValueReference r, size_t* count)
LACK(GetVariableDependencies, fmi3ValueReference r, size_t elements[], fmi3ValueReference independents[],
     size_t others[], fmi3DependencyKind kinds[], size_t count)
LACK(GetAdjointDerivative, const fmi3ValueReference unknowns[], size_t rows, const fmi3ValueReference knowns[],
     size_t columns, const fmi3Float64 seed[], size_t seeds, fmi3Float64 sensitivity[], size_t sensitivities)
LACK(GetIntervalDecimal, const fmi3ValueReference r[], size_t n, fmi3Float64 values[], fmi3IntervalQualifier kinds[])
LACK(GetIntervalFraction, const fmi3ValueReference r[], size_t n, fmi3UInt64 counters[], fmi3UInt64 resolutions[],
     fmi3IntervalQualifier kinds[])
LACK(GetShiftDecimal, const fmi3ValueReference r[], size_t n, fmi3Float64 values[])
LACK(GetShiftFraction, const fmi3ValueReference r[], size_t n, fmi3UInt64 counters[], fmi3UInt64 resolutions[])
LACK(SetIntervalDecimal, const fmi3ValueReference r[], size_t n, const fmi3Float64 values[])
LACK(SetIntervalFraction, const fmi3ValueReference r[], size_t n, const fmi3UInt64 counters[],
     const fmi3UInt64 resolutions[])
LACK(SetShiftDecimal, const fmi3ValueReference r[], size_t n, const fmi3Float64 values[])
LACK(SetShiftFraction, const fmi3ValueReference r[], size_t n, const fmi3UInt64 counters[],
     const fmi3UInt64 resolutions[])
