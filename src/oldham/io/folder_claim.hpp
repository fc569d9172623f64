// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

#include "oldham/isolation/descriptor.hpp"

namespace oldham {

/// Makes a folder, and those above it, unless it is there. One that cannot be made is a wrong_input error.
void make_folder(const std::filesystem::path& folder);

/// The right to write the results of a run into a folder, which only one has at a time. It ends with its owner, in
/// whatever way that ends, and leaves nothing in the folder.
class FolderClaim {
 public:
  /// Makes the folder where there is none. One that another process or run has is a wrong_input error.
  explicit FolderClaim(const std::filesystem::path& folder);
  /// A folder that was made here, and into which nothing was written, vanishes again.
  ~FolderClaim();
  FolderClaim(const FolderClaim&) = delete;
  FolderClaim& operator=(const FolderClaim&) = delete;

 private:
  std::vector<std::filesystem::path> made_;  // the innermost first
  Descriptor folder_;
};

}  // namespace oldham
