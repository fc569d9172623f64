// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "oldham/io/json.hpp"
#include "oldham/model/registry.hpp"
#include "oldham/subsystem/subsystem.hpp"

// What models, systems and FMUs are described by: as JSON, and in lines added to the text.

namespace oldham {

Json describe_parameters(const std::vector<ParameterHelp>& parameters, std::string& text);

/// Inputs that rest at a value where nothing feeds them tell it as `start`. `kind`: "input" or "output".
Json describe_ports(const std::vector<Port>& ports, const char* kind, std::string& text);

/// A parameter of a subsystem as it is used.
std::string parameter_line(const ParameterValue& parameter);

}  // namespace oldham
