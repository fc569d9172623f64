// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "oldham/io/time_left.hpp"

namespace oldham {

/// How far work has come that has two parts: one that is counted, and what follows it, known by how long it takes.
///
/// Of counted work that is done to a share f after t seconds, with c left and a expected afterwards, f (t + c)/(t + c +
/// a) of all is done.
class Outlook {
 public:
  /// Counted work was done to this fraction at `time`, in s since the start; `afterwards`, in s, follows it.
  void count(double time, double fraction, double afterwards);
  /// What follows the counted work has begun, or a part of it, and all from here takes so many seconds.
  void follow(double time, double seconds);

  /// Seconds from `time` to the end; absent while nothing is known, and where what follows takes longer than expected.
  std::optional<double> left(double time) const;
  /// Of all work, as it is to be shown: it does not fall where the rest turns out to be more.
  double share(double time);
  bool is_counting() const { return !follows_since_; }

 private:
  TimeLeft counted_;
  double fraction_ = 0, afterwards_ = 0, shown_ = 0;
  std::optional<double> follows_since_ = {};  // s
};

}  // namespace oldham
