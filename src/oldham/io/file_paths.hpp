// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "oldham/core/value.hpp"
#include "oldham/io/confined_folder.hpp"

namespace oldham {

/// Paths count from the folder of the file they stand in; those of the command line from the folder one works in.
std::filesystem::path path_from(const Origin& origin, const std::string& written);

/// The tree with whole paths to the FMUs and tables that it names, to be written into a file elsewhere.
Value with_whole_paths(const Value& tree);

/// Refuses FMUs and tables outside a folder, before anything is opened: for trees that come from others. Of an archive
/// that holds all of its own it is the archive that must lie there.
void require_within(const ConfinedFolder& folder, const std::filesystem::path& file, Value tree);

}  // namespace oldham
