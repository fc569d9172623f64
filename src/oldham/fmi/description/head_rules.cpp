// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "oldham/fmi/description/rule_checks.hpp"
#include "oldham/fmi/description/words.hpp"
#include "oldham/fmi/description/xml_file.hpp"

namespace oldham::fmi {
namespace {

bool is_c_identifier(std::string_view text) {
  return !text.empty() && !std::isdigit(static_cast<unsigned char>(text.front())) &&
         std::ranges::all_of(text, [](unsigned char c) { return (std::isalnum(c) && c < 0x80) || c == '_'; });
}

void check_interface(Examination& examination, const Interface& interface) {
  const std::string where(word_in(interface_words, interface.kind));
  if (!is_c_identifier(interface.model_identifier))
    examination.warn("identifier", interface.line, where,
                     fmt::format("modelIdentifier {} is not a C identifier: letters, digits and underscores",
                                 shown(interface.model_identifier)));
  if (interface.can_serialize_state && !interface.can_get_and_set_state)
    examination.warn("capability", interface.line, where,
                     "declares to serialise its state, but not to get and set it, which that needs");
  if (interface.can_return_early_after_intermediate_update && !interface.provides_intermediate_update)
    examination.warn("capability", interface.line, where,
                     "declares to return early after intermediate updates, but not to provide them, which that needs");
  if (interface.fixed_internal_step && !(*interface.fixed_internal_step > 0))
    examination.warn("capability", interface.line, where,
                     fmt::format("fixedInternalStepSize should be positive, is {}", *interface.fixed_internal_step));
}

void check_experiment(Examination& examination, const DefaultExperiment& experiment) {
  const auto complain = [&](std::string what) {
    examination.warn("experiment", experiment.line, "DefaultExperiment", std::move(what));
  };
  if (experiment.stop && !(*experiment.stop >= experiment.start.value_or(0)))
    complain(fmt::format("stopTime {} lies before startTime {}", *experiment.stop, experiment.start.value_or(0)));
  if (experiment.tolerance && !(*experiment.tolerance > 0))
    complain(fmt::format("tolerance should be positive, is {}", *experiment.tolerance));
  if (experiment.step && !(*experiment.step > 0))
    complain(fmt::format("stepSize should be positive, is {}", *experiment.step));
}

/// Complains of what stands again; empty names too.
template <class Elements, class Project>
void check_unique(Examination& examination, const Elements& elements, std::string_view what, int line,
                  Project project) {
  std::set<std::string_view> names;
  for (const auto& element : elements) {
    const std::string_view name = project(element);
    if (name.empty())
      examination.error("empty-name", line, std::string(what), "has an empty name");
    else if (!names.insert(name).second)
      examination.error("duplicate-name", line, fmt::format("{} {}", what, shown(name)), "stands twice");
  }
}

const auto name_of = [](const auto& element) -> std::string_view { return element.name; };

void check_type(Examination& examination, const TypeDefinition& type) {
  const std::string where = "type " + shown(type.name);
  check_units(examination, type.line, where, type.traits);
  check_bounds(examination, type.line, where, type.traits);
  if (type.type != Type::enumeration) return;
  if (type.items.empty()) examination.error("enumeration", type.line, where, "has no items");
  check_unique(examination, type.items, where + ": item", type.line, name_of);
  std::set<std::int64_t> values;
  for (const EnumerationItem& item : type.items)
    if (!values.insert(item.value).second)
      examination.error("enumeration", type.line, where, fmt::format("has the value {} twice", item.value));
}

}  // namespace

void check_head(Examination& examination) {
  const ModelDescription& d = examination.description();
  const char* root = "fmiModelDescription";
  if (d.interfaces.empty())
    examination.error("no-interface", 0, root, "has neither ModelExchange nor CoSimulation: it cannot be run");
  if (d.token.empty())
    examination.warn("token", 0, root, "has an empty guid or instantiationToken: nothing ties it to its binaries");
  if (d.model_name.empty()) examination.warn("empty-name", 0, root, "has an empty modelName");
  if (d.naming != "flat" && d.naming != "structured")
    examination.warn("naming", 0, root,
                     fmt::format("variableNamingConvention should be flat or structured, is {}", shown(d.naming)));
  for (const Interface& interface : d.interfaces) check_interface(examination, interface);
  if (d.experiment) check_experiment(examination, *d.experiment);
}

void check_definitions(Examination& examination) {
  const ModelDescription& d = examination.description();
  const auto line_of = [](const auto& list) { return list.empty() ? 0 : list.front().line; };
  check_unique(examination, d.units, "unit", line_of(d.units), name_of);
  check_unique(examination, d.types, "type", line_of(d.types), name_of);
  check_unique(examination, d.log_categories, "log category", 0, name_of);
  for (const UnitDefinition& unit : d.units) {
    const std::string where = "unit " + shown(unit.name);
    if (!unit.unit)
      examination.inform("unit-meaning", unit.line, where,
                         "has no base units and no usual name: connections to it cannot be checked or converted");
    check_unique(examination, unit.display_units, where + ": display unit", unit.line, name_of);
    for (const DisplayUnit& display : unit.display_units)
      if (display.is_inverse && display.offset != 0)
        examination.warn("display-unit", unit.line, where,
                         fmt::format("display unit {} is inverse and has an offset", shown(display.name)));
  }
  for (const TypeDefinition& type : d.types) check_type(examination, type);
}

void check_names(Examination& examination) {
  std::unordered_map<std::string_view, const Variable*> names;
  const auto add = [&](const std::string& name, const Variable& variable) {
    if (name.empty())
      examination.error("empty-name", variable.line, "variable", "has an empty name");
    else if (const auto [first, is_new] = names.emplace(name, &variable); !is_new)
      examination.error("duplicate-name", variable.line, "variable " + shown(name),
                        fmt::format("stands twice, first in line {}", first->second->line));
  };
  for (const Variable& variable : examination.description().variables) {
    add(variable.name, variable);
    for (const Alias& alias : variable.aliases) add(alias.name, variable);
  }
  if (examination.standard() == Standard::fmi1) return;
  for (const TypeDefinition& type : examination.description().types)
    if (names.contains(type.name))
      examination.warn("duplicate-name", type.line, "type " + shown(type.name), "has the name of a variable");
}

}  // namespace oldham::fmi
