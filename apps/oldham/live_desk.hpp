// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "live_run.hpp"
#include "oldham/io/confined_folder.hpp"
#include "oldham/io/json.hpp"

namespace oldham::app {

/// Why something that the page asks for is not done, with the status of HTTP that says so.
struct Refusal {
  int status;
  std::string message;
};

/// What the page can do with the files of a folder: list, read, save, check, run.
class LiveDesk {
 public:
  explicit LiveDesk(const std::filesystem::path& folder);

  Json list() const;
  /// The text of a file, and a stamp that is another once the file has been changed.
  Json read(const std::string& name) const;
  static Json read_example(const std::string& name);
  /// What 'oldham new' starts a file from.
  static Json list_templates();
  /// `stamp` is that of the text which was changed, empty for a file that is new; another one is refused.
  Json save(const std::string& name, const std::string& text, const std::string& stamp) const;
  /// Whether a text can be run as that file; if not, what the engine says, and at which line.
  Json check(const std::string& name, const std::string& text) const;
  Json run(const std::string& name);
  /// The run that was started last.
  Json status() const;
  bool is_running() const;
  void stop();
  std::shared_ptr<LiveRun> find_run(const std::string& number) const;

  struct Result {
    std::string text, type;
  };
  /// A file that runs have written.
  Result read_result(const std::string& name) const;

 private:
  std::filesystem::path find_system(const std::string& name) const;

  ConfinedFolder folder_;
  LiveRuns runs_;
};

}  // namespace oldham::app
