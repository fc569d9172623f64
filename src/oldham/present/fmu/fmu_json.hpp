// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "oldham/fmi/description/model_description.hpp"
#include "oldham/fmi/platform.hpp"
#include "oldham/io/json.hpp"

namespace oldham::fmi {

/// Everything that a description declares. What the file leaves out and no default gives is left out here too, but for
/// start values, which are null then.
Json describe_fmu(const ModelDescription& description);

Json describe_platforms(const std::vector<Platform>& platforms);

/// How many of each severity, and all of them.
Json describe_violations(const std::vector<Violation>& violations);

/// The attributes of an interface by their names in the standard, in its order.
Json describe_capabilities(const Interface& interface, Standard standard);

}  // namespace oldham::fmi
