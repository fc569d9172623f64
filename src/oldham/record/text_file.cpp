// SPDX-License-Identifier: MIT
#include "oldham/record/text_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <fstream>

#include "oldham/core/error.hpp"

namespace oldham {

std::string folder_name(const std::filesystem::path& folder) {
  const std::filesystem::path whole = std::filesystem::absolute(folder).lexically_normal();
  return (whole.has_filename() ? whole : whole.parent_path()).filename().string();
}

void write_text(const std::filesystem::path& file, const std::string& text, std::string_view option) {
  std::error_code unknown;
  const std::filesystem::file_status status = std::filesystem::symlink_status(file, unknown);
  // whole or not at all; what is no plain file, such as a pipe, stays what it is
  const bool is_plain = !std::filesystem::exists(status) || std::filesystem::is_regular_file(status);
  std::filesystem::path name = file;
  if (is_plain) name += ".new";
  errno = 0;
  std::ofstream stream(name);
  stream << text;
  stream.close();
  int problem = stream ? 0 : errno != 0 ? errno : EIO;
  if (is_plain && problem == 0) {
    std::filesystem::rename(name, file, unknown);
    problem = unknown.value();
  }
  if (problem == 0) return;
  if (is_plain) std::filesystem::remove(name, unknown);
  const std::string elsewhere = option.empty() ? "choose another place" : fmt::format("choose another with {}", option);
  const char* remedy = problem == ENOSPC || problem == EDQUOT || problem == EFBIG ? "free some space" : "free the name";
  throw Error(ErrorKind::failure, fmt::format("{}: cannot be written: {}; {} or {}", file.string(),
                                              std::generic_category().message(problem), remedy, elsewhere));
}

}  // namespace oldham
