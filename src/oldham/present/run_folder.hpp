// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "oldham/io/folder_claim.hpp"
#include "oldham/io/recorder.hpp"
#include "oldham/io/run_record.hpp"

namespace oldham {

/// The folder that a run writes its results into, claimed as long as this lives.
class RunFolder {
 public:
  /// `root` is the tree of the system; it outlives this.
  RunFolder(std::filesystem::path folder, const Value& root, const System<double>& system);

  const std::filesystem::path& path() const { return path_; }
  /// What to know before the run: that its results are large, or replace those of another run.
  const std::vector<std::string>& notes() const { return notes_; }
  /// Lets a recorder write there. Pages about an earlier run vanish when it begins, and the system is written as it is
  /// run.
  void record_into(Recorder::Settings& recording) const;
  /// Writes what the run says of itself. `file` is the system file as it was given.
  void write(const std::string& file, RunRecord record) const;

 private:
  std::filesystem::path path_;
  const Value& root_;
  FolderClaim claim_;
  std::vector<std::string> notes_;
};

}  // namespace oldham
