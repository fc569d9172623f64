// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/versions.hpp"

#include <fmt/format.h>

#include <cctype>

#include "oldham/core/error.hpp"

namespace oldham::fmi {

void refuse_instance(MessageLog& log) {
  throw Error(ErrorKind::failure,
              fmt::format("{}: the FMU cannot be instantiated{}", log.name(), log.take_last_words()));
}

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

}  // namespace oldham::fmi
