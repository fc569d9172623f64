// SPDX-License-Identifier: MIT
#include "oldham/fmi/description/definitions_reader.hpp"

#include <fmt/format.h>

#include <cmath>

#include "oldham/fmi/description/unit_name.hpp"
#include "oldham/fmi/description/value_reader.hpp"
#include "oldham/fmi/description/words.hpp"

namespace oldham::fmi {
namespace {

// in the order of the exponents of a unit
constexpr const char* base_units[] = {"kg", "m", "s", "A", "K", "mol", "cd", "rad"};

Unit read_base_unit(const XmlElement& element, const std::string& name) {
  Unit unit{.text = name};
  for (std::size_t i = 0; i < unit.exponents.size(); ++i)
    unit.exponents[i] = element.integer<std::int8_t>(base_units[i]).value_or(0);
  unit.factor = element.number("factor").value_or(1);
  unit.offset = element.number("offset").value_or(0);
  if (!std::isfinite(unit.factor) || unit.factor == 0)
    element.fail("factor", "expected a number other than zero, found " + shown(element.text("factor")),
                 fmt::format("values of this unit could not be converted: {}", element.file().remedy()));
  return unit;
}

/// In FMI 1.0 a unit is a name, with factors for display.
UnitDefinition read_early_unit(const XmlElement& element) {
  UnitDefinition definition{.name = element.required_text("unit"), .line = element.line()};
  definition.unit = unit_from_name(definition.name);
  for (const XmlElement& shown_unit : element.children("DisplayUnitDefinition"))
    definition.display_units.push_back({.name = shown_unit.required_text("displayUnit"),
                                        .factor = shown_unit.number("gain").value_or(1),
                                        .offset = shown_unit.number("offset").value_or(0)});
  return definition;
}

/// The type that an element stands for: "Real" and "RealType" alike, as the versions have it.
std::optional<Type> type_of(const XmlElement& element, Standard standard) {
  std::string_view word = element.name();
  if (standard != Standard::fmi2) {
    if (!word.ends_with("Type")) return std::nullopt;
    word.remove_suffix(4);
  }
  return standard == Standard::fmi3 ? meaning_in(type_words, word) : meaning_in(early_type_words, word);
}

/// `named` has name and description, `content` the rest; in FMI 3.0 they are one element.
TypeDefinition read_type(const XmlElement& named, const XmlElement& content, Type type, Standard standard) {
  TypeDefinition definition{.name = named.required_text("name"),
                            .description = named.text("description"),
                            .type = type,
                            .traits = read_traits(content, type, {}),
                            .line = named.line()};
  if (type == Type::enumeration) definition.items = read_items(content, standard);
  return definition;
}

}  // namespace

UnitDefinition read_unit(const XmlElement& element) {
  UnitDefinition definition{.name = element.required_text("name"), .line = element.line()};
  if (const auto base = element.child("BaseUnit")) {
    definition.unit = read_base_unit(*base, definition.name);
    definition.has_base_units = true;
  } else {
    definition.unit = unit_from_name(definition.name);
  }
  for (const XmlElement& shown_unit : element.children("DisplayUnit"))
    definition.display_units.push_back({.name = shown_unit.required_text("name"),
                                        .factor = shown_unit.number("factor").value_or(1),
                                        .offset = shown_unit.number("offset").value_or(0),
                                        .is_inverse = shown_unit.boolean("inverse").value_or(false)});
  return definition;
}

std::vector<EnumerationItem> read_items(const XmlElement& element, Standard standard) {
  std::vector<EnumerationItem> items;
  for (const XmlElement& item : element.children("Item")) {
    // FMI 1.0 counts its items from one
    const auto position = static_cast<std::int64_t>(items.size()) + 1;
    items.push_back({.name = item.required_text("name"),
                     .description = item.text("description"),
                     .value = standard == Standard::fmi1 ? position : item.required_integer<std::int64_t>("value")});
  }
  return items;
}

std::vector<UnitDefinition> read_units(const XmlElement& root, Standard standard) {
  std::vector<UnitDefinition> units;
  const std::optional<XmlElement> list = root.child("UnitDefinitions");
  if (!list) return units;
  if (standard == Standard::fmi1)
    for (const XmlElement& element : list->children("BaseUnit")) units.push_back(read_early_unit(element));
  else
    for (const XmlElement& element : list->children("Unit")) units.push_back(read_unit(element));
  return units;
}

std::vector<TypeDefinition> read_types(const XmlElement& root, Standard standard) {
  std::vector<TypeDefinition> types;
  const std::optional<XmlElement> list = root.child("TypeDefinitions");
  if (!list) return types;
  for (const XmlElement& element : list->children()) {
    std::optional<XmlElement> content;
    std::optional<Type> type;
    if (standard == Standard::fmi3) {
      content = element;
      type = type_of(element, standard);
    } else if (element.name() == (standard == Standard::fmi2 ? "SimpleType" : "Type")) {
      for (const XmlElement& inner : element.children())
        if (const auto found = type_of(inner, standard); found && !type) {
          content = inner;
          type = found;
        }
    }
    if (type)
      types.push_back(read_type(element, *content, *type, standard));
    else
      element.notice(Severity::warning, "unknown-element", "is no type definition of this version; passed over");
  }
  return types;
}

std::vector<LogCategory> read_log_categories(const XmlElement& root) {
  std::vector<LogCategory> categories;
  if (const auto list = root.child("LogCategories"))
    for (const XmlElement& element : list->children("Category"))
      categories.push_back({element.required_text("name"), element.text("description")});
  return categories;
}

std::optional<DefaultExperiment> read_experiment(const XmlElement& root) {
  const std::optional<XmlElement> element = root.child("DefaultExperiment");
  if (!element) return std::nullopt;
  return DefaultExperiment{element->number("startTime"), element->number("stopTime"), element->number("tolerance"),
                           element->number("stepSize"), element->line()};
}

}  // namespace oldham::fmi
