// SPDX-License-Identifier: MIT
#pragma once

#include <pybind11/pybind11.h>

#include "oldham/core/value.hpp"
#include "oldham/io/json.hpp"

namespace oldham::python {

/// Numbers, texts, truths, sequences, arrays and mappings as a configuration tree; `origin` speaks in messages. An
/// entry of a mapping that is None is left out.
Value to_value(pybind11::handle object, const Origin& origin);

pybind11::object to_python(const Value& value);
pybind11::object to_python(const Json& json);

}  // namespace oldham::python
