// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "oldham/fmi/description/model_description.hpp"

namespace oldham::fmi {

/// The functions that the standard requires of a library with this interface, as the library names them. FMI 1.0 and
/// 2.0 require those of the interface, FMI 3.0 all functions of its headers.
std::vector<std::string> required_functions(Standard standard, const Interface& interface);

}  // namespace oldham::fmi
