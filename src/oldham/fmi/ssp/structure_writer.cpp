// SPDX-License-Identifier: MIT
#include "oldham/fmi/ssp/structure_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <pugixml.hpp>
#include <sstream>

#include "oldham/core/error.hpp"
#include "oldham/fmi/description/words.hpp"
#include "oldham/fmi/ssp/annotation.hpp"

namespace oldham::fmi::ssp {
namespace {

void set(pugi::xml_node node, const char* attribute, const std::string& text) {
  node.append_attribute(attribute) = text.c_str();
}

void add_extra(pugi::xml_node node, const Value::Table& extra) {
  if (extra.empty()) return;
  pugi::xml_node annotation = node.append_child("ssd:Annotations").append_child("ssc:Annotation");
  set(annotation, "type", annotation_type);
  write_annotation(annotation, Value(extra));
}

/// A path as an address: letters that mean something there are written as numbers.
std::string encode(std::string_view path) {
  std::string text;
  for (const char c : path) {
    const bool is_plain =
        std::isalnum(static_cast<unsigned char>(c)) || std::string_view("-._~/").find(c) != std::string_view::npos;
    text += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return text;
}

/// The type as version 1.0 names it; an enumeration is left to the FMU, which defines it.
const char* type_name(Type type) {
  switch (type) {
    case Type::float32:
    case Type::float64:
      return "ssc:Real";
    case Type::boolean:
      return "ssc:Boolean";
    case Type::string:
      return "ssc:String";
    case Type::enumeration:
    case Type::clock:
      return nullptr;
    case Type::binary:
      return "ssc:Binary";
    default:
      return "ssc:Integer";
  }
}

/// Version 1.0 has no local variables and no constants; what gives values is an output there.
std::string kind_of(Causality causality) {
  switch (causality) {
    case Causality::input:
    case Causality::parameter:
    case Causality::calculated_parameter:
      return std::string(word_in(causality_words, causality));
    case Causality::structural_parameter:
      return "parameter";
    default:
      return "output";
  }
}

bool has_arrays(const OutgoingSystem& system) {
  return std::ranges::any_of(system.components, [](const OutgoingComponent& component) {
    return std::ranges::any_of(component.values, [](const Value::Entry& e) { return e.value.is<Value::Array>(); });
  });
}

std::string plain_text(const Value& value) {
  if (const bool* boolean = value.get<bool>()) return *boolean ? "true" : "false";
  if (const std::int64_t* integer = value.get<std::int64_t>()) return fmt::format("{}", *integer);
  if (const double* number = value.get<double>()) return fmt::format("{}", *number);
  const std::string* text = value.get<std::string>();
  return text == nullptr ? "" : *text;
}

/// What an element of a parameter set is called that every tool takes for this variable.
const char* value_element(const Variable& variable, const Value& value) {
  switch (variable.type) {
    case Type::float32:
    case Type::float64:
      return "ssv:Real";
    case Type::boolean:
      return "ssv:Boolean";
    case Type::string:
      return "ssv:String";
    case Type::binary:
      return "ssv:Binary";
    case Type::enumeration:
      return value.is<std::string>() ? "ssv:Enumeration" : "ssv:Integer";
    default:
      return "ssv:Integer";
  }
}

void flatten(const Value& value, std::vector<const Value*>& elements) {
  if (const auto* array = value.get<Value::Array>())
    for (const Value& element : *array) flatten(element, elements);
  else
    elements.push_back(&value);
}

std::string text_for(const Variable& variable, const Value& value) {
  const std::int64_t* integer = value.get<std::int64_t>();
  return variable.type == Type::boolean && integer != nullptr ? fmt::format("{}", *integer != 0) : plain_text(value);
}

void add_parameter(pugi::xml_node parent, const std::string& name, const Variable& variable, const Value& value) {
  pugi::xml_node parameter = parent.append_child("ssv:Parameter");
  set(parameter, "name", name);
  std::vector<const Value*> elements;
  flatten(value, elements);
  pugi::xml_node node = parameter.append_child(value_element(variable, elements.empty() ? value : *elements.front()));
  if (variable.type == Type::binary) set(node, "mime-type", "application/octet-stream");
  if (!value.is<Value::Array>()) {
    set(node, "value", text_for(variable, value));
    return;
  }
  const bool is_text = !elements.empty() && elements.front()->is<std::string>();
  std::string all;
  for (const Value* element : elements) {
    if (is_text)
      set(node.append_child("ssv:Value"), "value", plain_text(*element));
    else
      all.append(all.empty() ? "" : " ").append(text_for(variable, *element));
  }
  if (!is_text) set(node, "value", all);
  set(parameter.append_child("ssv:Dimension"), "size", fmt::format("{}", elements.size()));
}

void add_component(pugi::xml_node parent, const OutgoingComponent& component, const std::string& version) {
  pugi::xml_node node = parent.append_child("ssd:Component");
  set(node, "name", component.name);
  set(node, "type", "application/x-fmu-sharedlibrary");
  set(node, "source", encode(component.source));
  if (!component.interface.empty())
    set(node, "implementation", component.interface == "model-exchange" ? "ModelExchange" : "CoSimulation");
  if (!component.connectors.empty()) {
    pugi::xml_node connectors = node.append_child("ssd:Connectors");
    for (const std::string& name : component.connectors) {
      pugi::xml_node connector = connectors.append_child("ssd:Connector");
      set(connector, "name", name);
      const Variable* variable = find_variable(component.description, name);
      set(connector, "kind", kind_of(variable->causality));
      if (const char* type = type_name(variable->type)) connector.append_child(type);
    }
  }
  if (!component.values.empty()) {
    pugi::xml_node set_node = node.append_child("ssd:ParameterBindings")
                                  .append_child("ssd:ParameterBinding")
                                  .append_child("ssd:ParameterValues")
                                  .append_child("ssv:ParameterSet");
    set(set_node, "version", version);
    set(set_node, "name", component.name);
    pugi::xml_node parameters = set_node.append_child("ssv:Parameters");
    for (const auto& [name, value] : component.values) {
      const Variable* variable = find_variable(component.description, name);
      add_parameter(parameters, name, *variable, value);
    }
  }
  add_extra(node, component.extra);
}

void add_connection(pugi::xml_node parent, const OutgoingConnection& connection) {
  pugi::xml_node node = parent.append_child("ssd:Connection");
  if (connection.from.element) set(node, "startElement", *connection.from.element);
  set(node, "startConnector", connection.from.connector);
  if (connection.to.element) set(node, "endElement", *connection.to.element);
  set(node, "endConnector", connection.to.connector);
  if (connection.suppresses_conversion) set(node, "suppressUnitConversion", "true");
  const Transformation& transformation = connection.transformation;
  if (transformation.is_table()) {
    const auto text = [&](std::int64_t value) {
      return connection.is_boolean ? fmt::format("{}", value != 0) : fmt::format("{}", value);
    };
    pugi::xml_node table = node.append_child(connection.is_boolean ? "ssc:BooleanMappingTransformation"
                                                                   : "ssc:IntegerMappingTransformation");
    for (const auto& [source, target] : transformation.numbers) {
      pugi::xml_node entry = table.append_child("ssc:MapEntry");
      set(entry, "source", text(source));
      set(entry, "target", text(target));
    }
  } else if (transformation.factor != 1 || transformation.offset != 0) {
    pugi::xml_node linear = node.append_child("ssc:LinearTransformation");
    set(linear, "factor", fmt::format("{}", transformation.factor));
    set(linear, "offset", fmt::format("{}", transformation.offset));
  }
  add_extra(node, connection.extra);
}

}  // namespace

std::string structure_text(const OutgoingSystem& system) {
  const std::string version = has_arrays(system) ? "2.0" : "1.0";
  pugi::xml_document document;
  pugi::xml_node head = document.append_child(pugi::node_declaration);
  set(head, "version", "1.0");
  set(head, "encoding", "UTF-8");
  pugi::xml_node root = document.append_child("ssd:SystemStructureDescription");
  for (const auto& [prefix, name] : {std::pair("ssd", "Description"), {"ssc", "Common"}, {"ssv", "ParameterValues"}})
    set(root, fmt::format("xmlns:{}", prefix).c_str(),
        fmt::format("http://ssp-standard.org/SSP1/SystemStructure{}", name));
  set(root, "version", version);
  set(root, "name", system.name);
  set(root, "generationTool", "Oldham");

  pugi::xml_node node = root.append_child("ssd:System");
  set(node, "name", system.name);
  if (!system.published.empty()) {
    pugi::xml_node connectors = node.append_child("ssd:Connectors");
    for (const OutgoingConnection& published : system.published) {
      pugi::xml_node connector = connectors.append_child("ssd:Connector");
      set(connector, "name", published.to.connector);
      set(connector, "kind", "output");
    }
  }
  pugi::xml_node elements = node.append_child("ssd:Elements");
  for (const OutgoingComponent& component : system.components) add_component(elements, component, version);
  if (!system.connections.empty() || !system.published.empty()) {
    pugi::xml_node connections = node.append_child("ssd:Connections");
    for (const auto* list : {&system.connections, &system.published})
      for (const OutgoingConnection& connection : *list) add_connection(connections, connection);
  }
  if (system.start || system.end) {
    pugi::xml_node experiment = root.append_child("ssd:DefaultExperiment");
    if (system.start) set(experiment, "startTime", fmt::format("{}", *system.start));
    if (system.end) set(experiment, "stopTime", fmt::format("{}", *system.end));
  }
  add_extra(root, system.extra);
  std::ostringstream stream;
  document.save(stream, "  ", pugi::format_indent, pugi::encoding_utf8);
  return stream.str();
}

}  // namespace oldham::fmi::ssp
