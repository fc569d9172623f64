// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "oldham/core/value.hpp"

namespace oldham {

/// The tree of a system file, which is TOML, or of a system of SSP.
Value read_system(const std::filesystem::path& file);

}  // namespace oldham
