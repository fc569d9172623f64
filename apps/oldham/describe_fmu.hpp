// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "command.hpp"

namespace oldham::app {

/// Parameters and ports of an FMU, told as those of a built-in model; nothing of it is executed.
Answer describe_fmu(const std::filesystem::path& file);

}  // namespace oldham::app
