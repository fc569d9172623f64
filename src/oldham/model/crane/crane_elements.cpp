// SPDX-License-Identifier: MIT
#include "oldham/model/crane/crane_elements.hpp"

#include <fmt/format.h>

#include <cmath>

namespace oldham::crane {

std::string circuit_name(std::size_t i) { return fmt::format("circuit{}", i + 1); }
std::string cylinder_name(std::size_t i) { return fmt::format("cylinder{}", i + 1); }

Value words(const std::vector<std::string>& texts) {
  Value::Array array;
  for (const std::string& text : texts) array.emplace_back(text);
  return Value(std::move(array));
}

namespace {

Value list(const std::vector<double>& numbers) {
  Value::Array array;
  for (const double number : numbers) array.emplace_back(number + 0.0);  // no −0
  return Value(std::move(array));
}

/// Friction and end dampers, as circuits and mechanisms write them.
void write_cylinder(const Circuit& c, Value::Table& cylinder) {
  Value::Table damper;
  cylinder["areas"] = list({c.A1, c.A2});
  cylinder["start"] = c.s0;
  cylinder["lengths"] = list({c.l10, c.l20});
  cylinder["friction"] = c.c;
  if (c.kd == 0 && c.cd == 0) return;
  damper["length"] = c.ld;
  damper["stiffness"] = c.kd;
  damper["friction"] = c.cd;
  cylinder["damper"] = Value(std::move(damper));
}

Value make_body(const char* name, double mass, double inertia, const Point& position, double angle) {
  Value::Table body;
  body["name"] = name;
  body["mass"] = mass;
  body["inertia"] = inertia;
  body["position"] = list({position[0], position[1]});
  body["angle"] = angle;
  return Value(std::move(body));
}

Value make_joint(const char* name, const char* first, const char* second, double on_first, double on_second) {
  Value::Table joint;
  joint["name"] = name;
  joint["type"] = "revolute";
  joint["between"] = words({first, second});
  joint["points"] = Value(Value::Array{list({on_first, 0}), list({on_second, 0})});
  return Value(std::move(joint));
}

Value make_push(const Circuit& c, std::size_t i, bool by_pressure, const char* first, const char* second,
                const Point& on_first, const Point& on_second) {
  Value::Table force;
  force["name"] = cylinder_name(i);
  force["type"] = by_pressure ? "cylinder" : "actuator";
  force["between"] = words({first, second});
  force["points"] = Value(Value::Array{list({on_first[0], on_first[1]}), list({on_second[0], on_second[1]})});
  if (by_pressure) write_cylinder(c, force);
  return Value(std::move(force));
}

Value make_volume(const char* name, double pressure, double hose, double bulk_modulus) {
  Value::Table volume, wall;
  wall["volume"] = hose;
  wall["bulk_modulus"] = bulk_modulus;
  volume["name"] = name;
  volume["pressure"] = pressure;
  volume["hoses"] = Value(Value::Array{Value(std::move(wall))});
  return Value(std::move(volume));
}

Value make_source(const char* name, double pressure) {
  Value::Table source;
  source["name"] = name;
  source["pressure"] = pressure;
  return Value(std::move(source));
}

Value make_carried(const char* name, double mass, const std::vector<std::pair<const char*, double>>& carriers) {
  Value::Table body;
  Value::Array pairs;
  for (const auto& [carrier, weight] : carriers) pairs.push_back(Value(Value::Array{Value(carrier), Value(weight)}));
  body["name"] = name;
  if (mass > 0) body["mass"] = mass;
  body["carried_by"] = Value(std::move(pairs));
  return Value(std::move(body));
}

}  // namespace

/// Coordinates are those of the centre and the angle of the first link, and of the load. The first link is pinned at
/// the origin, so that its tip lies at twice the place of its centre, and the centre of the second link in the middle
/// between that and the load.
Value make_mechanism(const Parameters& p, const Coupling& coupling) {
  const Mechanism& m = p.mechanism;
  const double c1 = std::cos(m.th10), s1 = std::sin(m.th10), c2 = std::cos(m.th20), s2 = std::sin(m.th20);
  const bool has_second = p.circuits.size() > 1;
  Value::Table entry, load, rod;
  entry["name"] = "mechanism";
  entry["model"] = "mechanism";
  entry["space"] = "plane";
  entry["gravity"] = list({0, -m.g});
  entry["formulation"] = "ali1";
  load["name"] = "load";
  load["mass"] = m.mh;
  load["position"] = list({m.L * c1 + m.Lh * c2, m.L * s1 + m.Lh * s2});
  Value::Array bodies = {make_body("boom", m.m, m.m * m.L * m.L / 12, {m.L / 2 * c1, m.L / 2 * s1}, m.th10),
                         Value(std::move(load)), make_carried("elbow", m.mp, {{"boom", 2}})};
  if (has_second) bodies.push_back(make_carried("jib_centre", 0, {{"boom", 1}, {"load", 0.5}}));
  entry["body"] = Value(std::move(bodies));
  rod["name"] = "jib";
  rod["type"] = "distance";
  rod["between"] = words({"elbow", "load"});
  rod["points"] = Value(Value::Array{list({0, 0}), list({0, 0})});
  rod["length"] = m.Lh;
  rod["angle"] = m.th20;
  entry["joint"] = Value(Value::Array{make_joint("foot", "ground", "boom", 0, -m.L / 2), Value(std::move(rod))});
  Value::Array forces = {make_push(p.circuits[0], 0, coupling.by_pressure, "ground", "boom", {m.xB, m.yB}, {0, 0})};
  if (has_second)
    forces.push_back(make_push(p.circuits[1], 1, coupling.by_pressure, "boom", "jib_centre", {0, 0}, {0, 0}));
  entry["force"] = Value(std::move(forces));
  if (coupling.by_model) {
    std::vector<std::string> rows;
    for (std::size_t i = 0; i < p.circuits.size(); ++i) rows.push_back(cylinder_name(i));
    entry["interface"] = words(rows);
  }
  return Value(std::move(entry));
}

Value make_circuit(const Circuit& c, std::size_t i, const Coupling& coupling) {
  Value::Table entry, fluid, throttle, valve, command, cylinder;
  entry["name"] = circuit_name(i);
  entry["model"] = "hydraulic-circuit";
  entry["integrator"] = "trapezoidal";
  entry["micro_step"] = coupling.micro_steps[i];
  fluid["density"] = c.rho;
  fluid["bulk_modulus"] = c.Bo;
  fluid["root_width"] = c.delta;
  entry["fluid"] = Value(std::move(fluid));
  entry["volume"] =
      Value(Value::Array{make_volume("piston_side", c.p10, c.Vh1, c.Bh), make_volume("rod_side", c.p20, c.Vh2, c.Bh),
                         make_volume("line", c.p30, c.Vh3, c.Bh)});
  entry["source"] = Value(Value::Array{make_source("pump", c.pP), make_source("tank", c.pT)});
  throttle["name"] = "throttle";
  throttle["between"] = words({"line", "piston_side"});
  throttle["coefficient"] = c.Ct;
  entry["throttle"] = Value(Value::Array{Value(std::move(throttle))});
  Value::Array table;
  for (const Point& point : c.U) table.push_back(list({point[0], point[1]}));
  command["table"] = Value(std::move(table));
  valve["name"] = "valve";
  valve["pump"] = "pump";
  valve["tank"] = "tank";
  valve["a"] = "line";
  valve["b"] = "rod_side";
  valve["coefficient"] = c.Cv;
  valve["time_constant"] = c.tau;
  valve["command"] = Value(std::move(command));
  entry["valve"] = Value(Value::Array{Value(std::move(valve))});
  cylinder["name"] = cylinder_name(i);
  cylinder["chambers"] = words({"piston_side", "rod_side"});
  write_cylinder(c, cylinder);
  cylinder["bulk_modulus"] = c.Bc;
  // with pressures told to the mechanism nobody asks for the force, but an interface model
  if (coupling.by_pressure && !coupling.by_model) cylinder["force"] = false;
  entry["cylinder"] = Value(Value::Array{Value(std::move(cylinder))});
  return Value(std::move(entry));
}

}  // namespace oldham::crane
