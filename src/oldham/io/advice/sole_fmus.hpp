// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "oldham/core/value.hpp"

namespace oldham::advice {

/// The same system with each FMU that declares canBeInstantiatedOnlyOncePerProcess in a separate process, as several
/// instances are needed; `names`: of these subsystems. Where this program starts no processes: the system as it is.
Value with_sole_fmus_isolated(const Value& root, std::vector<std::string>& names);

}  // namespace oldham::advice
