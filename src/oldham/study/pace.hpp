// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "oldham/parallel/real_time.hpp"
#include "oldham/study/duration_counts.hpp"

namespace oldham {

/// How a run keeps pace with the clock, and from when on a deadline counts as missed.
struct PaceRule {
  double factor = 1;         // simulated seconds in a second of the clock; 0.5: half as fast as real time
  double tolerance = 50e-6;  // s: no deadline that is late by less is missed
  double share = 0.01;       // of a step on the clock: likewise

  /// What a deadline may be late by after a step, in s of the clock; `step` in s simulated.
  double allowed(double step) const;
};

/// How well a run kept pace with the clock.
struct PaceResult {
  double factor = 1;
  std::int64_t deadlines = 0;         // one at the end of each step
  std::int64_t overruns = 0;          // missed, as the step was computed too late
  std::int64_t late_wakeups = 0;      // missed, as the operating system woke the run too late
  std::optional<double> tolerance{};  // s; absent where it changes with the step
  Durations lateness{}, computing{};  // of deadlines; of steps
  double busy = 0;                    // s of the clock that went into computing
  double load = 0;                    // share of the time
  RealTimeGrants grants{};

  std::int64_t misses() const { return overruns + late_wakeups; }
};

/// Notes the deadlines of a run. Times are in s of the clock, from the start of the run on.
class PaceWatch {
 public:
  /// One deadline, and what happened at it.
  struct Deadline {
    double lateness = 0;   // s: of the moment at which the run went on
    double computing = 0;  // s: of the step before it
    bool is_missed = false;
  };

  explicit PaceWatch(PaceRule rule) : rule_(rule) {}

  /// A step of `step` s simulated was due at `due`. It was computed at `finished`, and the run went on at `resumed`.
  Deadline note(double step, double due, double finished, double resumed);

  const PaceRule& rule() const { return rule_; }
  /// `step`: of every step, in s simulated; absent where they differ.
  PaceResult result(std::optional<double> step) const;

 private:
  PaceRule rule_;
  DurationCounts lateness_, computing_;
  std::int64_t overruns_ = 0, late_wakeups_ = 0;
  double resumed_ = 0, busy_ = 0;  // s: when the run went on last; spent on computing
};

}  // namespace oldham
