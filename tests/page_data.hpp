// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace oldham {

/// What a page holds for its script.
inline nlohmann::json data_of(const std::string& page) {
  const std::string begin = "id=\"page-data\">";
  const std::size_t at = page.find(begin) + begin.size();
  return nlohmann::json::parse(page.substr(at, page.find("</script>", at) - at));
}

}  // namespace oldham
