// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>
#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

// Processes of others, as /proc tells of them.

namespace oldham::test {

/// The letter of its state and its parent, where there is such a process.
struct ProcessEntry {
  char state = 'X';
  pid_t parent = 0;
};
inline ProcessEntry look_up(const std::filesystem::path& folder) {
  std::ifstream file(folder / "stat");
  std::string number, name;
  ProcessEntry entry;
  file >> number >> name >> entry.state >> entry.parent;
  return entry;
}

/// One that nobody has asked how it ended does not run either.
inline bool is_running(pid_t process) {
  const char state = look_up(fmt::format("/proc/{}", process)).state;
  return state != 'X' && state != 'Z';
}

inline std::vector<pid_t> children_of(pid_t parent) {
  std::vector<pid_t> children;
  for (const auto& entry : std::filesystem::directory_iterator("/proc"))
    if (look_up(entry.path()).parent == parent) children.push_back(std::stoi(entry.path().filename()));
  return children;
}

bool soon(auto&& condition) {
  for (int i = 0; i < 2000 && !condition(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  return condition();
}

}  // namespace oldham::test
