// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace oldham {

/// The distribution of many durations.
struct Durations {
  struct Bin {
    double from = 0, to = 0;  // s; `from` is part of it, `to` is not
    std::int64_t count = 0;
  };
  std::int64_t count = 0;
  double p50 = 0, p99 = 0, largest = 0;  // s; half and 99 % of them are not longer
  std::vector<Bin> bins{};  // from 0 to the largest without a gap; edges are 1, 2 and 5 times powers of ten
};

/// Counts durations while they happen: its memory does not grow with their number, and add() allocates nothing.
///
/// Percentiles are nearest ranks, rounded up by less than 1/128 of their value (HDR histogram): n nanoseconds are
/// counted exactly below 256, and in 128 equal classes for each factor of two above.
class DurationCounts {
 public:
  DurationCounts();

  /// Negative ones count as 0.
  void add(double seconds);

  std::int64_t count() const { return count_; }
  double largest() const { return largest_; }
  /// The smallest duration that at least this share of all are not longer than, s; 0 without any.
  double quantile(double share) const;
  Durations result() const;

 private:
  std::vector<std::int64_t> classes_, bins_;
  std::int64_t count_ = 0;
  double largest_ = 0;  // s
};

}  // namespace oldham
