// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "program.hpp"

// What independent programs found: the files of tests/reference.

namespace oldham::test {

/// What a file has at a place, all of it by default.
inline const nlohmann::json& reference_data(const std::string& file, const std::string& place = "") {
  static std::map<std::string, nlohmann::json> files;
  const auto [found, is_new] = files.try_emplace(file);
  if (is_new)
    found->second = nlohmann::json::parse(read_file(std::string(OLDHAM_SOURCE "/tests/reference/") + file + ".json"));
  return found->second.at(nlohmann::json::json_pointer(place));
}

inline std::vector<nlohmann::json> reference_list(const std::string& file, const std::string& place) {
  const nlohmann::json& found = reference_data(file, place);
  return {found.begin(), found.end()};
}

/// The number in as many digits as give it back.
inline std::string text(const nlohmann::json& number) { return number.dump(); }

inline const char* decomposition(const std::string& abbreviation) {
  return abbreviation == "FF"   ? "force-force"
         : abbreviation == "FD" ? "force-displacement"
                                : "displacement-displacement";
}

}  // namespace oldham::test
