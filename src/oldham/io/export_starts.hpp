// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "oldham/io/exported_system.hpp"

namespace oldham {

/// Values for the inputs of a subsystem that cannot stand at those it has, which are zero where nothing else is said: a
/// cylinder without length, an interface without mass. Taken from the start of the system that it is a part of, else
/// ones for the mass that it is told. Without a value where it can stand, or cannot in any case.
std::optional<std::vector<double>> find_input_starts(const Value& root, const std::string& subsystem,
                                                     ExportedSystem& built);

}  // namespace oldham
