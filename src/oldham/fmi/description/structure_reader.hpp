// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/fmi/description/model_description.hpp"
#include "oldham/fmi/description/xml_file.hpp"

namespace oldham::fmi {

/// The model structure of FMI 2.0 and 3.0; references are as written, not resolved yet.
ModelStructure read_structure(const XmlElement& root, Standard standard);

/// Finds the variables that references of FMI 2.0 (index from 1) and 3.0 (value reference) stand for.
void resolve_references(ModelDescription& description);

}  // namespace oldham::fmi
