// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "oldham/fmi/description/model_description.hpp"

namespace oldham::fmi {

/// The text of modelDescription.xml for a description of FMI 2.0 or 3.0 whose variables are floating-point numbers.
std::string write_description(const ModelDescription& description);

}  // namespace oldham::fmi
