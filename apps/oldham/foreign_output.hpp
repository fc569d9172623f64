// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "oldham/isolation/descriptor.hpp"

namespace oldham::app {

/// Keeps what FMUs print on standard output apart from the answer: counts the lines and writes them to a file if one is
/// named. While it exists, standard output is answers().
class ForeignOutput {
 public:
  ForeignOutput();
  ~ForeignOutput() { end(); }
  ForeignOutput(const ForeignOutput&) = delete;
  ForeignOutput& operator=(const ForeignOutput&) = delete;

  /// Writes what follows to this file, up to a limit, and forgets what came before. The file is created with the first
  /// line; one of an earlier run is removed.
  void keep_in(const std::filesystem::path& file);
  /// "the FMUs printed 84 lines: results/NAME/fmu.log"; empty where they printed nothing.
  std::string note();
  bool has_file() const { return !file_.empty(); }
  /// Standard output as it was before.
  int answers() const { return answers_.number(); }
  /// Restores standard output.
  void end();

 private:
  void read();
  void take(std::string_view bytes);
  void wait_for_reader();

  Descriptor answers_;
  Pipe pipe_, wake_;
  std::thread thread_;
  std::mutex mutex_;  // guards what follows
  std::filesystem::path file_;
  std::ofstream log_;
  std::uint64_t lines_ = 0;
  std::size_t written_ = 0;  // bytes
  bool is_cut_ = false;
};

/// The one that exists while a command works; null: none.
extern std::atomic<ForeignOutput*> foreign_output;

/// For commands with a results folder: what FMUs print goes to fmu.log there.
void keep_foreign_output(const std::filesystem::path& folder);
/// Its note(), if there is one.
std::string foreign_output_note();

}  // namespace oldham::app
