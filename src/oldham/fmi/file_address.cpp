// SPDX-License-Identifier: MIT
#include "oldham/fmi/file_address.hpp"

#include <fmt/format.h>

#include <cctype>
#include <charconv>

namespace oldham::fmi {

std::string file_address(const std::filesystem::path& path) {
  std::string address = "file://";
  for (const char c : path.string()) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || std::string_view("/-_.~+@,=:").find(c) != std::string_view::npos)
      address += c;
    else
      address += fmt::format("%{:02X}", byte);
  }
  return address;
}

std::string decoded_address(std::string_view text) {
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned code = 0;
    if (text[i] == '%' && i + 2 < text.size() &&
        std::from_chars(&text[i + 1], &text[i + 1] + 2, code, 16).ptr == &text[i + 1] + 2) {
      decoded += static_cast<char>(code);
      i += 2;
    } else {
      decoded += text[i];
    }
  }
  return decoded;
}

}  // namespace oldham::fmi
