// SPDX-License-Identifier: MIT
#pragma once

#include <pybind11/pybind11.h>

namespace oldham::python {

/// What is read and made of files: load, report, animate, describe, examples, fmu_info, fmu_check.
void add_pages(pybind11::module_& module);

}  // namespace oldham::python
