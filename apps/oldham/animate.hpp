// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "command.hpp"
#include "oldham/io/table.hpp"
#include "oldham/report/animation.hpp"

namespace oldham::app {

/// Refuses a system that has nothing to show in motion; `where` names it.
void check_animated(const Value& root, const std::string& where);

/// The mechanisms of a folder of results in motion.
Animation read_animation(const std::filesystem::path& folder, const Value& root, const Table& table);

/// Writes the page of a folder of results; tells what it shows in the answer.
void animate_results(const std::filesystem::path& folder, const std::filesystem::path& page, std::size_t max_frames,
                     Answer& answer);

}  // namespace oldham::app
