// SPDX-License-Identifier: MIT
#include "oldham/present/description/describe_ports.hpp"

#include <fmt/format.h>

#include <charconv>

#include "oldham/core/unit_text.hpp"

namespace oldham {
namespace {

std::string line(const char* kind, const std::string& name, const std::string& unit, std::optional<double> value) {
  std::string text = fmt::format("    {:<9} {}", kind, name);
  if (!shown_unit(unit).empty()) text += fmt::format(" [{}]", unit);
  if (value) text += fmt::format(" = {:g}", *value);
  return text + '\n';
}

}  // namespace

Json describe_parameters(const std::vector<ParameterHelp>& parameters, std::string& text) {
  Json list = Json::array();
  for (const ParameterHelp& p : parameters) {
    Json entry = Json::object();
    entry["name"] = p.name;
    entry["unit"] = p.unit;
    double number = 0;
    const char* last = p.fallback.data() + p.fallback.size();
    const bool is_number = std::from_chars(p.fallback.data(), last, number).ptr == last && !p.fallback.empty();
    entry["default"] = is_number ? Json(number) : Json(p.fallback);
    entry["meaning"] = p.meaning;
    list.push_back(std::move(entry));
    text += fmt::format("  {:<18} {:<8} {:<10} {}\n", p.name, p.unit, p.fallback, p.meaning);
  }
  return list;
}

Json describe_ports(const std::vector<Port>& ports, const char* kind, std::string& text) {
  Json list = Json::array();
  for (const Port& port : ports) {
    const std::string unit = declared_unit(port);
    Json entry = Json::object();
    entry["name"] = port.name;
    entry["unit"] = unit;
    if (port.rest) entry["start"] = *port.rest;
    if (!port.description.empty()) entry["meaning"] = port.description;
    list.push_back(std::move(entry));
    text += line(kind, port.name, unit, port.rest);
  }
  return list;
}

std::string parameter_line(const ParameterValue& parameter) {
  return line("parameter", parameter.name, parameter.unit, parameter.value);
}

}  // namespace oldham
