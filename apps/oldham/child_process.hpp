// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oldham/core/function_ref.hpp"
#include "oldham/isolation/descriptor.hpp"

namespace oldham::app {

/// This program once more, in a process of its own and a group of its own: Ctrl-C in the terminal does not reach it,
/// and what it starts ends with it.
class ChildProcess {
 public:
  /// What the child may give as a file to write lines into that follow() hands on.
  static constexpr const char* stream_file = "/dev/fd/3";

  /// Started in `folder`; it reads `input`.
  ChildProcess(const std::vector<std::string>& arguments, const std::filesystem::path& folder, std::string input = {});
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  struct Ended {
    int exit_code = -1;  // minus the number of the signal that ended it
    std::string out, err;
    bool was_too_slow = false;
  };
  /// Reads what it says until it ends, and hands on each line that it streams. Killed when the limit has passed.
  Ended follow(FunctionRef<void(std::string_view line)> take_line, std::optional<std::chrono::seconds> limit = {});

  /// From any thread; nothing happens to one that has ended.
  void send(int signal);

 private:
  int reap();

  std::mutex mutex_;  // of process_, whose number may become another's once it was waited for
  pid_t process_ = -1;
  std::string input_;
  Descriptor in_, out_, err_, stream_;
};

}  // namespace oldham::app
