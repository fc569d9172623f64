// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

#include "oldham/study/pace.hpp"

namespace oldham {

/// The monotonic clock, in s since it was made.
class SteadyClock {
 public:
  /// `interrupted` ends a wait that a signal breaks.
  explicit SteadyClock(const std::atomic<bool>* interrupted = nullptr);

  double now() const;
  /// Sleeps, and does not spin: what is left of the processor is for others.
  void wait_until(double time) const;

 private:
  long seconds_, nanoseconds_;
  const std::atomic<bool>* interrupted_;
};

/// Lets a run keep pace with a clock: the results of a step are due when as much time has passed as it simulates,
/// divided by the factor of the rule. Later deadlines stay where they are when one is missed.
template <class Clock>
class Pacer {
 public:
  explicit Pacer(PaceRule rule, Clock clock = Clock()) : watch_(rule), clock_(clock) {}

  /// The run is at `time`, in s simulated: waits until that is due. The first call begins, and has no deadline.
  PaceWatch::Deadline wait(double time) {
    if (!has_begun_) {
      has_begun_ = true;
      start_ = time_ = time;
      begin_ = clock_.now();
      return {};
    }
    const double finished = clock_.now() - begin_, due = (time - start_) / watch_.rule().factor;
    if (finished < due) clock_.wait_until(begin_ + due);
    const PaceWatch::Deadline deadline = watch_.note(time - time_, due, finished, clock_.now() - begin_);
    time_ = time;
    return deadline;
  }

  bool has_begun() const { return has_begun_; }
  PaceResult result(std::optional<double> step = {}) const { return watch_.result(step); }

 private:
  PaceWatch watch_;
  Clock clock_;
  bool has_begun_ = false;
  double start_ = 0, time_ = 0;  // s simulated: of the begin, and of the last deadline
  double begin_ = 0;             // s of the clock
};

}  // namespace oldham
