// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>

#include "oldham/io/table.hpp"
#include "oldham/model/multibody/description.hpp"
#include "oldham/model/rod/description.hpp"
#include "oldham/present/reply.hpp"
#include "oldham/report/animation.hpp"

namespace oldham {

/// What of a system can be shown in motion: mechanisms, and rods that publish where they are.
struct Cast {
  std::vector<multibody::MechanismDescription> mechanisms;
  std::vector<rod::RodDescription> rods;
  std::vector<std::string> unseen;  // names of the other rods
  bool empty() const { return mechanisms.empty() && rods.empty(); }
};
Cast read_cast(const Value& root);

/// Refuses a system that has nothing to show in motion; `where` names it.
void check_animated(const Value& root, const std::string& where);

/// The mechanisms and rods of a folder of results in motion.
Animation read_animation(const std::filesystem::path& folder, const Value& root, const Cast& cast, const Table& table);

/// Writes the page of a folder of results; tells what it shows in the answer.
void animate_results(const std::filesystem::path& folder, const std::filesystem::path& page, std::size_t max_frames,
                     Reply& answer);

/// The same of a folder that is checked first. Without `page`: animation.html in it.
Reply animate_folder(const std::filesystem::path& folder, const std::filesystem::path& page, std::int64_t max_frames);

}  // namespace oldham
