// SPDX-License-Identifier: MIT
#include "oldham/io/circuit_reader.hpp"

#include <fmt/format.h>

#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"
#include "oldham/io/circuit_elements.hpp"
#include "oldham/io/scheme_reader.hpp"
#include "oldham/io/signal_reader.hpp"
#include "oldham/model/hydraulics/circuit.hpp"
#include "oldham/model/registry.hpp"
#include "oldham/model/signal/signal_model.hpp"

namespace oldham {
namespace {

using namespace hydraulics;

/// Elements of all kinds need names of their own: nodes are found by them and ports are made of them.
class ElementNames {
 public:
  void add(const Reader& reader, const std::string& name, const char* kind) {
    for (const Taken& other : taken_)
      if (other.name == name)
        reader.fail("name", fmt::format("there is a {} '{}' already; it stands at {}", other.kind, name, other.where),
                    kind == std::string("throttle") ? "name one of them otherwise: a throttle is called after its ends"
                                                    : "rename one of them");
    taken_.push_back({name, kind, reader.origin().text()});
  }

 private:
  struct Taken {
    std::string name;
    const char* kind;
    std::string where;
  };
  std::vector<Taken> taken_;
};

FluidDescription read_fluid(Reader& entry) {
  Reader reader = entry.table("fluid");
  FluidDescription fluid;
  fluid.density = reader.number("density", fluid.density, "kg/m^3", Limits::positive());
  fluid.bulk_modulus = reader.number("bulk_modulus", fluid.bulk_modulus, "Pa", Limits::positive());
  fluid.root_width = reader.number("root_width", fluid.root_width, "Pa", Limits::positive());
  reader.finish();
  return fluid;
}

/// What can only be said when all elements are there.
void check_connections(const CircuitDescription& circuit) {
  std::vector<bool> is_connected(circuit.node_count(), false), has_chamber(circuit.node_count(), false);
  for (const ThrottleDescription& t : circuit.throttles) is_connected[t.from] = is_connected[t.to] = true;
  for (const ValveDescription& v : circuit.valves)
    for (const int node : {v.pump, v.tank, v.a, v.b}) is_connected[node] = true;
  for (const CylinderDescription& c : circuit.cylinders)
    for (const int node : c.chambers) is_connected[node] = has_chamber[node] = true;

  for (int i = 0; i < circuit.node_count(); ++i) {
    const bool is_volume = i < circuit.volume_count();
    const std::string& where = is_volume ? circuit.volumes[i].where : circuit.sources[i - circuit.volume_count()].where;
    if (!is_connected[i])
      throw_wrong_input(
          where,
          fmt::format("nothing is connected to the {} '{}'", is_volume ? "volume" : "source", circuit.node_name(i)),
          "name it in a throttle, a valve or a cylinder, or leave it out");
    if (is_volume && !has_chamber[i] && circuit.volumes[i].volume == 0 && circuit.volumes[i].hoses.empty())
      throw_wrong_input(where, fmt::format("the volume '{}' has no volume", circuit.node_name(i)),
                        "give it volume = 1e-5 (m^3) or hoses = [{volume = 1e-5, bulk_modulus = 1.5e8}], or make it "
                        "the chamber of a cylinder");
  }
}

}  // namespace

CircuitDescription read_circuit(Reader& entry, const std::string& name) {
  CircuitDescription circuit;
  circuit.name = name;
  circuit.fluid = read_fluid(entry);
  circuit.publish_flows = entry.boolean("flows", false);
  ElementNames names;
  const auto read_all = [&](const char* kind, auto& list, const auto& read) {
    for (Reader& reader : entry.tables(kind)) {
      auto element = read(reader);
      element.where = reader.origin().text();
      names.add(reader, element.name, kind);
      list.push_back(std::move(element));
      reader.finish();
    }
  };
  // nodes first: the others name them
  read_all("volume", circuit.volumes, [](Reader& reader) { return read_volume(reader); });
  read_all("source", circuit.sources, [](Reader& reader) { return read_source(reader); });
  if (circuit.volumes.empty())
    entry.fail("volume", fmt::format("the circuit '{}' has no volume", name),
               "add a [[subsystem.volume]] with name and pressure");
  read_all("throttle", circuit.throttles, [&](Reader& reader) { return read_throttle(reader, circuit); });
  read_all("valve", circuit.valves, [&](Reader& reader) { return read_valve(reader, circuit); });
  read_all("cylinder", circuit.cylinders, [&](Reader& reader) { return read_cylinder(reader, circuit); });
  check_connections(circuit);
  return circuit;
}

IntegratorSettings read_circuit_integrator(Reader& entry) {
  IntegratorSettings integrator = read_integrator(entry, default_integrator("hydraulic-circuit"));
  if (integrator.kind == IntegratorKind::trapezoidal) {
    // pressures are all that Newton's method iterates on: the spools are linear
    if (!entry.has("relative_tolerance")) integrator.relative_tolerance = 0;
    if (!entry.has("absolute_tolerance")) integrator.absolute_tolerance = 1e-3;
  }
  return integrator;
}

template <class T>
std::unique_ptr<Subsystem<T>> read_circuit_subsystem(Reader& entry, const std::string& name) {
  const CircuitDescription circuit = read_circuit(entry, name);
  return make_circuit<T>(name, circuit, read_circuit_integrator(entry));
}

template <class T>
std::unique_ptr<Subsystem<T>> read_signal_subsystem(Reader& entry, const std::string& name) {
  Reader parameters = entry.table("parameters");
  const std::string unit = parameters.text("unit", "1");
  const SignalDescription signal = read_signal(parameters, "value", unit);
  parameters.finish();
  try {
    return make_signal<T>(name, signal, unit);
  } catch (const Error& error) {
    parameters.fail("unit", error.what(), "write for example unit = \"N\"");
  }
}

template std::unique_ptr<Subsystem<double>> read_circuit_subsystem(Reader&, const std::string&);
template std::unique_ptr<Subsystem<Multiprecision>> read_circuit_subsystem(Reader&, const std::string&);
template std::unique_ptr<Subsystem<double>> read_signal_subsystem(Reader&, const std::string&);
template std::unique_ptr<Subsystem<Multiprecision>> read_signal_subsystem(Reader&, const std::string&);

}  // namespace oldham
