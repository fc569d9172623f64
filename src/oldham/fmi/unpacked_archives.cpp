// SPDX-License-Identifier: MIT
#include "oldham/fmi/unpacked_archives.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <system_error>
#include <vector>

#include "oldham/core/error.hpp"
#include "oldham/fmi/archive.hpp"
#include "oldham/fmi/content_hash.hpp"

namespace oldham::fmi {
namespace {

namespace fs = std::filesystem;

bool is_hash(const std::string& name) {
  return name.size() == ContentHash::digit_count && name.find_first_not_of("0123456789abcdef") == std::string::npos;
}

/// The folders that Archive::unpack() has made, or has begun to make.
std::vector<fs::path> find_unpacked(const fs::path& cache) {
  std::vector<fs::path> found;
  std::error_code none_yet;
  for (const fs::directory_entry& entry : fs::directory_iterator(cache, none_yet)) {
    const std::string name = entry.path().filename().string();
    std::error_code gone;
    if (entry.is_symlink(gone) || !entry.is_directory(gone)) continue;
    if (is_hash(name) || name.starts_with(Archive::work_name)) found.push_back(entry.path());
  }
  return found;
}

UnpackedArchives measure(const fs::path& folder) {
  UnpackedArchives content{1, 0};
  std::error_code gone;
  for (fs::recursive_directory_iterator file(folder, gone), end; file != end; file.increment(gone)) {
    std::error_code no_file;
    if (!file->is_regular_file(no_file)) continue;
    const std::uint64_t size = file->file_size(no_file);
    if (!no_file) content.bytes += size;
  }
  return content;
}

}  // namespace

UnpackedArchives count_unpacked(const fs::path& cache) {
  UnpackedArchives all;
  for (const fs::path& folder : find_unpacked(cache)) {
    const UnpackedArchives one = measure(folder);
    all.count += one.count;
    all.bytes += one.bytes;
  }
  return all;
}

UnpackedArchives remove_unpacked(const fs::path& cache, double unused_days) {
  const auto now = fs::file_time_type::clock::now();
  UnpackedArchives removed;
  for (const fs::path& folder : find_unpacked(cache)) {
    std::error_code problem;
    const std::chrono::duration<double, std::ratio<86400>> age = now - fs::last_write_time(folder, problem);
    if (problem || age.count() < unused_days) continue;
    const UnpackedArchives one = measure(folder);
    fs::remove_all(folder, problem);
    if (problem)
      throw Error(ErrorKind::failure, fmt::format("{}: cannot be removed ({}); make the folder writable",
                                                  folder.string(), problem.message()));
    removed.count += one.count;
    removed.bytes += one.bytes;
  }
  return removed;
}

}  // namespace oldham::fmi
