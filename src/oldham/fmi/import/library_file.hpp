// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace oldham::fmi {

/// What a shared library lacks of what its own headers speak of; empty: nothing, or it is another matter, which the
/// loader will tell. The loader maps a library without looking at the size of its file: one that was cut off would end
/// the program by a signal.
std::string missing_part(const std::filesystem::path& file);

}  // namespace oldham::fmi
