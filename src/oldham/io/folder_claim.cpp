// SPDX-License-Identifier: MIT
#include "oldham/io/folder_claim.hpp"

#include <fmt/format.h>
#include <sys/file.h>

#include <cerrno>

#include "oldham/core/error.hpp"

namespace oldham {
namespace {

namespace fs = std::filesystem;

}  // namespace

void make_folder(const fs::path& folder) {
  if (folder.empty()) return;
  std::error_code failure, ignored;
  fs::create_directories(folder, failure);
  if (fs::is_directory(folder, ignored)) return;
  const std::string what = fs::exists(folder, ignored)
                               ? "this is a file, not a folder"
                               : fmt::format("this folder cannot be made: {}", failure.message());
  throw_wrong_input(folder.string(), what, "choose another folder");
}

FolderClaim::FolderClaim(const fs::path& folder, const fs::path& file) {
  std::error_code unknown;
  for (fs::path place = folder; !place.empty() && !fs::exists(place, unknown); place = place.parent_path())
    made_.push_back(place);
  make_folder(folder);
  const bool is_run = file.empty();
  const fs::path place = is_run ? folder : folder / file;
  if (!is_run && !fs::exists(place, unknown)) made_file_ = place;
  // what an earlier study wrote stays until there is something to write in its place
  claimed_ = Descriptor(is_run ? open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
                               : open(place.c_str(), O_RDONLY | O_CREAT | O_CLOEXEC, 0666));
  // some file systems of networks have no such locks: that is no reason not to run
  if (claimed_.number() >= 0 && flock(claimed_.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    throw_wrong_input(
        place.string(),
        is_run ? "another run is writing its results into this folder" : "another study is writing its results here",
        "wait for its end, or choose another folder for this one");
}

bool is_claimed(const fs::path& folder) {
  const Descriptor place(open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return place.number() >= 0 && flock(place.number(), LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
}

FolderClaim::~FolderClaim() {
  // those with something in them stay
  std::error_code in_use;
  if (!made_file_.empty() && fs::file_size(made_file_, in_use) == 0) fs::remove(made_file_, in_use);
  for (const fs::path& place : made_)
    if (!fs::remove(place, in_use)) break;
}

}  // namespace oldham
