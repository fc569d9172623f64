// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string_view>

namespace oldham::fmi {

/// A folder for work in progress, gone with everything in it unless it was moved to its place.
class WorkFolder {
 public:
  /// In `parent`, under a name of its own that begins with `name`.
  WorkFolder(const std::filesystem::path& parent, std::string_view name);
  ~WorkFolder();
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace oldham::fmi
