// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/core/reader.hpp"
#include "oldham/interface/interface_equations.hpp"
#include "python_object.hpp"

namespace oldham::python {

/// Interface equations w = g(y) by a Python function. With the lock held.
std::shared_ptr<const InterfaceEquations<double>> make_own_law(const std::string& name, const py::object& made_by,
                                                               int arguments, int variables, Reader& parameters);

}  // namespace oldham::python
