// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/model/ready_made.hpp"

namespace oldham::cable {

/// A cable between a wall and a mechanism that swings: the mechanism moves the start of the rod.
Value write_cable(const FileInput& input);
const SystemHelp& cable_help();

}  // namespace oldham::cable
