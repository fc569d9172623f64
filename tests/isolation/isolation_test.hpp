// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cerrno>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "oldham/core/error.hpp"
#include "oldham/isolation/isolate.hpp"
#include "oldham/isolation/worker.hpp"

namespace oldham::test {

inline constexpr double H = 0.1;  // s

/// Every test leaves neither a process nor an open file behind.
class IsolationTest : public testing::Test {
 protected:
  void SetUp() final {
    set_worker_program(OLDHAM_TEST_WORKER);
    open_files_ = count_open_files();
  }
  void TearDown() final {
    EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD) << "a process is left";
    EXPECT_EQ(count_open_files(), open_files_);
  }
  static std::ptrdiff_t count_open_files() {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
  }
  static std::unique_ptr<Subsystem<double>> make(const std::string& order, IsolationSettings settings = {}) {
    auto isolated = isolate("unruly", order, settings);
    isolated->initialize(0);
    return isolated;
  }

 private:
  std::ptrdiff_t open_files_ = 0;
};

inline StepOutcome step(Subsystem<double>& subsystem, int n, double u = 0.5) {
  const std::vector<double> breaks = {0, 1};
  return subsystem.advance({n * H, H}, {1, 0, breaks, &u});
}

inline double output(const Subsystem<double>& subsystem) {
  double y = 0;
  subsystem.read_outputs({&y, 1});
  return y;
}

/// What is thrown; "no error" when nothing is.
std::string error_of(auto&& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace oldham::test
