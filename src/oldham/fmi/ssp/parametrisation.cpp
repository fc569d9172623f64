// SPDX-License-Identifier: MIT
#include "oldham/fmi/ssp/parametrisation.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "oldham/core/error.hpp"
#include "oldham/fmi/import/variable_setting.hpp"
#include "oldham/fmi/ssp/parameter_value.hpp"

namespace oldham::fmi::ssp {
namespace {

/// All names that parameter values can have inside an element.
void collect_names(const Element& element, const std::string& prefix, std::vector<std::string>& names) {
  if (!element.is_system)
    for (const Variable& variable : element.description->variables)
      if (can_be_set(variable)) names.push_back(prefix + variable.name);
  for (const Connector& connector : element.connectors)
    if (element.is_system) names.push_back(prefix + connector.name);
  for (const Element& child : element.elements) collect_names(child, prefix + child.name + ".", names);
}

/// Systems whose components were exchanged have such entries, and other tools pass them over too.
std::string note_about_target(const Element& element, const MappingEntry& entry) {
  std::vector<std::string> names;
  collect_names(element, {}, names);
  const std::vector<std::string> near = near_misses(entry.target, names);
  return fmt::format("{}: the target {} is no parameter of {}, so that nothing takes the value{}", entry.where,
                     quoted_name(entry.target), quoted_name(element.name),
                     near.empty() ? "" : fmt::format("; did you mean '{}'?", fmt::join(near, "' or '")));
}

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t most = 3;
  const std::vector<std::string> first(names.begin(), names.begin() + static_cast<long>(std::min(most, names.size())));
  return names.size() > most ? fmt::format("{} and {} more", fmt::join(first, ", "), names.size() - most)
                             : fmt::format("{}", fmt::join(first, ", "));
}

}  // namespace

Parametrisation::Parametrisation(const Element& system, const Wiring& wiring, std::vector<std::string>& notes)
    : wiring_(wiring), notes_(notes) {
  bind(system);
  take_from_connections();
}

void Parametrisation::bind(const Element& element) {
  // from the inside to the outside, so that outer values replace inner ones
  for (const Element& child : element.elements) bind(child);
  for (const Binding& binding : element.bindings) apply(element, binding);
}

void Parametrisation::apply(const Element& element, const Binding& binding) {
  std::vector<std::string> unused;
  if (!binding.mapping) {
    for (const Parameter& parameter : binding.parameters)
      if (assign(element, parameter.name, parameter, nullptr) == 0) unused.push_back(parameter.name);
    if (!unused.empty())
      notes_.push_back(fmt::format("{}: {} {} no parameter there", binding.where, listed(unused),
                                   unused.size() == 1 ? "is" : "are"));
    return;
  }
  for (const MappingEntry& entry : *binding.mapping) {
    if (entry.source.empty()) continue;  // lists of all parameters have places that nobody filled in
    const auto parameter = std::ranges::find(binding.parameters, entry.source, &Parameter::name);
    if (parameter == binding.parameters.end())
      unused.push_back(entry.source);
    else if (assign(element, entry.target, *parameter, &entry) == 0)
      notes_.push_back(note_about_target(element, entry));
  }
  if (!unused.empty())
    notes_.push_back(
        fmt::format("{}: the parameter set has no {}, which the mapping names", binding.where, listed(unused)));
}

int Parametrisation::assign(const Element& element, const std::string& name, const Parameter& value,
                            const MappingEntry* entry) {
  const Port port{&element, name};
  const Variable* variable = variable_of(port);
  int count = 0;
  if (variable != nullptr ? can_be_set(*variable) : element.is_system && find_connector(element, name) != nullptr) {
    values_[port] =
        carried(value, port,
                entry == nullptr ? Passage() : Passage{entry->suppresses_conversion, entry->transformation}, notes_);
    ++count;
  } else if (variable != nullptr) {
    notes_.push_back(fmt::format("{}: {} of {} cannot be set, the FMU computes it", value.where, quoted_name(name),
                                 quoted_name(element.name)));
    ++count;
  }
  // names of elements may have dots themselves, so several ways may lead on
  for (const Element& child : element.elements)
    if (name.starts_with(child.name) && name.size() > child.name.size() && name[child.name.size()] == '.')
      count += assign(child, name.substr(child.name.size() + 1), value, entry);
  return count;
}

void Parametrisation::take_from_connections() {
  for (const Port& port : wiring_.takers()) {
    const Variable* variable = variable_of(port);
    if (variable == nullptr) continue;
    const Way way = wiring_.way_to(port);
    std::optional<Parameter> value = constant_of(way.source);
    std::size_t hop = 0;
    // the value that comes from farthest away is the one that arrives
    for (Port at = way.source; !value && at != port; at = way.hops[hop++].to)
      if (const auto found = values_.find(at); at.element->is_system && found != values_.end()) {
        value = found->second;
        break;
      }
    if (!value && !way.source.element->is_system && variable->causality != Causality::input)
      throw_missing_capability(way.hops.back().connection->where,
                               "parameters that other components compute are not supported",
                               "give the parameter a value in a parameter set");
    if (!value) continue;
    for (; hop < way.hops.size(); ++hop)
      value =
          carried(*value, way.hops[hop].to,
                  {way.hops[hop].connection->suppresses_conversion, way.hops[hop].connection->transformation}, notes_);
    values_[port] = *value;
  }
}

Value::Table Parametrisation::values_of(const Element& component) const {
  Value::Table table;
  for (auto value = values_.lower_bound({&component, {}}); value != values_.end() && value->first.element == &component;
       ++value)
    table[variable_of(value->first)->name] = fitted(value->second, value->first);
  return table;
}

}  // namespace oldham::fmi::ssp
