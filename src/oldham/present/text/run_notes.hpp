// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "oldham/io/system_file.hpp"

namespace oldham {

/// What to know of the results of a run before it begins; empty: nothing.

/// That they will be large, with the key that makes them smaller.
std::string size_note(const System<double>& system);

/// That they replace those of another run in the folder, with the keys that differ.
std::string replacement_note(const std::filesystem::path& folder, const Value& root);

}  // namespace oldham
