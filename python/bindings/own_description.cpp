// SPDX-License-Identifier: MIT
#include "own_description.hpp"

#include "convert.hpp"
#include "oldham/core/error.hpp"

namespace oldham::python {
namespace {

/// Pairs of names and units.
std::vector<Port> read_ports(const py::object& pairs) {
  std::vector<Port> ports;
  for (const py::handle item : pairs) {
    const auto pair = item.cast<std::pair<std::string, std::string>>();
    ports.push_back({pair.first, parse_unit(pair.second), ""});
  }
  return ports;
}

}  // namespace

OwnInstance make_instance(const std::string& name, const std::string& model, const py::object& made_by,
                          Reader& parameters) {
  const Value table(parameters.entries(), parameters.origin());
  const auto made = guarded([&] { return made_by(name, to_python(table)).cast<py::dict>(); });
  auto boundary = std::make_shared<Boundary>();
  boundary->model = model;
  boundary->inputs = read_ports(made["inputs"]);
  boundary->outputs = read_ports(made["outputs"]);
  boundary->feedthrough = made["feedthrough"].cast<bool>();
  OwnInstance instance{name, PythonObject(made["object"]), std::move(boundary), {}, made["linear"].cast<bool>()};
  for (const Value::Entry& entry : *table.get<Value::Table>()) {
    const auto* number = entry.value.get<double>();
    const auto* integer = entry.value.get<std::int64_t>();
    if (number || integer)
      instance.parameters.push_back({entry.key, number ? *number : static_cast<double>(*integer), ""});
  }
  return instance;
}

}  // namespace oldham::python
