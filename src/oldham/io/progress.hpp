// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "oldham/io/time_left.hpp"

namespace oldham {

struct ProgressOptions {
  std::FILE* stream = stderr;
  bool enabled = true;
  std::string unit = {};              // what is counted, for the rate: "steps"; empty: no rate is shown
  bool may_end_early = false;         // the total is the most that it comes to, as with a search that has a budget
  std::optional<bool> terminal = {};  // redraw one line, or print plain lines; absent: found out from the stream
};

/// Tells a waiting person how far a computation has come.
///
/// A terminal gets one line redrawn about ten times a second; anything else a plain line after 2 s and then every
/// 5 s, so that short work leaves no trace in a log.
class Progress {
 public:
  /// `total` is what update() ends with; zero or infinity where that is unknown.
  Progress(std::string what, double total, ProgressOptions options = {});
  ~Progress() { finish(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Callable from any thread, as often as one likes: printing is up to another thread.
  void update(double done) noexcept { done_.store(done, std::memory_order_relaxed); }
  /// For work that several threads share.
  void add(double amount) noexcept { done_.fetch_add(amount, std::memory_order_relaxed); }

  /// Prints the last state if earlier ones were printed, and ends the line.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;

  double fraction() const;
  void look();
  void print_now_and_then();
  void print();
  std::string describe(int width) const;

  const std::string what_;
  const double total_;
  const ProgressOptions options_;
  const bool terminal_;
  const Clock::time_point start_;
  TimeLeft time_left_;
  bool printed_ = false;

  std::mutex mutex_;
  std::condition_variable wake_;
  bool finished_ = false;
  std::thread thread_;

  alignas(64) std::atomic<double> done_{0.0};  // a cache line of its own: written all the time
};

}  // namespace oldham
