// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

#include "oldham/isolation/descriptor.hpp"

namespace oldham {

/// Makes a folder, and those above it, unless it is there. One that cannot be made is a wrong_input error.
void make_folder(const std::filesystem::path& folder);

/// Whether a run is still writing its results into a folder.
bool is_claimed(const std::filesystem::path& folder);

/// The right to write the results of a run into a folder, or of a study into one file of it, which only one has at a
/// time. It ends with its owner, in whatever way that ends, and a run's leaves nothing in the folder.
class FolderClaim {
 public:
  /// Makes the folder where there is none. One that another process or run has is a wrong_input error. With the name of
  /// a file in it, which is made likewise, that alone is claimed: runs and other studies may go on beside.
  explicit FolderClaim(const std::filesystem::path& folder, const std::filesystem::path& file = {});
  /// A folder or file that was made here, and into which nothing was written, vanishes again.
  ~FolderClaim();
  FolderClaim(const FolderClaim&) = delete;
  FolderClaim& operator=(const FolderClaim&) = delete;

 private:
  std::vector<std::filesystem::path> made_;  // the innermost first
  std::filesystem::path made_file_;          // empty: none was
  Descriptor claimed_;
};

}  // namespace oldham
