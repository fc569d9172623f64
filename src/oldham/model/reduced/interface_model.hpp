// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/model/ready_made.hpp"

namespace oldham {

/// A slow mass and a fast one with a stiff spring between them, stepped N times for each step of the slow one.
/// [PeiretND], equations (4) to (6) corrected.
Value write_interface_model(const FileInput& input);
const SystemHelp& interface_model_help();

}  // namespace oldham
