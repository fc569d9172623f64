// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace oldham::fmi {

/// The shared library of an FMU, loaded so that its symbols and those of this program do not meet.
class Library {
 public:
  explicit Library(const std::filesystem::path& file);
  ~Library();
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  /// Null when there is no such function.
  void* find(const std::string& symbol) const;

 private:
  void* handle_ = nullptr;
  std::vector<void*> brought_;  // libraries from the same folder that it could not find by itself
};

}  // namespace oldham::fmi
