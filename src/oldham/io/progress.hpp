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
#include <utility>

#include "oldham/io/outlook.hpp"

namespace oldham {

struct ProgressOptions {
  std::FILE* stream = stderr;
  bool enabled = true;
  std::string unit = {};              // what is counted, for the rate: "steps"; empty: no rate is shown
  bool is_budget = false;             // the total is a time, s, that may not be needed: the clock counts, not update()
  std::optional<bool> terminal = {};  // redraw one line, or print plain lines; absent: found out from the stream
};

/// Tells a waiting person how far a computation has come.
///
/// A terminal gets one line redrawn about ten times a second; anything else a plain line after 2 s and then every
/// 5 s, so that short work leaves no trace in a log. What follows the work that is counted, such as drawing its
/// results, is part of the time left and of the bar: expect() says how long it will take, begin() what it is.
class Progress {
 public:
  /// `total` is what update() ends with; zero or infinity where that is unknown.
  Progress(std::string what, double total, ProgressOptions options = {});
  ~Progress() { stop(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Callable from any thread, as often as one likes: printing is up to another thread.
  void update(double done) noexcept { done_.store(done, std::memory_order_relaxed); }
  /// For work that several threads share.
  void add(double amount) noexcept { done_.fetch_add(amount, std::memory_order_relaxed); }

  /// What follows the counted work takes so many seconds, as far as is known by now, on a machine that does nothing
  /// else. From any thread.
  void expect(double seconds) noexcept { afterwards_.store(seconds, std::memory_order_relaxed); }
  /// The counted work is over; this is done now, and all that follows takes so many seconds from here, likewise.
  void begin(std::string what, double seconds);
  void begin(std::string what) { begin(std::move(what), afterwards_.load(std::memory_order_relaxed)); }  // as expected

  /// Since the start, s.
  double elapsed() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  /// Nothing more follows. Prints the last state if earlier ones were printed, and ends the line.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;

  double slowdown() const;
  void stop();
  void look();
  void print_now_and_then();
  void print();
  std::string describe(int width);

  std::string what_;
  const double total_;
  const ProgressOptions options_;
  const bool terminal_;
  const std::string worker_;      // where to read how busy others keep the thread that works, which made this
  const double computed_before_;  // s, by the whole process
  const Clock::time_point start_;
  Outlook outlook_;
  bool printed_ = false;

  std::mutex mutex_;
  std::condition_variable wake_;
  bool finished_ = false, stopped_ = false;
  std::thread thread_;

  alignas(64) std::atomic<double> done_{0.0};  // a cache line of its own: written all the time
  std::atomic<double> afterwards_{0.0};        // s
};

}  // namespace oldham
