// SPDX-License-Identifier: MIT
#pragma once

#include <unordered_map>

#include "oldham/fmi/description/model_description.hpp"
#include "oldham/fmi/description/xml_file.hpp"

namespace oldham::fmi {

/// The traits of declared types by name; the first of a name counts.
using TypeTraits = std::unordered_map<std::string, const Traits*>;
TypeTraits traits_by_name(const std::vector<TypeDefinition>& types);

/// The variables of FMI 2.0 and 3.0. References among them are as written, not resolved yet.
std::vector<Variable> read_variables(const XmlElement& list, const ModelDescription& so_far);

/// The variables of FMI 1.0, told in the words of FMI 2.0.
std::vector<Variable> read_early_variables(const XmlElement& list, const ModelDescription& so_far);

/// The outputs of FMI 1.0 with the inputs that they depend on, from the names beside each variable.
ModelStructure read_early_structure(const XmlElement& list, const ModelDescription& so_far);

/// Sets `alias_of` where a value reference of FMI 1.0 or 2.0 occurs again among values of the same kind.
void find_aliases(std::vector<Variable>& variables);

/// The element of a ScalarVariable that has its type.
XmlElement find_content(const XmlElement& variable, Type& type);

}  // namespace oldham::fmi
