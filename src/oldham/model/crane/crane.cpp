// SPDX-License-Identifier: MIT
#include "oldham/model/crane/crane.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "oldham/model/crane/crane_elements.hpp"

namespace oldham {
namespace {

using crane::circuit_name;
using crane::Coupling;
using crane::cylinder_name;
using crane::make_circuit;
using crane::make_mechanism;
using crane::Parameters;
using crane::words;

constexpr const char* model_name = "interface_model";

// ---- what joins them ----

Value make_connection(const std::string& from, const std::string& to, std::optional<int> order = {}) {
  Value::Table entry;
  entry["from"] = from;
  entry["to"] = to;
  if (order) entry["order"] = *order;
  return Value(std::move(entry));
}

Value::Array make_connections(const Parameters& p, const Coupling& coupling) {
  Value::Array list;
  const std::size_t n = p.circuits.size();
  for (std::size_t i = 0; i < n; ++i) {
    const std::string mechanical = "mechanism." + cylinder_name(i),
                      hydraulic = circuit_name(i) + "." + cylinder_name(i);
    for (const char* port : {"position", "velocity"}) {
      if (!coupling.by_model) {
        list.push_back(make_connection(fmt::format("{}.{}", mechanical, port), fmt::format("{}.{}", hydraulic, port)));
        continue;
      }
      list.push_back(
          make_connection(fmt::format("{}.{}", mechanical, port), fmt::format("{}.{}.{}", model_name, port, i + 1), 0));
      list.push_back(
          make_connection(fmt::format("{}.{}.{}", model_name, i + 1, port), fmt::format("{}.{}", hydraulic, port)));
    }
    const int order = coupling.mechanical_input_order;
    if (coupling.by_pressure) {
      list.push_back(make_connection(circuit_name(i) + ".piston_side.pressure", mechanical + ".pressure1", order));
      list.push_back(make_connection(circuit_name(i) + ".rod_side.pressure", mechanical + ".pressure2", order));
    } else {
      list.push_back(make_connection(hydraulic + ".force", mechanical + ".force", order));
    }
    if (!coupling.by_model) continue;
    list.push_back(make_connection(hydraulic + ".force", fmt::format("{}.{}.force", model_name, i + 1), 0));
    list.push_back(make_connection(fmt::format("mechanism.interface.force.{}", i + 1),
                                   fmt::format("{}.force.{}", model_name, i + 1), 0));
    for (std::size_t j = 0; j < n; ++j)
      list.push_back(make_connection(fmt::format("mechanism.interface.mass.{}.{}", i + 1, j + 1),
                                     fmt::format("{}.mass.{}.{}", model_name, i + 1, j + 1), 0));
  }
  return list;
}

Value make_bond(const std::string& name, const std::vector<std::string>& a, const std::vector<std::string>& b,
                double scale) {
  Value::Table bond;
  bond["name"] = name;
  bond["a"] = words(a);
  bond["b"] = words(b);
  if (scale != 1) bond["scale"] = scale;
  return Value(std::move(bond));
}

Value::Array make_bonds(const Parameters& p, const Coupling& coupling) {
  Value::Array bonds;
  for (std::size_t i = 0; i < p.circuits.size(); ++i) {
    const std::string mechanical = "mechanism." + cylinder_name(i),
                      hydraulic = circuit_name(i) + "." + cylinder_name(i);
    const std::string rate =
        coupling.by_model ? fmt::format("{}.{}.velocity", model_name, i + 1) : hydraulic + ".velocity";
    if (!coupling.by_pressure) {
      bonds.push_back(make_bond(cylinder_name(i), {mechanical + ".velocity", mechanical + ".force"},
                                {rate, hydraulic + ".force"}, 1));
      continue;
    }
    const char* sides[] = {"piston_side", "rod_side"};
    const double areas[] = {p.circuits[i].A1, -p.circuits[i].A2};
    for (int side = 0; side < 2; ++side)
      bonds.push_back(make_bond(fmt::format("{}.{}", cylinder_name(i), sides[side]),
                                {mechanical + ".velocity", fmt::format("{}.pressure{}", mechanical, side + 1)},
                                {rate, fmt::format("{}.{}.pressure", circuit_name(i), sides[side])}, areas[side]));
  }
  return bonds;
}

Value make_group(const Parameters& p, const Coupling& coupling) {
  Value::Table group, scheme;
  std::vector<std::string> members = {model_name}, circuits;
  for (std::size_t i = 0; i < p.circuits.size(); ++i) circuits.push_back(circuit_name(i));
  members.insert(members.end(), circuits.begin(), circuits.end());
  group["name"] = "hydraulics";
  group["members"] = words(members);
  scheme["schedule"] = Value(Value::Array{words({model_name}), words(circuits)});
  scheme["order"] = 1;
  scheme["startup"] = "constant";
  scheme["step"] = coupling.shortest_step;
  group["scheme"] = Value(std::move(scheme));
  return Value(std::move(group));
}

Value::Table make_names(const Parameters& p, const Coupling& coupling) {
  Value::Table publish;
  publish["theta1"] = "mechanism.boom.angle";
  publish["theta2"] = "mechanism.jib.angle";
  for (std::size_t i = 0; i < p.circuits.size(); ++i) {
    const std::string of = fmt::format("_act{}", i + 1), circuit = circuit_name(i);
    publish["s" + of] = fmt::format("mechanism.{}.position", cylinder_name(i));
    publish["sdot" + of] = fmt::format("mechanism.{}.velocity", cylinder_name(i));
    publish["p1" + of] = circuit + ".piston_side.pressure";
    publish["p2" + of] = circuit + ".rod_side.pressure";
    publish["p3" + of] = circuit + ".line.pressure";
    publish["U" + of] = circuit + ".valve.position";
  }
  if (!coupling.by_model) return publish;
  for (std::size_t i = 1; i <= p.circuits.size(); ++i)
    for (std::size_t j = 1; j <= p.circuits.size(); ++j)
      publish[fmt::format("M_eff{}{}", i, j)] = fmt::format("mechanism.interface.mass.{}.{}", i, j);
  for (std::size_t i = 1; i <= p.circuits.size(); ++i)
    publish[fmt::format("Q_eff{}", i)] = fmt::format("mechanism.interface.force.{}", i);
  return publish;
}

Coupling read_coupling(const FileInput& input, int circuits) {
  Coupling c;
  c.by_pressure = input.scheme.choice("coupling", {{"velocity-force", false}, {"velocity-pressure", true}}, false);
  c.by_model = input.scheme.choice("interface", {{"polynomial", false}, {"model", true}}, false);
  c.mechanical_input_order = input.scheme.integer("mechanical_input_order", 0, {0, 3});
  c.step = input.scheme.number("step", 1e-3, "s", Limits::positive());
  c.shortest_step = c.step;
  for (int i = 0; i < circuits; ++i) {
    // 0 means one for each macro step
    const double own = input.member_number(circuit_name(i), "micro_step").value_or(1e-4);
    c.micro_steps.push_back(own);
    if (own > 0) c.shortest_step = std::min(c.shortest_step, own);
  }
  return c;
}

std::vector<ParameterHelp> scheme_help() {
  return {{"coupling", "", "velocity-force",
           "what a circuit tells: velocity-force its force, velocity-pressure its pressures"},
          {"interface", "", "polynomial",
           "what a circuit sees of the mechanism inside a step: polynomial, or model (mass and force felt there)"},
          {"mechanical_input_order", "", "0", "order of what the mechanism is told; 0 = held"}};
}

Value write(const FileInput& input, int circuits) {
  const Parameters p = crane::read_parameters(input.parameters, circuits);
  const Coupling coupling = read_coupling(input, circuits);
  Value::Table root, simulation, scheme, limits;
  root["title"] = circuits == 1 ? "Hydraulic crane with one cylinder" : "Hydraulic crane with two cylinders";
  simulation["end"] = 30.0;
  scheme["step"] = coupling.step;
  Value::Array subsystems = {make_mechanism(p, coupling)};
  if (coupling.by_model) {
    Value::Table model, size;
    size["size"] = circuits;
    model["name"] = model_name;
    model["model"] = "reduced-interface";
    model["parameters"] = Value(std::move(size));
    subsystems.push_back(Value(std::move(model)));
  }
  for (std::size_t i = 0; i < p.circuits.size(); ++i) subsystems.push_back(make_circuit(p.circuits[i], i, coupling));
  for (std::size_t i = 0; i < p.circuits.size(); ++i)
    limits[fmt::format("mechanism.{}.velocity", cylinder_name(i))] = 5.0;
  root["simulation"] = Value(std::move(simulation));
  root["scheme"] = Value(std::move(scheme));
  root["subsystem"] = Value(std::move(subsystems));
  root["connect"] = Value(make_connections(p, coupling));
  if (coupling.by_model) root["group"] = Value(Value::Array{make_group(p, coupling)});
  root["bond"] = Value(make_bonds(p, coupling));
  root["limits"] = Value(std::move(limits));
  root["publish"] = Value(make_names(p, coupling));
  if (coupling.by_model && input.scheme.has("order"))
    root["notes"] = words({"scheme.order changes nothing where interface = \"model\": circuits are told by the model"});
  return Value(std::move(root));
}

}  // namespace

Value write_crane(const FileInput& input) { return write(input, 1); }
Value write_double_crane(const FileInput& input) { return write(input, 2); }

const SystemHelp& crane_help() {
  static const SystemHelp help = {"crane", "a crane of two links, lifted by one hydraulic cylinder", crane::help(1),
                                  scheme_help()};
  return help;
}

const SystemHelp& double_crane_help() {
  static const SystemHelp help = {"crane-double", "a crane of two links, each moved by a hydraulic cylinder",
                                  crane::help(2), scheme_help()};
  return help;
}

}  // namespace oldham
