// SPDX-License-Identifier: MIT
#include "oldham/fmi/ssp/common_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "oldham/core/error.hpp"
#include "oldham/fmi/description/definitions_reader.hpp"
#include "oldham/fmi/description/unit_name.hpp"
#include "oldham/fmi/ssp/annotation.hpp"

namespace oldham::fmi::ssp {
namespace {

constexpr std::array<Choice<ConnectorKind>, 9> kind_words = {
    {{"input", ConnectorKind::input},
     {"output", ConnectorKind::output},
     {"parameter", ConnectorKind::parameter},
     {"calculatedParameter", ConnectorKind::calculated_parameter},
     {"structuralParameter", ConnectorKind::structural_parameter},
     {"constant", ConnectorKind::constant},
     {"local", ConnectorKind::local},
     {"inout", ConnectorKind::inout},
     {"unspecified", ConnectorKind::unspecified}}};

/// A source that stands twice would be two values at once.
template <class Entries>
void add_entry(const XmlElement& element, Entries& entries, typename Entries::value_type entry) {
  for (const auto& other : entries)
    if (other.first == entry.first)
      element.fail("source", fmt::format("{} stands twice in this table", shown(element.text("source"))), ssp_remedy);
  entries.push_back(std::move(entry));
}

}  // namespace

Definitions::Definitions(const XmlElement& root, const Definitions* outer) {
  if (outer != nullptr) *this = *outer;
  if (const auto list = root.child("Units"))
    for (const XmlElement& element : list->children("Unit")) {
      const UnitDefinition definition = read_unit(element);
      units_[definition.name] = definition.unit;
    }
  if (const auto list = root.child("Enumerations"))
    for (const XmlElement& element : list->children("Enumeration"))
      enumerations_[element.required_text("name")] = read_items(element, Standard::fmi2);
}

NamedUnit Definitions::unit(const std::string& name) const {
  const auto found = units_.find(name);
  if (found != units_.end()) return {name, found->second};
  // some tools write units as books do
  const bool is_in_brackets = name.size() > 2 && name.front() == '[' && name.back() == ']';
  return {name, unit_from_name(is_in_brackets ? name.substr(1, name.size() - 2) : name)};
}

std::vector<EnumerationItem> Definitions::items(const std::string& name) const {
  const auto found = enumerations_.find(name);
  return found == enumerations_.end() ? std::vector<EnumerationItem>() : found->second;
}

void check_version(const XmlElement& root) {
  const std::string version = root.required_text("version");
  if (version.starts_with("1.") || version.starts_with("2.") || version.starts_with("Draft")) return;
  root.fail("version", fmt::format("expected 1.0 or 2.0, found {}", shown(version)),
            "export the system for one of these versions");
}

std::optional<Transformation> read_transformation(const XmlElement& element) {
  std::optional<Transformation> read;
  for (const XmlElement& child : element.children()) {
    if (!child.name().ends_with("Transformation")) continue;
    if (read) throw_wrong_input(element.place(), "there is more than one transformation", ssp_remedy);
    read.emplace();
    read->where = child.place();
    if (child.name() == "LinearTransformation") {
      read->factor = child.number("factor").value_or(1);
      read->offset = child.number("offset").value_or(0);
    } else if (child.name() == "BooleanMappingTransformation") {
      for (const XmlElement& entry : child.children("MapEntry"))
        add_entry(entry, read->numbers,
                  {entry.to_boolean("source", entry.required_text("source")) ? 1 : 0,
                   entry.to_boolean("target", entry.required_text("target")) ? 1 : 0});
    } else if (child.name() == "IntegerMappingTransformation") {
      for (const XmlElement& entry : child.children("MapEntry"))
        add_entry(entry, read->numbers,
                  {entry.required_integer<std::int64_t>("source"), entry.required_integer<std::int64_t>("target")});
    } else if (child.name() == "EnumerationMappingTransformation") {
      for (const XmlElement& entry : child.children("MapEntry"))
        add_entry(entry, read->items, {entry.required_text("source"), entry.required_text("target")});
    } else {
      throw_wrong_input(child.place(), "this transformation is not one of the standard",
                        "use LinearTransformation or one of the MappingTransformations");
    }
  }
  return read;
}

std::vector<Connector> read_connectors(const XmlElement& element, const Definitions& definitions) {
  std::vector<Connector> connectors;
  const std::optional<XmlElement> list = element.child("Connectors");
  if (!list) return connectors;
  for (const XmlElement& child : list->children("Connector")) {
    Connector connector{.name = child.required_text("name"),
                        .kind = child.word("kind", kind_words).value_or(ConnectorKind::unspecified),
                        .unit = {},
                        .items = {}};
    if (std::ranges::find(connectors, connector.name, &Connector::name) != connectors.end())
      throw_wrong_input(child.place(), "there are two connectors of this name", ssp_remedy);
    for (const XmlElement& type : child.children()) {
      if (type.has("unit")) connector.unit = definitions.unit(type.text("unit"));
      if (type.name() == "Enumeration") connector.items = definitions.items(type.text("name"));
    }
    connectors.push_back(std::move(connector));
  }
  return connectors;
}

Value::Table read_extra(const XmlElement& element) {
  Value::Table extra;
  if (const auto list = element.child("Annotations"))
    for (const XmlElement& annotation : list->children("Annotation"))
      if (annotation.text("type") == annotation_type)
        for (const XmlElement& content : annotation.children()) {
          const Value value = read_annotation(content);
          if (const Value::Table* table = value.get<Value::Table>()) extra = *table;
        }
  return extra;
}

Origin origin_of(const XmlElement& element) {
  Origin origin = Origin::named(element.file().name());
  origin.line = element.line();
  return origin;
}

}  // namespace oldham::fmi::ssp
