// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "oldham/io/exported_system.hpp"

namespace oldham {

/// The numbers of a tree that can be set without making another model of it, and those that it leaves at their
/// defaults. A number that is the initial value of the output of its name is told as such.
std::vector<fmi::ExportedParameter> find_export_parameters(const Value& tree, const ExportedSystem& built);

}  // namespace oldham
