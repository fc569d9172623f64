// SPDX-License-Identifier: MIT
#include "oldham/io/interface_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"
#include "oldham/interface/law_catalogue.hpp"
#include "oldham/interface/spring_damper.hpp"
#include "oldham/io/bushing_reader.hpp"
#include "oldham/io/own_law_reader.hpp"
#include "oldham/model/own_parts.hpp"

namespace oldham {

bool has_carried_springs(const Value& root) {
  const Value* list = root.find("interface");
  if (list == nullptr || !list->is<Value::Array>()) return false;
  return std::ranges::any_of(*list->get<Value::Array>(), [](const Value& interface) {
    const Value* cut = interface.find("decomposition");
    return cut != nullptr && *cut != Value("force-force");
  });
}

std::vector<CarriedSpring> distribute_springs(Value& root) {
  std::vector<CarriedSpring> carried;
  Value* interfaces = root.find("interface");
  if (interfaces == nullptr || !interfaces->is<Value::Array>()) return carried;
  for (Value& interface : *interfaces->get<Value::Array>()) {
    const Value* law = interface.find("law");
    if (law == nullptr || law->get<std::string>() == nullptr || *law->get<std::string>() != "spring-damper") continue;
    const Value* between = interface.find("between");
    const Value* decomposition = interface.find("decomposition");
    if (between == nullptr || !between->is<Value::Array>() || decomposition == nullptr) continue;
    const std::string* cut = decomposition->get<std::string>();
    const Value::Array& sides = *between->get<Value::Array>();
    if (cut == nullptr || sides.size() != 2 || *cut == "force-force") continue;
    for (int side = *cut == "force-displacement" ? 1 : 0; side < 2; ++side) {
      const std::string *carrier = sides[side].get<std::string>(), *mover = sides[1 - side].get<std::string>();
      if (carrier == nullptr || mover == nullptr) continue;
      Value& springs =
          make_place(root, fmt::format("subsystem.'{}'.parameters.base_springs", *carrier), interface.origin());
      if (!springs.is<Value::Array>()) springs = Value(Value::Array{}, interface.origin());
      const Value *c = interface.find("stiffness"), *d = interface.find("damping");
      Value::Array row{c ? *c : Value(0.0, interface.origin()), d ? *d : Value(0.0, interface.origin())};
      springs.get<Value::Array>()->push_back(Value(std::move(row), interface.origin()));
      carried.push_back({*carrier, *mover, static_cast<int>(springs.get<Value::Array>()->size())});
    }
  }
  return carried;
}

namespace {

template <class T>
void add_spring_damper(Reader& reader, Assembly<T>& assembly) {
  const std::string where = reader.origin().text();
  const std::vector<std::string> sides = reader.texts("between");
  if (sides.size() != 2)
    reader.fail("between", "expected the names of two subsystems", "write between = [\"a\", \"b\"]");
  if (sides[0] == sides[1])
    reader.fail("between", fmt::format("the spring joins '{}' to itself, and can do nothing there", sides[0]),
                "name two that differ; a spring to the ground is a parameter of the subsystem");
  const std::string name = reader.text("name", fmt::format("{}-{}", sides[0], sides[1]));
  const T c = from_decimal<T>(reader.number("stiffness", 0.0, "N/m"));
  const T d = from_decimal<T>(reader.number("damping", 0.0, "N.s/m"));
  const int forces = reader.choice(
      "decomposition", {{"force-force", 2}, {"force-displacement", 1}, {"displacement-displacement", 0}}, 2);
  if (forces == 0) return;
  Law<T> law{name, std::make_unique<SpringDamper<T>>(c, d), {}, {}, where};
  for (const std::string& side : sides)
    for (const char* port : {".position", ".velocity"}) law.arguments.push_back(assembly.output(side + port, where));
  for (int i = 0; i < forces; ++i)
    law.effects.push_back({assembly.input(sides[i] + ".force", where), 0, i == 0 ? 1.0 : -1.0});
  for (const auto& effect : law.effects)
    if (!same_dimensions(assembly.input_port(effect.to).unit, parse_unit("N")))
      throw_wrong_input(where,
                        fmt::format("the force of interface '{}' is in N but '{}' expects {}", name,
                                    assembly.input_name(effect.to), assembly.input_port(effect.to).unit.text),
                        "a spring-damper needs a force input");
  assembly.laws.push_back(std::move(law));
}

/// A mechanical port is a subsystem, or a part of one ("arm.tip"), with a position, a velocity and a force.
template <class T>
Constraint::Term mechanical_port(const Assembly<T>& assembly, std::string port, const std::string& direction,
                                 double factor, const std::string& where) {
  if (!direction.empty()) port += "." + direction;
  return {assembly.output(port + ".position", where), assembly.output(port + ".velocity", where),
          assembly.input(port + ".force", where), factor};
}

/// One side moves the other, which answers with a force: connections, and no multiplier.
template <class T>
void add_prescribed_motion(Reader& reader, const std::vector<std::string>& sides, const std::string& where,
                           Assembly<T>& assembly) {
  if (sides.size() != 2 || reader.has("factors") || reader.has("offset") || reader.has("directions"))
    reader.fail("decomposition", "only two positions that are equal can be joined by prescribing motion",
                "write between = [\"mover\", \"moved\"] and nothing else, or use decomposition = \"force-force\"");
  for (const char* port : {".position", ".velocity", ".acceleration"})
    assembly.connections.push_back(
        {assembly.output(sides[0] + port, where), assembly.input(sides[1] + port, where), 1, 0, where});
  assembly.connections.push_back(
      {assembly.output(sides[1] + ".force", where), assembly.input(sides[0] + ".force", where), 1, 0, where});
}

template <class T>
void add_constraint(Reader& reader, Assembly<T>& assembly) {
  const std::string where = reader.origin().text();
  const std::vector<std::string> sides = reader.texts("between");
  if (sides.size() < 2)
    reader.fail("between", "expected two or more mechanical ports", "write between = [\"a\", \"b\"]");
  std::string joined = sides.front();
  for (std::size_t i = 1; i < sides.size(); ++i) joined += "-" + sides[i];
  Constraint constraint{reader.text("name", joined), {}, where};
  if (constraint.name.empty()) reader.fail("name", "a constraint needs a name", "leave it out, or give one");
  for (const Constraint& other : assembly.constraints)
    if (other.name == constraint.name)
      reader.fail("name", fmt::format("two constraints are named '{}'", constraint.name), "rename one of them");
  if (reader.choice("decomposition", {{"force-force", false}, {"force-displacement", true}}, false))
    return add_prescribed_motion(reader, sides, where, assembly);

  // g = Σ factor · position − offset
  std::vector<double> factors = {1.0, -1.0};
  if (const auto given = reader.optional_numbers("factors", "", sides.size()))
    factors = *given;
  else if (sides.size() > 2)
    reader.fail_missing("factors", "a number for every port", "[1.0, 1.0, -1.0]");
  for (double factor : factors)
    if (factor == 0) reader.fail("factors", "a factor of 0 takes its port out of the constraint", "leave the port out");
  std::vector<std::string> directions = reader.texts("directions");
  if (directions.empty()) directions.emplace_back();
  std::vector<double> offsets(directions.size(), 0.0);
  if (reader.has("offset")) {
    if (directions.size() == 1)
      offsets[0] = reader.number("offset", "m or rad");
    else
      offsets = reader.numbers("offset", "m or rad", directions.size());
  }
  for (std::size_t d = 0; d < directions.size(); ++d) {
    Constraint::Row row{constraint.name, {}, offsets[d]};
    if (!directions[d].empty()) row.name += "." + directions[d];
    for (std::size_t i = 0; i < sides.size(); ++i)
      row.terms.push_back(mechanical_port(assembly, sides[i], directions[d], factors[i], where));
    constraint.rows.push_back(std::move(row));
  }
  assembly.constraints.push_back(std::move(constraint));
}

LawKind read_law(Reader& reader) {
  std::vector<Choice<LawKind>> choices;
  for (const NamedLaw& law : law_catalogue) choices.push_back({law.name, law.kind});
  const std::vector<std::string> own = own_law_names();
  for (const std::string& name : own) choices.push_back({name, LawKind::own});
  return reader.choice<LawKind>("law", choices);
}

}  // namespace

bool is_kinematic(Reader& reader) { return read_law(reader) == LawKind::kinematic; }
bool is_clamp(Reader& reader) { return read_law(reader) == LawKind::clamp; }
bool is_bushing(Reader& reader) { return read_law(reader) == LawKind::bushing; }

template <class T>
void add_interface(Reader& reader, Assembly<T>& assembly) {
  const LawKind law = read_law(reader);
  if (law == LawKind::spring_damper)
    add_spring_damper(reader, assembly);
  else if (law == LawKind::bushing)
    add_bushing(reader, assembly);
  else if (law == LawKind::own)
    add_own_law(reader, assembly);
  else
    add_constraint(reader, assembly);
}

template void add_interface(Reader&, Assembly<double>&);
template void add_interface(Reader&, Assembly<Multiprecision>&);

}  // namespace oldham
