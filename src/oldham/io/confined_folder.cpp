// SPDX-License-Identifier: MIT
#include "oldham/io/confined_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "oldham/core/error.hpp"
#include "oldham/core/value.hpp"
#include "oldham/isolation/descriptor.hpp"

namespace oldham {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_listed = 1000;
constexpr int deepest_listed = 5;
constexpr std::array written_to{"results", "build", "node_modules"};

[[noreturn]] void refuse(std::string_view name, std::string_view what) {
  throw_wrong_input(quoted_name(name), what, "name a file inside the folder, such as crane/double.toml");
}

bool is_inside(const fs::path& folder, const fs::path& place) {
  return std::mismatch(folder.begin(), folder.end(), place.begin(), place.end()).first == folder.end();
}

bool is_hidden(const fs::path& name) { return name.native().starts_with('.'); }

[[noreturn]] void throw_unwritten(const fs::path& file, int error) {
  throw Error(ErrorKind::failure, fmt::format("{}: cannot be written: {}", file.string(), std::strerror(error)));
}

}  // namespace

ConfinedFolder::ConfinedFolder(const fs::path& folder) {
  std::error_code problem;
  path_ = fs::canonical(folder, problem);
  const bool exists = !problem;
  if (!exists || !fs::is_directory(path_, problem))
    throw_wrong_input(folder.empty() ? "''" : folder.string(),
                      exists ? "is a file, not a folder" : "there is no such folder",
                      exists ? "name the folder that it is in" : "name one that exists");
}

fs::path ConfinedFolder::find(std::string_view name) const {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20; };
  if (name.empty() || std::ranges::any_of(name, is_control)) refuse(name, "is no name of a file");
  const fs::path wanted(name);
  if (wanted.is_absolute()) refuse(name, "begins at the root of all files");
  for (const fs::path& part : wanted) {
    if (part == "..") refuse(name, "leads out of the folder");
    if (part.empty() || is_hidden(part)) refuse(name, "is hidden, or no name of a file");
  }
  const std::optional<fs::path> place = place_of(path_ / wanted);
  if (!place) refuse(name, "is or passes a link that leads out of the folder");
  return *place;
}

std::optional<fs::path> ConfinedFolder::place_of(const fs::path& file) const {
  std::error_code problem;
  const fs::path place = fs::weakly_canonical(fs::absolute(file), problem);
  // a link that leads nowhere is left as it is
  if (problem || !is_inside(path_, place) || fs::is_symlink(fs::symlink_status(place, problem))) return std::nullopt;
  return place;
}

bool ConfinedFolder::holds(const fs::path& file) const {
  const std::optional<fs::path> place = place_of(file);
  return place && std::ranges::none_of(place->lexically_relative(path_), is_hidden);
}

std::vector<std::string> ConfinedFolder::list(std::string_view ending) const {
  std::vector<std::string> names;
  std::error_code problem;
  auto entry = fs::recursive_directory_iterator(path_, fs::directory_options::skip_permission_denied, problem);
  for (; !problem && entry != fs::recursive_directory_iterator(); entry.increment(problem)) {
    const fs::path name = entry->path().filename();
    std::error_code ignored;
    if (entry->is_directory(ignored)) {
      const bool is_skipped = is_hidden(name) || entry.depth() >= deepest_listed ||
                              std::ranges::find(written_to, name.native()) != written_to.end();
      if (is_skipped) entry.disable_recursion_pending();
    } else if (!is_hidden(name) && name.extension() == ending && entry->is_regular_file(ignored) &&
               is_inside(path_, fs::weakly_canonical(entry->path(), ignored))) {
      names.push_back(entry->path().lexically_relative(path_).generic_string());
    }
    if (names.size() >= most_listed) break;
  }
  std::ranges::sort(names);
  return names;
}

void replace_text(const fs::path& file, std::string_view text) {
  std::error_code problem;
  fs::create_directories(file.parent_path(), problem);
  const fs::path fresh = file.parent_path() / fmt::format(".{}.{}", file.filename().string(), getpid());
  {
    const Descriptor written(open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0666));
    if (written.number() < 0) throw_unwritten(file, errno);
    for (std::string_view rest = text; !rest.empty();) {
      const ssize_t count = write(written.number(), rest.data(), rest.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) {
        const int error = errno;
        unlink(fresh.c_str());
        throw_unwritten(file, error);
      }
      rest.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  if (const fs::file_status before = fs::status(file, problem); fs::is_regular_file(before))
    fs::permissions(fresh, before.permissions(), problem);
  if (rename(fresh.c_str(), file.c_str()) != 0) {
    const int error = errno;
    unlink(fresh.c_str());
    throw_unwritten(file, error);
  }
}

}  // namespace oldham
