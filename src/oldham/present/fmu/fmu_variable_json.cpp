// SPDX-License-Identifier: MIT
#include "oldham/present/fmu/fmu_variable_json.hpp"

#include <fmt/format.h>

#include <concepts>

#include "oldham/fmi/description/words.hpp"

namespace oldham::fmi {

namespace {

Json to_json(const Number& number) {
  return std::visit([](auto value) { return Json(value); }, number);
}

Json describe_clock(const ClockTiming& timing) {
  Json object = Json::object();
  object["interval_variability"] = word_in(interval_words, timing.interval_variability);
  add_flag(object, "can_be_deactivated", timing.can_be_deactivated);
  add_flag(object, "supports_fraction", timing.supports_fraction);
  add_optional(object, "priority", timing.priority);
  add_optional(object, "interval", timing.interval);
  object["shift"] = timing.shift;
  add_optional(object, "resolution", timing.resolution);
  add_optional(object, "interval_counter", timing.interval_counter);
  object["shift_counter"] = timing.shift_counter;
  return object;
}

void add_traits(Json& object, const Traits& traits) {
  add_optional(object, "unit", traits.unit);
  add_optional(object, "display_unit", traits.display_unit);
  add_text(object, "quantity", traits.quantity);
  add_flag(object, "relative_quantity", traits.relative_quantity);
  add_flag(object, "unbounded", traits.unbounded);
  if (traits.min) object["min"] = to_json(*traits.min);
  if (traits.max) object["max"] = to_json(*traits.max);
  add_optional(object, "nominal", traits.nominal);
  add_text(object, "mime_type", traits.mime_type);
  add_optional(object, "max_size", traits.max_size);
  if (traits.clock) object["clock"] = describe_clock(*traits.clock);
}

Json describe_dimensions(const ModelDescription& description, const Variable& variable) {
  Json list = Json::array();
  for (const Dimension& dimension : variable.dimensions)
    list.push_back(dimension.parameter ? name_of(description, *dimension.parameter) : Json(dimension.size));
  return list;
}

/// What only some variables have.
void add_relations(Json& object, const ModelDescription& description, const Variable& variable) {
  if (!variable.dimensions.empty()) {
    object["dimensions"] = describe_dimensions(description, variable);
    object["size"] = Json(element_count(description, variable));
  }
  for (const fmi::Alias& alias : variable.aliases) {
    Json entry = Json::object();
    entry["name"] = alias.name;
    add_text(entry, "description", alias.description);
    add_optional(entry, "display_unit", alias.display_unit);
    object["aliases"].push_back(std::move(entry));
  }
  if (variable.alias_of) object["alias_of"] = description.variables[*variable.alias_of].name;
  add_flag(object, "negated", variable.is_negated);
  if (variable.derivative) object["derivative_of"] = name_of(description, *variable.derivative);
  add_optional(object, "reinit", variable.reinit);
  add_optional(object, "can_handle_multiple_set", variable.can_handle_multiple_set);
  add_optional(object, "intermediate_update", variable.intermediate_update);
  if (variable.previous) object["previous"] = name_of(description, *variable.previous);
  for (const Reference& clock : variable.clocks) object["clocks"].push_back(name_of(description, clock));
}

/// Bytes are told as hexadecimal digits.
std::string to_hex(const std::string& bytes) {
  std::string digits;
  for (const char byte : bytes) digits += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return digits;
}

template <class T>
std::vector<Json> to_elements(const Variable& variable, const std::vector<T>& values) {
  std::vector<Json> elements;
  for (const auto& value : values) {
    if constexpr (std::same_as<T, std::string>)
      elements.emplace_back(variable.type == Type::binary ? to_hex(value) : value);
    else
      elements.emplace_back(static_cast<T>(value));
  }
  return elements;
}

Json describe_start(const Variable& variable) {
  if (!variable.start) return nullptr;
  std::vector<Json> elements =
      std::visit([&](const auto& values) { return to_elements(variable, values); }, *variable.start);
  const bool is_single = variable.dimensions.empty() && elements.size() == 1;
  return is_single ? std::move(elements.front()) : Json(elements);
}

}  // namespace

Json name_of(const ModelDescription& description, const Reference& reference) {
  return reference.variable ? Json(description.variables[*reference.variable].name) : Json(nullptr);
}

Json describe_variable(const ModelDescription& description, const Variable& variable) {
  Json object = Json::object();
  object["name"] = variable.name;
  object["reference"] = variable.reference;
  object["type"] = type_word(description.standard, variable.type);
  object["causality"] = word_in(causality_words, variable.causality);
  object["variability"] = word_in(variability_words, variable.variability);
  if (variable.initial) object["initial"] = word_in(initial_words, *variable.initial);
  object["start"] = describe_start(variable);
  add_text(object, "description", variable.description);
  add_text(object, "declared_type", variable.declared_type);
  add_traits(object, variable.traits);
  add_relations(object, description, variable);
  return object;
}

Json describe_type(const ModelDescription& description, const TypeDefinition& type) {
  Json object = Json::object();
  object["name"] = type.name;
  object["type"] = type_word(description.standard, type.type);
  add_text(object, "description", type.description);
  add_traits(object, type.traits);
  for (const EnumerationItem& item : type.items) {
    Json entry = Json::object();
    entry["name"] = item.name;
    entry["value"] = item.value;
    add_text(entry, "description", item.description);
    object["items"].push_back(std::move(entry));
  }
  return object;
}

}  // namespace oldham::fmi
