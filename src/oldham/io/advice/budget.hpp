// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>

namespace oldham::advice {

/// The time that there is, and Ctrl-C.
class Budget {
 public:
  using Clock = std::chrono::steady_clock;
  Budget(double seconds, const std::atomic<bool>* interrupted)
      : begin_(Clock::now()), seconds_(seconds), interrupted_(interrupted) {}

  double seconds() const { return seconds_; }
  double spent() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }
  double left() const { return seconds_ - spent(); }
  bool is_interrupted() const { return interrupted_ != nullptr && interrupted_->load(std::memory_order_relaxed); }
  const std::atomic<bool>* flag() const { return interrupted_; }
  bool is_over() const { return is_interrupted() || left() <= 0; }

 private:
  Clock::time_point begin_;
  double seconds_;
  const std::atomic<bool>* interrupted_;
};

}  // namespace oldham::advice
