// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace oldham::fmi {

/// A file to be packed.
struct PackedEntry {
  std::string name;  // with folders
  std::string content;
};

/// Writes a zip archive. The same entries give the same bytes: their order and times do not depend on when and how.
/// A file of this name is replaced once all is written.
void write_archive(const std::filesystem::path& file, std::vector<PackedEntry> entries);

}  // namespace oldham::fmi
