// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "oldham/core/interval.hpp"
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
  int parts(double length) const;
  /// After a step: its inputs widen the ranges, and choose the number for the next step.
  void note(const InputSignal<double>& inputs);

  /// Outputs after each part of a step, while the grid is looked for. Outputs that change at few instants are not
  /// enough: a relay or a rounded output does so as well. The instants must be as far from each other, and no change
  /// may undo the one before. Later there are trial steps with more parts than the grid needs, as an output may have
  /// been even for a while.
  bool watches_grid() const { return steps_to_watch_ > 0 || is_trial(); }
  void begin_step(double begin, std::span<const double> y);
  void add_part(const Interval<double>& part, std::span<const double> y);
  void end_step(double length);
  /// s; absent, 0.
  double grid() const { return grid_; }

  void save(std::vector<double>& values) const;
  void restore(std::span<const double>& values);

 private:
  static constexpr int fewest = 10, most = 160, steps_to_watch = 4;
  int on_grid(double length) const;
  bool is_trial() const { return grid_ > 0 && steps_to_trial_ == 0; }
  /// What was watched says nothing any more.
  void watch_again();

  bool is_second_order_;
  int parts_;  // in the next step
  std::vector<double> low_, high_;
  int steps_to_watch_ = steps_to_watch;  // in which outputs move
  int steps_to_give_up_ = 256;           // that are watched
  int steps_to_trial_ = 0, steps_between_trials_ = 0;
  double grid_ = 0, finest_ = std::numeric_limits<double>::infinity();
  // of changes of outputs, s: the last one, the distances from one to the next, and how well they are known
  double last_change_ = std::numeric_limits<double>::quiet_NaN(), resolution_ = 0;
  double least_gap_ = std::numeric_limits<double>::infinity(), most_gap_ = 0;
  double end_ = std::numeric_limits<double>::quiet_NaN();  // s; of the step before
  double earlier_ = -1;                                    // outputs before the last change, as a fingerprint
  bool switches_ = false;                                  // some change led back to them
  std::vector<double> last_, u_;
  int changes_ = 0, watched_ = 0;
};

}  // namespace oldham::fmi
