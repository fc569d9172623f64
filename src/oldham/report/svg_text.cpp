// SPDX-License-Identifier: MIT
#include "oldham/report/svg_text.hpp"

#include <cctype>
#include <cstddef>
#include <map>

namespace oldham {
std::string shortened(std::string_view text, std::size_t letters) {
  const auto is_start = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; };
  std::size_t count = 0, cut = text.size();
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_start(text[i])) continue;
    if (++count == letters) cut = i;
    if (count > letters) return std::string(text.substr(0, cut)) + "…";
  }
  return std::string(text);
}

std::string xml_escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '&')
      result += "&amp;";
    else if (c == '<')
      result += "&lt;";
    else if (c == '>')
      result += "&gt;";
    else
      result += c;
  }
  return result;
}

std::string renumbered_svg(std::string_view svg) {
  static constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz";
  std::map<std::string, std::size_t, std::less<>> numbers;
  std::string result;
  result.reserve(svg.size());
  while (true) {
    // an id stands after id=" or after #
    const std::size_t start = svg.find_first_of("\"#");
    if (start == std::string_view::npos) break;
    const bool is_id = svg[start] == '#' || svg.substr(0, start).ends_with("id=");
    result += svg.substr(0, start + 1);
    svg.remove_prefix(start + 1);
    const std::size_t digits = svg.find_first_not_of(letters);
    if (!is_id || digits == 0 || digits == std::string_view::npos ||
        !std::isdigit(static_cast<unsigned char>(svg[digits])))
      continue;
    const std::size_t end = svg.find_first_not_of("0123456789-", digits);
    const std::string_view id = svg.substr(0, end);
    const auto place = numbers.try_emplace(std::string(id), numbers.size() + 1).first;
    result += svg.substr(0, digits);
    result += std::to_string(place->second);
    svg.remove_prefix(id.size());
  }
  result += svg;
  return result;
}

}  // namespace oldham
