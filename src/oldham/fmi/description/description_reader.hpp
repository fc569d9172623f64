// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "oldham/fmi/archive.hpp"
#include "oldham/fmi/description/model_description.hpp"

namespace oldham::fmi {

/// Reads the text of a modelDescription.xml of FMI 1.0, 2.0 or 3.0. What cannot be understood is an error with line,
/// element and attribute; what can, though it breaks a rule, is left to the search for violations. `name` is what
/// messages call the text.
ModelDescription read_description(std::string text, const std::string& name);

/// Reads the description of an FMU.
ModelDescription read_description(const Archive& archive);

}  // namespace oldham::fmi
