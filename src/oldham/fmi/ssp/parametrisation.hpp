// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <vector>

#include "oldham/fmi/ssp/wiring.hpp"

namespace oldham::fmi::ssp {

/// The values that parameter bindings give to components, directly or through connectors of systems. Later bindings win
/// over earlier ones, outer ones over inner ones, and what is connected over everything else.
class Parametrisation {
 public:
  /// The system and its wiring must outlive it. What could not be given to anything is added to `notes`.
  Parametrisation(const Element& system, const Wiring& wiring, std::vector<std::string>& notes);

  /// By the names of variables, in the types of the FMU.
  Value::Table values_of(const Element& component) const;

 private:
  void bind(const Element& element);
  void apply(const Element& element, const Binding& binding);
  /// Gives the value to everything that goes by this name inside the element; how many there were.
  int assign(const Element& element, const std::string& name, const Parameter& value, const MappingEntry* entry);
  void take_from_connections();

  const Wiring& wiring_;
  std::vector<std::string>& notes_;
  std::map<Port, Parameter> values_;
};

}  // namespace oldham::fmi::ssp
