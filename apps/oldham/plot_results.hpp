// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "oldham/io/table.hpp"

namespace oldham::app {

/// Puts the time plot of results, by kind of quantity, into a folder; returns the path of the PNG, or none where there
/// is nothing to draw. With an alarm, s, it ends a little later, and lines are cut where they leave what was usual.
std::filesystem::path plot_results(const Table& table, const std::filesystem::path& folder, const std::string& title,
                                   std::optional<double> alarm);

}  // namespace oldham::app
