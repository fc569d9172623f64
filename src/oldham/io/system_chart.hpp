// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "oldham/analysis/stability_map.hpp"
#include "oldham/core/value.hpp"

namespace oldham {

/// A radius this near to the bound is settled where more digits are asked for.
inline constexpr double settled_band = 1e-4;

/// The spectral radius of a file's system over two of its keys.
class SystemChart {
 public:
  /// Looks the keys up. Both name a number, or a place where one may stand. What is wrong with one is said of the axis
  /// that names it.
  SystemChart(Value root, std::string x_key, std::string y_key, Origin x_origin, Origin y_origin);

  /// From now on, a radius within `band` of 1 + margin, or one that double precision does not find, is settled in
  /// multiprecision.
  void settle(double margin, double band);

  /// Builds the system of one point, in every precision there is to be: a wrong key, value or capability shows here.
  void check(double x, double y) const;

  /// A function for one thread; the keys are not looked up again. NaN where no map can be made. The chart outlives it.
  RadiusAt make_radius() const;

  std::int64_t settled() const { return settled_; }  // cells judged in multiprecision so far
  std::int64_t changed() const { return changed_; }  // those whose verdict that changed

 private:
  Value root_;
  std::string x_key_, y_key_;
  Origin x_origin_, y_origin_;
  double margin_ = default_margin;
  double band_ = -1;  // negative: double precision has the last word
  mutable std::atomic<std::int64_t> settled_{0}, changed_{0};
};

}  // namespace oldham
