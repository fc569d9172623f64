// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "oldham/io/json.hpp"

namespace oldham::app {

/// Stability charts of the two-mass system, and its motion at one point of a chart, while somebody waits.
class Explorer {
 public:
  /// Settings are of the form "scheme.order=2"; only [scheme] and [parameters] can be set.
  using Settings = std::vector<std::string>;

  /// The spectral radii at the cells of "parameters.Lr1=-2:0:101" and such, row by row from the lowest y; NaN where
  /// there is none. A later call ends an earlier one, which then gives nothing: nobody waits for it any longer.
  std::vector<float> chart(const Settings& settings, const std::string& x, const std::string& y);

  /// `steps` macro steps: times, what the scheme makes of x1 and x2, and what they are.
  static Json run_point(const Settings& settings, int steps);

 private:
  std::mutex mutex_;
  std::shared_ptr<std::atomic<bool>> is_outdated_;  // of the chart that is being made
};

}  // namespace oldham::app
