// SPDX-License-Identifier: MIT
#include "oldham/io/circuit_elements.hpp"

#include <fmt/format.h>

#include "oldham/core/error.hpp"
#include "oldham/io/signal_reader.hpp"

namespace oldham {

using namespace hydraulics;

namespace {

constexpr const char* coefficient_unit = "m^3/(s.Pa^0.5)";

std::string read_name(Reader& reader) {
  const std::string name = reader.text("name");
  if (!is_name(name))
    reader.fail("name", fmt::format("{} is no name", quoted_name(name)), "use a word without dots and line breaks");
  return name;
}

int find_node(const Reader& reader, std::string_view key, const std::string& name, const CircuitDescription& circuit) {
  std::vector<std::string> names;
  for (int i = 0; i < circuit.node_count(); ++i) {
    if (circuit.node_name(i) == name) return i;
    names.push_back(circuit.node_name(i));
  }
  reader.fail(key, fmt::format("there is no volume or source '{}'", name), suggest(name, names));
}

/// Two nodes by name.
std::array<int, 2> read_nodes(Reader& reader, std::string_view key, const CircuitDescription& circuit,
                              std::string_view example) {
  const std::vector<std::string> names = reader.texts(key);
  if (names.size() != 2)
    reader.fail(key, fmt::format("expected the names of two volumes or sources, found {}", names.size()),
                fmt::format("write for example {} = {}", key, example));
  return {find_node(reader, key, names[0], circuit), find_node(reader, key, names[1], circuit)};
}

}  // namespace

VolumeDescription read_volume(Reader& reader) {
  VolumeDescription volume;
  volume.name = read_name(reader);
  volume.pressure = reader.number("pressure", "Pa");
  volume.volume = reader.number("volume", 0.0, "m^3", Limits::non_negative());
  for (Reader& hose : reader.tables("hoses")) {
    volume.hoses.push_back(
        {hose.number("volume", "m^3", Limits::positive()), hose.number("bulk_modulus", "Pa", Limits::positive())});
    hose.finish();
  }
  return volume;
}

SourceDescription read_source(Reader& reader) {
  SourceDescription source;
  source.name = read_name(reader);
  source.pressure = read_signal(reader, "pressure", "Pa");
  return source;
}

ThrottleDescription read_throttle(Reader& reader, const CircuitDescription& circuit) {
  ThrottleDescription throttle;
  const auto nodes = read_nodes(reader, "between", circuit, "[\"line\", \"piston_side\"]");
  throttle.from = nodes[0];
  throttle.to = nodes[1];
  if (nodes[0] == nodes[1])
    reader.fail("between", fmt::format("joins '{}' to itself", circuit.node_name(nodes[0])), "name two of them");
  throttle.name = reader.has("name") ? read_name(reader)
                                     : fmt::format("{}-{}", circuit.node_name(nodes[0]), circuit.node_name(nodes[1]));
  if (reader.is_first_of("coefficient", "area", "a flow coefficient, or area and discharge", "5.8e-8")) {
    throttle.coefficient = reader.number("coefficient", coefficient_unit, Limits::positive());
    if (reader.has("discharge"))
      reader.fail("discharge", "it belongs to 'area', and the coefficient is given", "leave it out");
  } else {
    throttle.area = reader.number("area", "m^2", Limits::positive());
    throttle.discharge = reader.number("discharge", "1", Limits::positive());
  }
  return throttle;
}

ValveDescription read_valve(Reader& reader, const CircuitDescription& circuit) {
  ValveDescription valve;
  valve.name = read_name(reader);
  struct End {
    const char* key;
    int& node;
  };
  const End ends[] = {{"pump", valve.pump}, {"tank", valve.tank}, {"a", valve.a}, {"b", valve.b}};
  for (const End& end : ends) {
    end.node = find_node(reader, end.key, reader.text(end.key), circuit);
    for (const End* other = ends; other != &end; ++other)
      if (other->node == end.node)
        reader.fail(end.key,
                    fmt::format("'{}' is at '{}' of this valve already", circuit.node_name(end.node), other->key),
                    "name four different volumes or sources");
  }
  valve.coefficient = reader.number("coefficient", coefficient_unit, Limits::positive());
  if (reader.is_first_of("time_constant", "bandwidth",
                         "the time constant of the spool (in s), or its bandwidth (in Hz)", "0.005"))
    valve.time_constant = reader.number("time_constant", "s", Limits::positive());
  else
    valve.bandwidth = reader.number("bandwidth", "Hz", Limits::positive());
  valve.position = reader.number("position", 0.0, "1");
  if (reader.has("command")) valve.command = read_signal(reader, "command", "1");
  return valve;
}

CylinderDescription read_cylinder(Reader& reader, const CircuitDescription& circuit) {
  CylinderDescription cylinder;
  cylinder.name = read_name(reader);
  cylinder.chambers = read_nodes(reader, "chambers", circuit, "[\"piston_side\", \"rod_side\"]");
  read_cylinder_shape(reader, cylinder);
  cylinder.bulk_modulus = reader.optional_number("bulk_modulus", "Pa", Limits::positive());
  cylinder.gives_force = reader.boolean("force", true);
  return cylinder;
}

}  // namespace oldham
