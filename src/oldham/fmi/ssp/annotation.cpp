// SPDX-License-Identifier: MIT
#include "oldham/fmi/ssp/annotation.hpp"

#include <fmt/format.h>

#include "oldham/core/error.hpp"
#include "oldham/fmi/ssp/common_reader.hpp"

namespace oldham::fmi::ssp {
namespace {

constexpr int deepest_annotation = 64;

pugi::xml_node write_node(pugi::xml_node parent, const Value& value) {
  const auto plain = [&](const char* kind, const std::string& text) {
    pugi::xml_node node = parent.append_child(kind);
    node.append_attribute("value") = text.c_str();
    return node;
  };
  if (const bool* boolean = value.get<bool>()) return plain("oldham:Boolean", *boolean ? "true" : "false");
  if (const std::int64_t* integer = value.get<std::int64_t>())
    return plain("oldham:Integer", fmt::format("{}", *integer));
  if (const double* number = value.get<double>()) return plain("oldham:Real", fmt::format("{}", *number));
  if (const std::string* text = value.get<std::string>()) return plain("oldham:Text", *text);
  if (const Value::Array* array = value.get<Value::Array>()) {
    pugi::xml_node node = parent.append_child("oldham:Array");
    for (const Value& element : *array) write_node(node, element);
    return node;
  }
  pugi::xml_node node = parent.append_child("oldham:Table");
  for (const auto& [key, content] : *value.get<Value::Table>())
    write_node(node, content).append_attribute("key") = key.c_str();
  return node;
}

Value read_node(const XmlElement& element, int depth) {
  const Origin origin = origin_of(element);
  if (depth > deepest_annotation) throw_wrong_input(element.place(), "the annotation is nested too deeply", ssp_remedy);
  if (element.name() == "Boolean") return {element.to_boolean("value", element.required_text("value")), origin};
  if (element.name() == "Integer") return {element.required_integer<std::int64_t>("value"), origin};
  if (element.name() == "Real") return {element.to_number("value", element.required_text("value")), origin};
  if (element.name() == "Text") return {element.required_text("value"), origin};
  if (element.name() == "Array") {
    Value::Array array;
    for (const XmlElement& child : element.children()) array.push_back(read_node(child, depth + 1));
    return {std::move(array), origin};
  }
  if (element.name() != "Table") throw_wrong_input(element.place(), "this is no value that Oldham writes", ssp_remedy);
  Value::Table table;
  for (const XmlElement& child : element.children()) table[child.required_text("key")] = read_node(child, depth + 1);
  return {std::move(table), origin};
}

}  // namespace

void write_annotation(pugi::xml_node parent, const Value& value) {
  write_node(parent, value).append_attribute("xmlns:oldham") = "urn:oldham";
}

Value read_annotation(const XmlElement& element) { return read_node(element, 0); }

}  // namespace oldham::fmi::ssp
