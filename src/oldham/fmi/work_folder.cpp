// SPDX-License-Identifier: MIT
#include "oldham/fmi/work_folder.hpp"

#include <fmt/format.h>
#include <stdlib.h>

#include <cerrno>
#include <system_error>

namespace oldham::fmi {

WorkFolder::WorkFolder(const std::filesystem::path& parent, std::string_view name) {
  std::string path = (parent / fmt::format("{}-XXXXXX", name)).string();
  if (mkdtemp(path.data()) == nullptr) throw std::system_error(errno, std::generic_category(), path);
  path_ = path;
}

WorkFolder::~WorkFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace oldham::fmi
