// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/model/ready_made.hpp"

namespace oldham {

/// The hydraulic crane with one cylinder, and with two: a mechanism of two links and a circuit for each cylinder.
/// [Rahikainen2020] section 4
Value write_crane(const FileInput& input);
Value write_double_crane(const FileInput& input);
const SystemHelp& crane_help();
const SystemHelp& double_crane_help();

}  // namespace oldham
