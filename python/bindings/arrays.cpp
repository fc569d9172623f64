// SPDX-License-Identifier: MIT
#include "arrays.hpp"

namespace oldham::python {

namespace py = pybind11;
using namespace py::literals;

namespace {

/// What holds numbers goes along with them.
template <class Holder>
py::capsule keep(Holder holder, Holder*& held) {
  held = new Holder(std::move(holder));
  return py::capsule(held, [](void* pointer) { delete static_cast<Holder*>(pointer); });
}

}  // namespace

py::array_t<double> moved_array(std::vector<double> numbers, const std::vector<py::ssize_t>& shape) {
  std::vector<double>* held = nullptr;
  const py::capsule owner = keep(std::move(numbers), held);
  return py::array_t<double>(shape, held->data(), owner);
}

py::dict moved_table(Table table) {
  Table* held = nullptr;
  const py::capsule owner = keep(std::move(table), held);
  const auto column = [&](const std::vector<double>& values) {
    return py::array_t<double>(static_cast<py::ssize_t>(values.size()), values.data(), owner);
  };
  py::dict columns, units;
  for (std::size_t i = 0; i < held->header.size(); ++i) {
    columns[py::str(held->header[i].name)] = column(held->columns[i]);
    units[py::str(held->header[i].name)] = held->header[i].unit;
  }
  return py::dict("time"_a = column(held->time), "columns"_a = columns, "units"_a = units);
}

}  // namespace oldham::python
