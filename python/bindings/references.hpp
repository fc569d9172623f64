// SPDX-License-Identifier: MIT
#pragma once

#include <pybind11/pybind11.h>

namespace oldham::python {

/// What systems do when they are solved as one: monolithic, static, modal.
void add_references(pybind11::module_& module);

}  // namespace oldham::python
