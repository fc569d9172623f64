// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace oldham::advice {

/// Outputs of one run over time.
struct Trajectory {
  std::vector<std::string> names;
  std::vector<double> time;    // s; increasing
  std::vector<double> values;  // row after row

  std::size_t columns() const { return names.size(); }
  std::size_t rows() const { return time.size(); }
  double end() const { return time.empty() ? 0 : time.back(); }
  /// By the cubic through the four nearest points; at a point that is kept, its values to the last bit.
  void at(double t, std::vector<double>& row) const;
};

/// Of each column: from its smallest to its largest value; of one at rest a thousandth of its magnitude, so that a run
/// in which it moves is not right. 0: it rests at zero, or is not a number somewhere.
std::vector<double> find_ranges(const Trajectory& trajectory);

/// How far a run is from another one, as shares of the ranges of the outputs.
struct Distance {
  double largest = 0;      // over outputs and time
  double rms = 0;          // over outputs and time
  double skipped = 0;      // rms of what straight lines between the points of the run miss of the other one
  std::size_t output = 0;  // the column of the largest
  double time = 0;         // s; likewise
};

/// At the points of `run`, as far as both reach; columns are matched by name, and those with range 0 do not count.
Distance find_distance(const Trajectory& run, const Trajectory& reference, std::span<const double> ranges);

/// Where the values of a method lead for a step of 0, from runs with two steps: fine + (fine − coarse) / (ratio − 1),
/// at the points of the coarse run. `ratio`: of the errors of the two.
Trajectory extrapolate(const Trajectory& coarse, const Trajectory& fine, double ratio);

}  // namespace oldham::advice
