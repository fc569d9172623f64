// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "oldham/io/json.hpp"
#include "oldham/model/multibody/topology.hpp"

namespace oldham {

/// Degrees of freedom, bodies and joints: as fields of the subsystem's entry, and as a tree for people.
void describe_mechanism(const multibody::MechanismDescription& mechanism, Json& entry, std::string& text);

}  // namespace oldham
