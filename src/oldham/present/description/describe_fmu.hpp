// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "oldham/present/reply.hpp"

namespace oldham {

/// Parameters and ports of an FMU, told as those of a built-in model; nothing of it is executed.
Reply describe_fmu(const std::filesystem::path& file);

}  // namespace oldham
