// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <limits>

namespace oldham {

/// Decides from measured times whether work that is done again and again is worth threads. Which way it goes cannot
/// change a result, only when it arrives.
///
/// A time counts as the shortest of the last few: on a busy machine a single one may be a thousand times too long, and
/// threads that wait for a core are far slower than none.
class ThreadGate {
 public:
  using Clock = std::chrono::steady_clock;

  /// Whether the next round uses threads. Now and then a few rounds are measured, both ways by turns.
  bool open() {
    const unsigned turn = rounds_ % period;
    const bool is_first = rounds_ < 2;  // alone, so that there is something to compare with
    ++rounds_;
    measured_ = turn < few;
    with_threads_ = !is_first && is_costly() && (measured_ ? turn % 2 == 0 : together_.shortest < alone_.shortest);
    begin_ = measured_ ? Clock::now() : Clock::time_point();
    return with_threads_;
  }

  void close() {
    if (!measured_) return;
    const double seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    (with_threads_ ? together_ : alone_).add(seconds);
  }

  /// Whether a round takes so long that threads may pay.
  bool is_costly() const { return alone_.shortest > worth_a_thread; }

  /// Of one round without threads, s.
  double cost() const { return alone_.shortest; }

 private:
  static constexpr double worth_a_thread = 50e-6;  // s; below this work is done faster without threads
  static constexpr unsigned period = 512, few = 8;

  struct Times {
    std::array<double, few> last{};
    unsigned count = 0;
    double shortest = 0;
    void add(double seconds) {
      last[count++ % few] = seconds;
      shortest = *std::min_element(last.begin(), last.begin() + std::min(count, few));
    }
  };

  unsigned rounds_ = 0;
  bool measured_ = false, with_threads_ = false;
  Clock::time_point begin_;
  Times alone_, together_;
};

}  // namespace oldham
