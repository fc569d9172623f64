// SPDX-License-Identifier: MIT
#pragma once

#include <pybind11/pybind11.h>

namespace oldham::python {

/// What is done to systems: run, stability, map, converge, sweep.
void add_studies(pybind11::module_& module);

}  // namespace oldham::python
