// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>
#include <system_error>

#include "oldham/core/error.hpp"
#include "oldham/fmi/archive.hpp"
#include "oldham/fmi/content_hash.hpp"
#include "oldham/fmi/file_address.hpp"
#include "oldham/fmi/work_folder.hpp"

namespace oldham::fmi {
namespace {

namespace fs = std::filesystem;

std::optional<fs::path> folder_of(const char* variable) {
  const char* value = std::getenv(variable);
  // the specification of base directories has relative paths ignored
  if (value == nullptr || value[0] != '/') return std::nullopt;
  return value;
}

/// Whether its address is the path as it is.
bool is_plain(const fs::path& path) { return file_address(path).find('%') == std::string::npos; }

}  // namespace

bool Archive::is_unpacked(const fs::path& folder) const {
  // temporary folders are swept file by file, so each one is looked at
  for (const ArchiveEntry& entry : entries_) {
    std::error_code problem;
    const fs::path place = folder / entry.name;
    if (entry.is_folder() ? !fs::is_directory(place, problem) : fs::file_size(place, problem) != entry.size || problem)
      return false;
  }
  return fs::is_directory(folder);
}

fs::path Archive::unpack(const fs::path& cache) const try {
  const fs::path place = fs::absolute(cache) / hash_unchanged_file(file_);
  fs::create_directories(cache);
  if (is_unpacked(place)) {
    std::error_code unimportant;
    fs::last_write_time(place, fs::file_time_type::clock::now(), unimportant);  // when it was used
    return place;
  }
  const WorkFolder work(cache, work_name);
  const fs::path content = work.path() / "content", replaced = work.path() / "replaced";
  fs::create_directory(content);
  for (std::size_t i = 0; i < entries_.size(); ++i) extract(i, content);
  // a folder that lacks something makes room; one that another program finished meanwhile is as good as this one
  std::error_code problem;
  if (fs::exists(place) && !is_unpacked(place)) fs::rename(place, replaced, problem);
  fs::rename(content, place, problem);
  if (!is_unpacked(place))
    throw Error(ErrorKind::failure, fmt::format("{}: the unpacked FMU cannot be put there ({}); choose another folder",
                                                place.string(), problem.message()));
  return place;
} catch (const std::system_error& error) {
  throw Error(
      ErrorKind::failure,
      fmt::format("{}: cannot be unpacked into {} ({}); make the folder writable, free space, or choose another",
                  file_.string(), cache.string(), error.code().message()));
}

fs::path default_cache() {
  const auto cache = folder_of("XDG_CACHE_HOME"), home = folder_of("HOME");
  if (cache && is_plain(*cache)) return *cache / "oldham" / "fmu";
  if (!cache && home && is_plain(*home)) return *home / ".cache" / "oldham" / "fmu";
  const fs::path temporary = fs::temp_directory_path();
  const fs::path shared = (is_plain(temporary) ? temporary : "/tmp") / fmt::format("oldham-{}", geteuid());
  mkdir(shared.c_str(), S_IRWXU);
  // whoever can write there can exchange the programs that are run from it
  struct stat status = {};
  if (lstat(shared.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) || status.st_uid != geteuid() ||
      (status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
    throw_wrong_input(shared.string(), "the folder for unpacked FMUs is not yours alone",
                      "set XDG_CACHE_HOME to a folder of your own whose path has no spaces");
  return shared / "fmu";
}

}  // namespace oldham::fmi
