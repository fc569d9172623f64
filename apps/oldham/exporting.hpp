// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

// What the commands that make FMUs share.

namespace oldham::app {

/// Who exported FMUs say they are made by.
inline constexpr const char* tool_name = "Oldham " OLDHAM_VERSION;

/// The library that runs exported FMUs: beside the program, or where it is installed.
std::filesystem::path find_exported_library();

}  // namespace oldham::app
