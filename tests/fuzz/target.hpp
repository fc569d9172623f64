// SPDX-License-Identifier: MIT
#pragma once

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "oldham/core/error.hpp"

/// Hands one input to a reader. An error of Oldham is a fine answer; any other exception, a crash, a report of a
/// sanitizer, a hang or memory without end is a finding.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace oldham::fuzz {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// Ends the program when what a reader promises does not hold.
inline void require(bool is_so, const char* promise) {
  if (is_so) return;
  std::fprintf(stderr, "broken: %s\n", promise);
  std::abort();
}

/// A folder of its own, gone with everything in it.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "oldham-fuzz-XXXXXX").string();
    require(mkdtemp(name.data()) != nullptr, "there is a folder for temporary files");
    path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline void write_file(const std::filesystem::path& file, std::string_view content) {
  std::ofstream(file, std::ios::binary).write(content.data(), static_cast<std::streamsize>(content.size()));
}

}  // namespace oldham::fuzz
