// SPDX-License-Identifier: MIT
#include "oldham/io/bond_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"
#include "oldham/coupling/power_bonds.hpp"

namespace oldham {
namespace {

std::optional<int> find_port(const std::vector<Port>& ports, std::string_view name) {
  const auto found = std::find_if(ports.begin(), ports.end(), [&](const Port& port) { return port.name == name; });
  if (found == ports.end()) return {};
  return static_cast<int>(found - ports.begin());
}

/// A name that is both an output and an input means the one that this place of a bond usually is.
template <class T>
Bond::Quantity find_quantity(const Assembly<T>& assembly, const std::string& path, bool input_first,
                             const std::string& where) {
  const std::size_t dot = path.find('.');
  if (dot != std::string::npos) {
    const int s = assembly.find(path.substr(0, dot), where);
    const Boundary& boundary = *assembly.subsystems[s]->description().boundary;
    const auto input = find_port(boundary.inputs, path.substr(dot + 1));
    const auto output = find_port(boundary.outputs, path.substr(dot + 1));
    if (input && (input_first || !output)) return {{s, *input}, true};
    if (output) return {{s, *output}, false};
  }
  // throws, with the near misses
  if (input_first) return {assembly.input(path, where), true};
  return {assembly.output(path, where), false};
}

template <class T>
const Unit& unit_of(const Assembly<T>& assembly, const Bond::Quantity& q) {
  return q.is_input ? assembly.input_port(q.port).unit : assembly.output_port(q.port).unit;
}

}  // namespace

template <class T>
Bond read_bond(Reader& reader, const Assembly<T>& assembly) {
  Bond bond;
  bond.where = reader.origin().text();
  bond.name = reader.text("name");
  for (const Bond& other : assembly.bonds)
    if (other.name == bond.name)
      reader.fail("name", fmt::format("two bonds are named '{}'", bond.name), "rename one of them");
  if (is_reserved_bond_name(bond.name))
    reader.fail("name", fmt::format("'{}' stands for all bonds in the results", bond.name), "choose another name");
  for (const char* side : {"a", "b"}) {
    const std::vector<std::string> names = reader.texts(side);
    if (names.size() != 2)
      reader.fail(side, fmt::format("expected two variables, a velocity and a force, found {}", names.size()),
                  fmt::format("write for example {} = [\"chassis.velocity\", \"chassis.force\"]", side));
    const bool is_b = side[0] == 'b';
    const std::string where = reader.origin(side).text();
    (is_b ? bond.flow_b : bond.flow_a) = find_quantity(assembly, names[0], is_b, where);
    (is_b ? bond.effort_b : bond.effort_a) = find_quantity(assembly, names[1], !is_b, where);
  }
  const auto require_same = [&](const Bond::Quantity& first, const Bond::Quantity& second, const char* what) {
    const Unit &u = unit_of(assembly, first), &v = unit_of(assembly, second);
    if (!same_dimensions(u, v))
      reader.fail("b", fmt::format("its {} is in {}, that of the other side in {}", what, v.text, u.text),
                  "pair a velocity with a velocity and a force with a force, the velocity first");
  };
  const auto is_one_of = [](const Unit& unit, std::initializer_list<const char*> units) {
    return same_dimensions(unit, parse_unit("1")) ||
           std::any_of(units.begin(), units.end(), [&](const char* u) { return same_dimensions(unit, parse_unit(u)); });
  };
  if (!is_one_of(unit_of(assembly, bond.flow_a), {"m/s", "rad/s", "m^3/s"}) ||
      !is_one_of(unit_of(assembly, bond.effort_a), {"N", "N.m", "Pa"}))
    reader.fail("a",
                fmt::format("{} times {} is no power", unit_of(assembly, bond.flow_a).text,
                            unit_of(assembly, bond.effort_a).text),
                "name a velocity or flow first, then its force, torque or pressure");
  require_same(bond.flow_a, bond.flow_b, "first variable");
  require_same(bond.effort_a, bond.effort_b, "second variable");
  const auto same = [](const Bond::Quantity& x, const Bond::Quantity& y) {
    return x.port == y.port && x.is_input == y.is_input;
  };
  if (same(bond.flow_a, bond.flow_b) || same(bond.effort_a, bond.effort_b))
    reader.fail("b", "it names the same variable as 'a'", "name what the other side has");
  for (const Bond& other : assembly.bonds)
    if (same(bond.flow_a, other.flow_a) && same(bond.effort_a, other.effort_a))
      reader.fail("a", fmt::format("bond '{}' has the same variables", other.name), "leave one of them out");
  bond.scale = reader.number("scale", 1.0);
  if (bond.scale == 0) reader.fail("scale", "no power passes a bond of scale 0", "leave it out");
  bond.rule = reader.choice("rule",
                            {{"automatic", Bond::Rule::automatic},
                             {"rectangle", Bond::Rule::rectangle},
                             {"trapezoidal", Bond::Rule::trapezoidal}},
                            bond.rule);
  return bond;
}

template <class T>
void read_limits(Reader& reader, Assembly<T>& assembly) {
  for (const auto& [name, value] : reader.entries()) {
    const double largest = reader.number(name, "", Limits::positive());
    const auto alias = std::find_if(assembly.aliases.begin(), assembly.aliases.end(),
                                    [&name = name](const Alias& a) { return a.name == name; });
    const PortRef output =
        alias != assembly.aliases.end() ? alias->output : assembly.output(name, reader.origin(name).text());
    assembly.limits.push_back({output, largest});
  }
}

template Bond read_bond(Reader&, const Assembly<double>&);
template Bond read_bond(Reader&, const Assembly<Multiprecision>&);
template void read_limits(Reader&, Assembly<double>&);
template void read_limits(Reader&, Assembly<Multiprecision>&);

}  // namespace oldham
