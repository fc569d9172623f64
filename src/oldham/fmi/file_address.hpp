// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace oldham::fmi {

/// "file:///...", as the resource location of FMI 2.0 and the location of FMI 1.0 are written.
std::string file_address(const std::filesystem::path& path);

/// "%20" and the like as the characters they stand for; what is no such number stays.
std::string decoded_address(std::string_view text);

}  // namespace oldham::fmi
