// SPDX-License-Identifier: MIT
#include "oldham/fmi/ssp/system_structure.hpp"

#include <algorithm>

namespace oldham::fmi::ssp {

const Connector* find_connector(const Element& element, std::string_view name) {
  const auto found = std::ranges::find(element.connectors, name, &Connector::name);
  return found == element.connectors.end() ? nullptr : &*found;
}

const Variable* find_variable(const ModelDescription& description, std::string_view name) {
  const auto found = std::ranges::find(description.variables, name, &Variable::name);
  if (found != description.variables.end()) return &*found;
  for (const Variable& variable : description.variables)
    if (std::ranges::find(variable.aliases, name, &Alias::name) != variable.aliases.end()) return &variable;
  return nullptr;
}

}  // namespace oldham::fmi::ssp
