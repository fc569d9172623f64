// SPDX-License-Identifier: MIT
#include "python_object.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "error_names.hpp"
#include "oldham/core/counted.hpp"
#include "oldham/core/error.hpp"

namespace oldham::python {

void read_numbers(const py::object& returned, std::span<double> into, const std::string& function) {
  // NumPy takes None for a number that is none
  if (returned.is_none())
    throw_wrong_input(function, "returned nothing",
                      fmt::format("return {}; is a 'return' missing?", counted(into.size(), "number")));
  const auto numbers = py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(returned);
  if (!numbers) {
    PyErr_Clear();
    throw_wrong_input(function, fmt::format("returned {}", py::repr(returned).cast<std::string>()),
                      fmt::format("return {}", counted(into.size(), "number")));
  }
  if (static_cast<std::size_t>(numbers.size()) != into.size())
    throw_wrong_input(function, fmt::format("returned {}", counted(numbers.size(), "number")),
                      fmt::format("return {} of them", into.size()));
  std::copy_n(numbers.data(), into.size(), into.data());
}

void rethrow_own(py::error_already_set& raised) {
  const py::module_ errors = py::module_::import("oldham.errors");
  for (const auto& [kind, name] : error_names)
    if (raised.matches(errors.attr(name))) throw Error(kind, py::str(raised.value()).cast<std::string>());
}

}  // namespace oldham::python
