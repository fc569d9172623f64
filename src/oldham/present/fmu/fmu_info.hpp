// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "oldham/present/reply.hpp"

namespace oldham::fmi {

/// What an FMU declares, and which rules of the standard it breaks. Nothing of it is executed.
Reply describe_fmu_file(const std::filesystem::path& file);

}  // namespace oldham::fmi
