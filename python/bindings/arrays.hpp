// SPDX-License-Identifier: MIT
#pragma once

#include <pybind11/numpy.h>

#include <vector>

#include "oldham/io/table.hpp"

namespace oldham::python {

/// Numbers handed over without a copy.
pybind11::array_t<double> moved_array(std::vector<double> numbers, const std::vector<pybind11::ssize_t>& shape);

/// time, and columns and units by name.
pybind11::dict moved_table(Table table);

}  // namespace oldham::python
