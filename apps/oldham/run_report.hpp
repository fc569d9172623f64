// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "oldham/io/table.hpp"

namespace oldham::app {

/// Writes the page of a results folder, from what is in it alone; other folders are drawn beside it. Who has read the
/// results of the folder already may hand them over.
void write_report(const std::filesystem::path& folder, const std::vector<std::filesystem::path>& others,
                  const std::filesystem::path& page, std::optional<Table> results = {});

}  // namespace oldham::app
