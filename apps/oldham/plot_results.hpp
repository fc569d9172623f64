// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace oldham::app {

/// The time plot of a results folder, by kind of quantity; returns the path of the PNG, or none where there is nothing
/// to draw.
std::filesystem::path plot_results(const std::filesystem::path& folder, const std::string& title);

}  // namespace oldham::app
