// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/fmi/description/model_description.hpp"
#include "oldham/fmi/description/xml_file.hpp"

namespace oldham::fmi {

// definitions as SSP has them, too: a unit by its base units, else by its name; the items of an enumeration
UnitDefinition read_unit(const XmlElement& element);
std::vector<EnumerationItem> read_items(const XmlElement& element, Standard standard);

// the parts of a description that stand before the variables; `root` is the outermost element

std::vector<Interface> read_interfaces(const XmlElement& root, Standard standard);
std::vector<UnitDefinition> read_units(const XmlElement& root, Standard standard);
std::vector<TypeDefinition> read_types(const XmlElement& root, Standard standard);
std::vector<LogCategory> read_log_categories(const XmlElement& root);
std::optional<DefaultExperiment> read_experiment(const XmlElement& root);

}  // namespace oldham::fmi
