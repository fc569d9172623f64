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

FolderClaim::FolderClaim(const fs::path& folder) {
  std::error_code unknown;
  for (fs::path place = folder; !place.empty() && !fs::exists(place, unknown); place = place.parent_path())
    made_.push_back(place);
  make_folder(folder);
  folder_ = Descriptor(open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // some file systems of networks have no such locks: that is no reason not to run
  if (folder_.number() >= 0 && flock(folder_.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    throw_wrong_input(folder.string(), "another run is writing its results into this folder",
                      "wait for its end, or choose another folder for this one");
}

FolderClaim::~FolderClaim() {
  // those with something in them stay
  std::error_code in_use;
  for (const fs::path& place : made_)
    if (!fs::remove(place, in_use)) break;
}

}  // namespace oldham
