// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <thread>

namespace oldham::app {

/// Lets a run keep pace with the clock: the results of a step are due when as much time has passed as it simulates.
class Pacer {
 public:
  /// Now is `start`, in simulated time.
  explicit Pacer(double start) : start_(start), begin_(Clock::now()), ready_(begin_) {}

  /// A step has ended at `time`: waits until that time, or counts a deadline that was missed. Later deadlines stay.
  void wait(double time) {
    const auto now = Clock::now();
    busy_ += std::chrono::duration<double>(now - ready_).count();
    const auto due = begin_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(time - start_));
    if (now > due) {
      ++misses_;
      latest_ = std::max(latest_, std::chrono::duration<double>(now - due).count());
    } else {
      std::this_thread::sleep_until(due);
    }
    ready_ = Clock::now();
  }

  long misses() const { return misses_; }
  double latest() const { return latest_; }  // s behind its deadline
  double busy() const { return busy_; }      // s of stepping and writing
  /// The share of the time that went into stepping and writing.
  double load() const { return busy_ / std::max(1e-12, std::chrono::duration<double>(ready_ - begin_).count()); }

 private:
  using Clock = std::chrono::steady_clock;
  double start_;
  Clock::time_point begin_, ready_;
  long misses_ = 0;
  double latest_ = 0, busy_ = 0;
};

}  // namespace oldham::app
