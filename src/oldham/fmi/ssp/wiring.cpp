// SPDX-License-Identifier: MIT
#include "oldham/fmi/ssp/wiring.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "oldham/core/error.hpp"

namespace oldham::fmi::ssp {
namespace {

std::string near_remedy(const std::string& name, const std::vector<std::string>& names) {
  constexpr std::size_t most_listed = 20;
  if (names.size() > most_listed && near_misses(name, names).empty()) return "check the name";
  return names.empty() ? "there is none there" : suggest(name, names);
}

[[noreturn]] void refuse_connector(const Element& element, const std::string& name, const Connection& connection) {
  std::vector<std::string> names;
  for (const Connector& connector : element.connectors) names.push_back(connector.name);
  if (!element.is_system)
    for (const Variable& variable : element.description->variables)
      if (variable.causality != Causality::local) names.push_back(variable.name);
  throw_wrong_input(connection.where,
                    element.is_system
                        ? fmt::format("the system {} has no connector {}", quoted_name(element.name), quoted_name(name))
                        : fmt::format("the FMU of {} has no variable {}", quoted_name(element.name), quoted_name(name)),
                    near_remedy(name, names));
}

Port find_port(const Element& system, const End& end, const Connection& connection) {
  const Element* element = &system;
  // an empty name stands for none
  if (end.element && !end.element->empty()) {
    const auto found = std::ranges::find(system.elements, *end.element, &Element::name);
    if (found == system.elements.end()) {
      std::vector<std::string> names;
      for (const Element& child : system.elements) names.push_back(child.name);
      throw_wrong_input(connection.where, fmt::format("there is no element {}", quoted_name(*end.element)),
                        near_remedy(*end.element, names));
    }
    element = &*found;
  }
  const Port port{element, end.connector};
  if (element->is_system ? find_connector(*element, end.connector) == nullptr : variable_of(port) == nullptr)
    refuse_connector(*element, end.connector, connection);
  return port;
}

/// Whether a port gives values to the connections of `system`, or takes them from there; nothing when it may do both.
std::optional<bool> gives(const Port& port, const Element& system) {
  if (const Variable* variable = variable_of(port))
    return variable->causality != Causality::input && variable->causality != Causality::parameter &&
           variable->causality != Causality::structural_parameter;
  const ConnectorKind kind = find_connector(*port.element, port.name)->kind;
  if (kind == ConnectorKind::inout || kind == ConnectorKind::unspecified) return std::nullopt;
  const bool goes_in =
      kind == ConnectorKind::input || kind == ConnectorKind::parameter || kind == ConnectorKind::structural_parameter;
  // what goes into a system comes out of its connector on the inside
  return goes_in == (port.element == &system);
}

}  // namespace

const Variable* variable_of(const Port& port) {
  return port.element->is_system ? nullptr : find_variable(*port.element->description, port.name);
}

NamedUnit own_unit(const Port& port) {
  const Variable* variable = variable_of(port);
  if (variable == nullptr || !variable->traits.unit) return {};
  return {*variable->traits.unit, fmi::unit_of(*port.element->description, *variable)};
}

NamedUnit unit_of(const Port& port) {
  const Connector* connector = find_connector(*port.element, port.name);
  return connector != nullptr && !connector->unit.name.empty() ? connector->unit : own_unit(port);
}

std::vector<EnumerationItem> items_of(const Port& port) {
  if (const Variable* variable = variable_of(port))
    if (const TypeDefinition* type = find_type(*port.element->description, variable->declared_type);
        type != nullptr && !type->items.empty())
      return type->items;
  const Connector* connector = find_connector(*port.element, port.name);
  return connector == nullptr ? std::vector<EnumerationItem>() : connector->items;
}

void Wiring::add(const Element& system) {
  for (const Connection& connection : system.connections) {
    Port start = find_port(system, connection.start, connection), end = find_port(system, connection.end, connection);
    const std::optional<bool> start_gives = gives(start, system), end_gives = gives(end, system);
    if (start_gives && end_gives && *start_gives == *end_gives)
      throw_wrong_input(
          connection.where,
          *start_gives ? "both of them give values and none takes any" : "both of them take values and none gives any",
          "connect an output with an input");
    // the ends carry no direction; where their kinds say nothing either, from start to end
    if (start_gives ? !*start_gives : end_gives.value_or(false)) std::swap(start, end);
    const auto [place, is_new] = links_.try_emplace(end, Link{start, &connection});
    if (!is_new)
      throw_wrong_input(connection.where,
                        fmt::format("{} of {} has another source already, at {}", quoted_name(end.name),
                                    quoted_name(end.element->name), place->second.connection->origin.text()),
                        "remove one of the connections");
    takers_.push_back(end);
  }
  for (const Element& element : system.elements)
    if (element.is_system) add(element);
}

Way Wiring::way_to(const Port& port) const {
  Way way{port, {}};
  for (auto link = links_.find(port); link != links_.end(); link = links_.find(way.source)) {
    way.hops.push_back({link->second.connection, way.source});
    way.source = link->second.from;
    if (way.hops.size() > links_.size())
      throw_wrong_input(link->second.connection->where, "the connection feeds itself through connectors of systems",
                        "let it begin at an output of a component");
  }
  std::ranges::reverse(way.hops);
  return way;
}

Conversion conversion_along(const Way& way, std::vector<std::string>& notes) {
  Conversion all;
  Port from = way.source;
  NamedUnit unit = unit_of(from);
  for (const auto& [connection, to] : way.hops) {
    // connectors of systems that name no unit pass on what comes
    const NamedUnit next = unit_of(to);
    if (!connection->suppresses_conversion)
      all = chained(all, unit_conversion(unit, next, connection->where, notes), connection->where);
    if (connection->suppresses_conversion || !next.name.empty()) unit = next;
    if (connection->transformation)
      all = chained(all, conversion_of(*connection->transformation, items_of(from), items_of(to)), connection->where);
    from = to;
  }
  return all;
}

}  // namespace oldham::fmi::ssp
