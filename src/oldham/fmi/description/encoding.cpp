// SPDX-License-Identifier: MIT
#include "oldham/fmi/description/encoding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

#include "oldham/core/error.hpp"
#include "oldham/core/value.hpp"

namespace oldham::fmi {
namespace {

// what Windows-1252 has in place of the control characters 0x80 to 0x9f; 0: nothing
constexpr char16_t windows_characters[32] = {0x20ac, 0,      0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
                                             0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017d, 0,
                                             0,      0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
                                             0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0,      0x017e, 0x0178};

void append_utf8(std::string& text, char16_t c) {
  if (c < 0x80) {
    text += static_cast<char>(c);
  } else if (c < 0x800) {
    text += static_cast<char>(0xC0 | (c >> 6));
    text += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    text += static_cast<char>(0xE0 | (c >> 12));
    text += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    text += static_cast<char>(0x80 | (c & 0x3F));
  }
}

std::string from_one_byte(std::string_view text, bool is_windows) {
  std::string utf8;
  utf8.reserve(text.size());
  for (const char byte : text) {
    const auto c = static_cast<unsigned char>(byte);
    const bool is_replaced = is_windows && c >= 0x80 && c < 0xA0 && windows_characters[c - 0x80] != 0;
    append_utf8(utf8, is_replaced ? windows_characters[c - 0x80] : c);
  }
  return utf8;
}

/// The value of `encoding` in the first line, in lower case; "utf-8" when nothing is said.
std::string declared_encoding(std::string_view text) {
  const std::string_view head = text.substr(0, text.find("?>"));
  const std::size_t key = head.starts_with("<?xml") ? head.find("encoding") : std::string_view::npos;
  const std::size_t open = key == std::string_view::npos ? key : head.find_first_of("\"'", key);
  if (open == std::string_view::npos) return "utf-8";
  const std::size_t close = head.find(head[open], open + 1);
  if (close == std::string_view::npos) return "utf-8";
  std::string word(head.substr(open + 1, close - open - 1));
  std::ranges::transform(word, word.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return word;
}

}  // namespace

std::string to_utf8(std::string text, const std::string& file) {
  const std::string_view head = std::string_view(text).substr(0, 4);
  const bool is_wide =
      head.starts_with("\xFF\xFE") || head.starts_with("\xFE\xFF") || head.find('\0') != std::string_view::npos;
  const std::string encoding = is_wide ? "utf-16" : declared_encoding(text);
  if (encoding == "utf-8" || encoding == "utf8" || encoding == "us-ascii" || encoding == "ascii") return text;
  if (encoding == "iso-8859-1" || encoding == "latin1") return from_one_byte(text, false);
  if (encoding == "windows-1252" || encoding == "cp1252") return from_one_byte(text, true);
  throw_wrong_input(file, fmt::format("expected UTF-8, found the encoding {}", quoted_name(encoding.substr(0, 40))),
                    "save the file in UTF-8, or export the FMU again");
}

}  // namespace oldham::fmi
