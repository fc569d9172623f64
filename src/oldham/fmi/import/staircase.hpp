// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "oldham/signal/input_signal.hpp"

namespace oldham::fmi {

/// How many held values stand for polynomial inputs of a macro step: enough that none is farther from its polynomial
/// than a share of the range that the input has passed through, and one for each inner step of an FMU with a grid.
///
/// A value held over a part of length h is off by u'h/2 at the ends of the part. Outputs that depend on the input
/// directly are off by as much; states only by the second order, as the held value is right in the mean.
class Staircase {
 public:
  /// `is_second_order`: no output takes an input of the same instant without being asked again with it.
  Staircase(std::size_t inputs, bool is_second_order);

  /// All that steps have shown.
  void forget() { *this = Staircase(low_.size(), is_second_order_); }

  /// For a part of a step of this length. It depends on earlier steps alone: whoever repeats a step with slightly other
  /// inputs, as correctors and probes do, compares results of one numerical method.
  int parts(double length) const { return grid_ > 0 ? on_grid(length) : parts_; }
  /// After a step: its inputs widen the ranges, and choose the number for the next step.
  void note(const InputSignal<double>& inputs);

  /// Outputs after each part of a step, while the grid is looked for.
  bool watches_grid() const { return steps_to_watch_ > 0; }
  void begin_step(std::span<const double> y) { last_.assign(y.begin(), y.end()), changes_ = watched_ = 0; }
  void add_part(std::span<const double> y);
  void end_step(double length);
  /// s; absent, 0.
  double grid() const { return grid_; }

  void save(std::vector<double>& values) const;
  void restore(std::span<const double>& values);

 private:
  static constexpr int fewest = 10, most = 160;
  int on_grid(double length) const;

  bool is_second_order_;
  int parts_;  // in the next step
  std::vector<double> low_, high_;
  int steps_to_watch_ = 4;  // in which outputs move
  double grid_ = 0, finest_ = std::numeric_limits<double>::infinity();
  std::vector<double> last_, u_;
  int changes_ = 0, watched_ = 0;
};

}  // namespace oldham::fmi
