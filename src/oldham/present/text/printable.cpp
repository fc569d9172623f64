// SPDX-License-Identifier: MIT
#include "oldham/present/text/printable.hpp"

#include <cstddef>

namespace oldham {
namespace {

/// Length of the well-formed sequence at the start of the text, 0 if it is broken (RFC 3629).
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  const std::size_t length = lead < 0x80 ? 1 : lead >= 0xc2 && lead < 0xe0 ? 2 : (lead & 0xf0) == 0xe0 ? 3 : 4;
  if (length > text.size() || lead > 0xf4 || (lead >= 0x80 && lead < 0xc2)) return 0;
  for (std::size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  // overlong forms, surrogates, and what lies beyond the last code point
  if (lead == 0xe0 && byte(1) < 0xa0) return 0;
  if (lead == 0xed && byte(1) > 0x9f) return 0;
  if (lead == 0xf0 && byte(1) < 0x90) return 0;
  if (lead == 0xf4 && byte(1) > 0x8f) return 0;
  return length;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const unsigned char lead = static_cast<unsigned char>(text[0]);
    if (length == 0)
      result += "�";
    else if (lead < 0x20 || lead == 0x7f)
      result += ' ';
    else
      result += text.substr(0, length);
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return result;
}

}  // namespace oldham
