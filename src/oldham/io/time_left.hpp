// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

namespace oldham {

/// Estimates how long work will still take from how far it had come when.
///
/// The cost of a share of the work, dt/df, is taken as it was over the last part of the work, twice as large as what is
/// left, or as changing along a straight line where the work so far shows that beyond doubt: a run whose steps become
/// dearer is then not promised to end soon.
class TimeLeft {
 public:
  /// `time` in s since the start, which does not fall; `fraction` of the work done by then, which falls or
  /// jumps where the rest turns out to be more or less than it seemed.
  void add(double time, double fraction);

  /// Seconds from `time` to the end; absent while nothing is known.
  std::optional<double> at(double time) const;

 private:
  struct Point {
    double time, fraction;
  };
  double left_after_last() const;

  std::vector<Point> points_{{0, 0}};  // where the fraction had grown
  double spacing_ = 0;                 // of fractions, between points that are kept
  Point last_{0, 0};
  double longest_pause_ = 0;  // s, between two additions
};

}  // namespace oldham
