// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace oldham {

struct Range {
  double low = 0;
  double high = 1;
};

struct Tick {
  double value;
  std::string label;  // without the common power of ten of the axis
};

/// A scale with its marks.
///
///   fraction(v) = (s(v) − s(low)) / (s(high) − s(low)),   s = identity or log10
struct Axis {
  Range range;
  bool logarithmic = false;
  std::vector<Tick> ticks;
  std::vector<double> minor_ticks;
  int exponent = 0;  // the tick labels are to be multiplied by 10^exponent

  /// 0 at the low end, 1 at the high end; NaN for what the axis cannot show.
  double fraction(double value) const;
};

/// Whether an axis can show the number; beyond 1e300 differences would overflow.
bool is_showable(double value, bool logarithmic);

/// What the showable values cover; empty if there are none.
std::optional<Range> covered_range(std::span<const double> values, bool logarithmic);

/// Widened by a share of itself at both ends. A range without width becomes one around its value.
Range padded_range(Range range, bool logarithmic, double share);

/// About `wanted` ticks at round numbers within the range.
Axis make_axis(Range range, bool logarithmic, int wanted);

/// "10⁻³"
std::string power_of_ten(int exponent);

/// "−0.25" with a mathematical minus and a fixed number of decimals.
std::string decimal_label(double value, int decimals);

/// "2", "0.05", "3·10⁻⁶": the shortest readable form of one number.
std::string number_label(double value);

}  // namespace oldham
