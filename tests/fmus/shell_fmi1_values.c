// SPDX-License-Identifier: MIT

// Values and messages of FMI 1.0.

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shell_fmi1.h"

fmi1Status refuse(Instance1* c, const char* format, ...) {
  char text[256];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  c->logger(c, c->name, fmi1Error, "error", "%s", text);
  return fmi1Error;
}

const char* F(GetVersion)(void) { return "1.0"; }

fmi1Status F(SetDebugLogging)(fmi1Component component, fmi1Boolean on) {
  (void)component, (void)on;
  return fmi1OK;
}

Instance1* make_instance(fmi1String name, fmi1String guid, Logger1 logger) {
  Instance1* c = calloc(1, sizeof *c);
  c->logger = logger;
  snprintf(c->name, sizeof c->name, "%s", name);
  start_values(&c->shell.values);
  if (strcmp(guid, TOKEN) == 0) return c;
  refuse(c, "guid '%s' is not mine", guid);
  free(c);
  return NULL;
}

static fmi1Status check(Instance1* c, const fmi1ValueReference references[], size_t count, bool to_set) {
  for (size_t i = 0; i < count; ++i)
    if (references[i] >= slots || (to_set && !may_be_set(&c->shell, references[i])))
      return refuse(c, "variable %u is not there or must not be set now", references[i]);
  if (!to_set) refresh(&c->shell);
  return fmi1OK;
}

#define GET(Name, expression)                                                                                      \
  fmi1Status F(Get##Name)(fmi1Component component, const fmi1ValueReference r[], size_t count, fmi1##Name got[]) { \
    Instance1* c = component;                                                                                      \
    if (check(c, r, count, false) != fmi1OK) return fmi1Error;                                                     \
    for (size_t i = 0; i < count; ++i) got[i] = expression;                                                        \
    return fmi1OK;                                                                                                 \
  }
GET(Real, c->shell.values.real[r[i]])
GET(Integer, (fmi1Integer)c->shell.values.integer[r[i]])
GET(Boolean, c->shell.values.integer[r[i]] != 0)
GET(String, c->shell.values.text[r[i]].bytes)

#define SET(Name, statement)                                                                   \
  fmi1Status F(Set##Name)(fmi1Component component, const fmi1ValueReference r[], size_t count, \
                          const fmi1##Name given[]) {                                          \
    Instance1* c = component;                                                                  \
    if (check(c, r, count, true) != fmi1OK) return fmi1Error;                                  \
    for (size_t i = 0; i < count; ++i) statement;                                              \
    return fmi1OK;                                                                             \
  }
SET(Real, c->shell.values.real[r[i]] = given[i])
SET(Integer, c->shell.values.integer[r[i]] = given[i])
SET(Boolean, c->shell.values.integer[r[i]] = given[i] != 0)
SET(String, snprintf(c->shell.values.text[r[i]].bytes, longest_text, "%s", given[i]))
