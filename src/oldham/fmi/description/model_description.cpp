// SPDX-License-Identifier: MIT
#include "oldham/fmi/description/model_description.hpp"

#include <algorithm>
#include <limits>

#include "oldham/fmi/description/unit_name.hpp"

namespace oldham::fmi {
namespace {

template <class Elements, class Key, class Member>
auto* find_by(const Elements& elements, const Key& key, Member member) {
  const auto found = std::ranges::find(elements, key, member);
  return found == elements.end() ? nullptr : &*found;
}

std::optional<std::uint64_t> size_of_dimension(const ModelDescription& description, const Dimension& dimension) {
  if (dimension.size) return dimension.size;
  if (!dimension.parameter || !dimension.parameter->variable) return std::nullopt;
  const Variable& parameter = description.variables[*dimension.parameter->variable];
  if (!parameter.start) return std::nullopt;
  const auto* values = std::get_if<std::vector<std::uint64_t>>(&*parameter.start);
  return values == nullptr || values->empty() ? std::nullopt : std::optional(values->front());
}

}  // namespace

std::size_t size_of(const Values& values) {
  return std::visit([](const auto& list) { return list.size(); }, values);
}

const Interface* find_interface(const ModelDescription& description, InterfaceKind kind) {
  return find_by(description.interfaces, kind, &Interface::kind);
}

const UnitDefinition* find_unit(const ModelDescription& description, std::string_view name) {
  return find_by(description.units, name, &UnitDefinition::name);
}

const TypeDefinition* find_type(const ModelDescription& description, std::string_view name) {
  return find_by(description.types, name, &TypeDefinition::name);
}

std::optional<Unit> unit_of(const ModelDescription& description, const Variable& variable) {
  if (!variable.traits.unit)
    return variable.causality == Causality::independent ? std::optional(parse_unit("s")) : std::nullopt;
  const UnitDefinition* definition = find_unit(description, *variable.traits.unit);
  std::optional<Unit> unit = definition == nullptr ? unit_from_name(*variable.traits.unit) : definition->unit;
  if (unit && variable.traits.relative_quantity) unit->offset = 0;
  return unit;
}

std::optional<std::uint64_t> element_count(const ModelDescription& description, const Variable& variable) {
  std::uint64_t count = 1;
  for (const Dimension& dimension : variable.dimensions) {
    const std::optional<std::uint64_t> size = size_of_dimension(description, dimension);
    if (!size) return std::nullopt;
    if (*size != 0 && count > std::numeric_limits<std::uint64_t>::max() / *size) return std::nullopt;
    count *= *size;
  }
  return count;
}

std::vector<std::size_t> continuous_states(const ModelDescription& description) {
  std::vector<std::size_t> states;
  for (const Unknown& derivative : description.structure.derivatives) {
    if (!derivative.unknown.variable) continue;
    const Variable& variable = description.variables[*derivative.unknown.variable];
    if (variable.derivative && variable.derivative->variable) states.push_back(*variable.derivative->variable);
  }
  return states;
}

}  // namespace oldham::fmi
