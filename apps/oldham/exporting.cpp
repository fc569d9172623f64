// SPDX-License-Identifier: MIT
#include "exporting.hpp"

#include <fmt/format.h>

#include "oldham/core/error.hpp"

namespace oldham::app {
namespace {

namespace fs = std::filesystem;

constexpr const char* library_name = "oldham_fmu.so";

}  // namespace

fs::path find_exported_library() {
  std::error_code ignored;
  const fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  const fs::path beside = folder / library_name, installed = folder / OLDHAM_FMU_FOLDER / library_name;
  for (const fs::path& file : {beside, installed})
    if (fs::exists(file, ignored)) return file;
  throw_missing_capability(beside.string(), "there is no library to run exported FMUs by",
                           fmt::format("build the target oldham_fmu, or install {} beside the program", library_name));
}

}  // namespace oldham::app
