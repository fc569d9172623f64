// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

namespace oldham::app {

/// Writes the page of a results folder, from what is in it alone; other folders are drawn beside it.
void write_report(const std::filesystem::path& folder, const std::vector<std::filesystem::path>& others,
                  const std::filesystem::path& page);

}  // namespace oldham::app
