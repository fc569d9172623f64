// SPDX-License-Identifier: MIT
#include "oldham/fmi/ssp/parameter_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "oldham/core/error.hpp"
#include "oldham/fmi/archive.hpp"

namespace oldham::fmi::ssp {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t largest_file = std::uint64_t{1} << 30;

constexpr std::array<Choice<ParameterType>, 15> type_names = {{{"Real", ParameterType::real},
                                                               {"Float64", ParameterType::real},
                                                               {"Float32", ParameterType::real},
                                                               {"Integer", ParameterType::integer},
                                                               {"Int8", ParameterType::integer},
                                                               {"UInt8", ParameterType::integer},
                                                               {"Int16", ParameterType::integer},
                                                               {"UInt16", ParameterType::integer},
                                                               {"Int32", ParameterType::integer},
                                                               {"UInt32", ParameterType::integer},
                                                               {"Int64", ParameterType::integer},
                                                               {"UInt64", ParameterType::integer},
                                                               {"Boolean", ParameterType::boolean},
                                                               {"String", ParameterType::text},
                                                               {"Enumeration", ParameterType::enumeration}}};

Value read_one(const XmlElement& element, ParameterType type, const std::string& text) {
  switch (type) {
    case ParameterType::real:
      return element.to_number("value", text);
    case ParameterType::integer:
      return element.to_integer<std::int64_t>("value", text);
    case ParameterType::boolean:
      return element.to_boolean("value", text);
    default:
      return text;
  }
}

/// A value, or as many as the dimensions say: a list in the attribute, texts as elements of their own.
Value read_values(const XmlElement& parameter, const XmlElement& element, ParameterType type) {
  const std::vector<XmlElement> dimensions = parameter.children("Dimension"), own = element.children("Value");
  if (dimensions.empty() && own.empty()) return read_one(element, type, element.required_text("value"));
  std::vector<std::string> texts;
  for (const XmlElement& child : own) texts.push_back(child.has("value") ? child.text("value") : child.content());
  if (own.empty())
    texts = type == ParameterType::text || type == ParameterType::enumeration || type == ParameterType::binary
                ? std::vector{element.required_text("value")}
                : element.list("value");
  std::uint64_t count = 1;
  for (const XmlElement& dimension : dimensions) {
    const auto size = dimension.required_integer<std::uint32_t>("size");
    if (size > texts.size() + 1)
      count = texts.size() + 1;  // more than there are, and no overflow
    else
      count = std::min<std::uint64_t>(count * size, texts.size() + 1);
  }
  if (count != texts.size())
    element.fail("value", fmt::format("{} values do not fill the dimensions", texts.size()), ssp_remedy);
  if (dimensions.empty()) return read_one(element, type, texts.front());
  Value::Array values;
  for (const std::string& text : texts) values.push_back(read_one(element, type, text));
  return values;
}

Parameter read_parameter(const XmlElement& element, const Definitions& definitions, const std::string& prefix) {
  Parameter parameter{.name = prefix + element.required_text("name"), .where = element.place()};
  for (const XmlElement& child : element.children()) {
    if (child.name() == "Binary") {
      parameter.type = ParameterType::binary;
      parameter.value = read_values(element, child, parameter.type);
      parameter.value.set_origin(origin_of(element));
      return parameter;
    }
    const auto* type = std::ranges::find(type_names, child.name(), &Choice<ParameterType>::word);
    if (type == type_names.end()) continue;
    parameter.type = type->meaning;
    parameter.value = read_values(element, child, type->meaning);
    parameter.value.set_origin(origin_of(element));
    if (child.has("unit")) parameter.unit = definitions.unit(child.text("unit"));
    if (type->meaning == ParameterType::enumeration) parameter.items = definitions.items(child.text("name"));
    return parameter;
  }
  throw_wrong_input(element.place(), "the parameter has no value", "write one, for example <ssv:Real value=\"1.0\"/>");
}

std::vector<Parameter> read_set(const XmlElement& root, const Definitions* outer, const std::string& prefix) {
  check_version(root);
  const Definitions definitions(root, outer);
  std::vector<Parameter> parameters;
  if (const auto list = root.child("Parameters"))
    for (const XmlElement& element : list->children("Parameter"))
      parameters.push_back(read_parameter(element, definitions, prefix));
  return parameters;
}

std::vector<MappingEntry> read_entries(const XmlElement& root) {
  check_version(root);
  std::vector<MappingEntry> entries;
  for (const XmlElement& element : root.children("MappingEntry"))
    entries.push_back({.source = element.required_text("source"),
                       .target = element.required_text("target"),
                       .suppresses_conversion = element.boolean("suppressUnitConversion").value_or(false),
                       .transformation = read_transformation(element),
                       .where = element.place()});
  return entries;
}

void check_type(const XmlElement& element, std::string_view known) {
  const std::string type = element.text("type");
  if (type.empty() || type == known) return;
  throw_missing_capability(element.place(), fmt::format("files of the type {} are not read", shown(type)),
                           fmt::format("write the values as {}", known));
}

/// The text of an external file and the name messages call it by: in the package, or inside the component.
XmlFile open_source(const XmlElement& element, const Package& package, const fs::path& component) {
  const std::string source = element.text("source");
  if (element.text("sourceBase") == "component" && !component.empty())
    return {Archive(component).read(source, largest_file), package.name_of(component / source), ssp_remedy};
  const fs::path file = package.find(source, element.place());
  return {read_whole(file), package.name_of(file), ssp_remedy};
}

/// What stands in the element itself, or in the file it names; `take` reads the outermost element of it.
template <class Take>
auto read_content(const XmlElement& element, const std::optional<XmlElement>& place, const char* name,
                  const Package& package, const fs::path& component, const Take& take) {
  if (!element.text("source").empty()) {
    XmlFile file = open_source(element, package, component);
    file.drop_prefixes();
    return take(file.root(name), false);
  }
  const std::optional<XmlElement> content = place ? place->child(name) : std::nullopt;
  if (!content)
    throw_wrong_input(element.place(), fmt::format("there is neither a source nor an element {}", name), ssp_remedy);
  return take(*content, true);
}

}  // namespace

std::vector<Binding> read_bindings(const XmlElement& element, const Package& package, const Definitions& definitions,
                                   const fs::path& component) {
  std::vector<Binding> bindings;
  const std::optional<XmlElement> list = element.child("ParameterBindings");
  if (!list) return bindings;
  for (const XmlElement& child : list->children("ParameterBinding")) {
    check_type(child, "application/x-ssp-parameter-set");
    Binding binding{.where = child.place()};
    binding.parameters = read_content(child, child.child("ParameterValues"), "ParameterSet", package, component,
                                      [&](const XmlElement& root, bool is_inside) {
                                        return read_set(root, is_inside ? &definitions : nullptr, child.text("prefix"));
                                      });
    if (const auto mapping = child.child("ParameterMapping")) {
      check_type(*mapping, "application/x-ssp-parameter-mapping");
      binding.mapping = read_content(*mapping, mapping, "ParameterMapping", package, component,
                                     [](const XmlElement& root, bool) { return read_entries(root); });
    }
    bindings.push_back(std::move(binding));
  }
  return bindings;
}

}  // namespace oldham::fmi::ssp
