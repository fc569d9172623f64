// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace oldham {

/// Writes a whole file. One that cannot be written is a failure, whose message has the option that names another file,
/// if there is one, and leaves nothing.
void write_text(const std::filesystem::path& file, const std::string& text, std::string_view option = "--out");

/// The last part of a folder's path, which may end in a slash.
std::string folder_name(const std::filesystem::path& folder);

}  // namespace oldham
