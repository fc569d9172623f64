// SPDX-License-Identifier: MIT
#include "oldham/report/axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace oldham {
namespace {

/// 1, 2 or 5 times a power of ten, not much below `step`.
double round_step(double step) {
  const double decade = std::pow(10.0, std::floor(std::log10(step)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * decade >= 0.75 * step) return factor * decade;
  return 10 * decade;
}

int decimals_of(double step) { return std::clamp(static_cast<int>(std::ceil(-std::log10(step) - 1e-9)), 0, 17); }

/// Multiples of a round step. Labels leave out a common power of ten when they would grow long.
void mark_evenly(Axis& axis, int wanted) {
  const auto [low, high] = axis.range;
  const double step = round_step((high - low) / std::max(wanted, 1));
  const double largest = std::max(std::abs(low), std::abs(high));
  const int magnitude = static_cast<int>(std::floor(std::log10(largest) + 1e-9));
  axis.exponent = magnitude >= 5 || magnitude <= -4 ? magnitude : 0;

  // counted from the first multiple, so that rounding does not add up
  const double first = std::ceil(low / step - 1e-9);
  const double last = std::floor(high / step + 1e-9);
  const double unit = std::pow(10.0, axis.exponent);
  const int decimals = decimals_of(step / unit);
  for (int i = 0; i <= static_cast<int>(last - first); ++i) {
    const double value = (first + i) * step;
    axis.ticks.push_back({value, decimal_label(value / unit, decimals)});
  }
}

/// Powers of ten, every `stride`-th; in between 2 to 9 times them, or the powers that were left out.
void mark_decades(Axis& axis, int wanted) {
  const double slack = 1e-9;
  const int first = static_cast<int>(std::ceil(std::log10(axis.range.low) - slack));
  const int last = static_cast<int>(std::floor(std::log10(axis.range.high) + slack));
  const int stride = std::max(1, (last - first + std::max(wanted, 1)) / std::max(wanted, 1));
  for (int e = first - 1; e <= last; ++e) {
    const double decade = std::pow(10.0, e);
    const bool labelled = e >= first && e % stride == 0;
    if (labelled) axis.ticks.push_back({decade, power_of_ten(e)});
    if (!labelled && e >= first && stride > 1) axis.minor_ticks.push_back(decade);
    for (int digit = 2; digit <= 9 && stride == 1; ++digit)
      if (digit * decade >= axis.range.low && digit * decade <= axis.range.high)
        axis.minor_ticks.push_back(digit * decade);
  }
}

/// Chosen digits of every decade, for axes that span too few decades to show powers of ten alone.
void mark_digits(Axis& axis, std::span<const int> digits) {
  const int first = static_cast<int>(std::floor(std::log10(axis.range.low)));
  const int last = static_cast<int>(std::ceil(std::log10(axis.range.high)));
  for (int e = first; e <= last; ++e)
    for (int digit = 1; digit <= 9; ++digit) {
      const double value = digit * std::pow(10.0, e);
      if (value < axis.range.low * (1 - 1e-9) || value > axis.range.high * (1 + 1e-9)) continue;
      if (std::find(digits.begin(), digits.end(), digit) != digits.end())
        axis.ticks.push_back({value, number_label(value)});
      else
        axis.minor_ticks.push_back(value);
    }
}

void mark_logarithmically(Axis& axis, int wanted) {
  static constexpr std::array some_digits{1, 2, 5};
  const double decades = std::log10(axis.range.high / axis.range.low);
  if (decades > 1.999)
    mark_decades(axis, wanted);
  else if (decades > 0.6)
    mark_digits(axis, wanted >= 2 ? std::span<const int>(some_digits) : std::span(some_digits).first(1));
  else
    mark_evenly(axis, wanted);
}

}  // namespace

bool is_showable(double value, bool logarithmic) {
  constexpr double limit = 1e300;
  return logarithmic ? value >= 1 / limit && value <= limit : std::abs(value) <= limit;
}

double Axis::fraction(double value) const {
  if (!is_showable(value, logarithmic)) return std::numeric_limits<double>::quiet_NaN();
  if (logarithmic) return std::log10(value / range.low) / std::log10(range.high / range.low);
  return (value - range.low) / (range.high - range.low);
}

std::optional<Range> covered_range(std::span<const double> values, bool logarithmic) {
  std::optional<Range> range;
  for (const double value : values) {
    if (!is_showable(value, logarithmic)) continue;
    range = range ? Range{std::min(range->low, value), std::max(range->high, value)} : Range{value, value};
  }
  return range;
}

Range padded_range(Range range, bool logarithmic, double share) {
  const auto [low, high] = range;
  const double size = std::max(std::abs(low), std::abs(high));
  // narrower than the rounding of the values themselves: one value
  const bool has_width = high - low > std::max(1e-12 * size, 1e-290);
  if (logarithmic) {
    const double factor = has_width ? std::pow(high / low, share) : 2;
    return {low / factor, high * factor};
  }
  if (has_width) return {low - share * (high - low), high + share * (high - low)};
  const double half_width = size > 1e-280 ? 0.1 * size : 1;
  return {low - half_width, high + half_width};
}

Axis make_axis(Range range, bool logarithmic, int wanted) {
  Axis axis{range, logarithmic, {}, {}, 0};
  if (logarithmic)
    mark_logarithmically(axis, wanted);
  else
    mark_evenly(axis, wanted);
  return axis;
}

std::string power_of_ten(int exponent) {
  static constexpr std::array<const char*, 10> digits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string label = exponent < 0 ? "10⁻" : "10";
  for (const char digit : fmt::format("{}", std::abs(exponent))) label += digits[static_cast<std::size_t>(digit - '0')];
  return label;
}

std::string decimal_label(double value, int decimals) {
  const std::string digits = fmt::format("{:.{}f}", std::abs(value), decimals);
  // what rounds to zero has no sign
  const bool is_zero = digits.find_first_not_of("0.") == std::string::npos;
  return (value < 0 && !is_zero ? "−" : "") + digits;
}

std::string number_label(double value) {
  if (value == 0) return "0";
  const int magnitude = static_cast<int>(std::floor(std::log10(std::abs(value)) + 1e-9));
  const std::string sign = value < 0 ? "−" : "";
  if (magnitude >= -3 && magnitude <= 4) return sign + fmt::format("{:.6g}", std::abs(value));
  const std::string mantissa = fmt::format("{:.3g}", std::abs(value) / std::pow(10.0, magnitude));
  return sign + (mantissa == "1" ? "" : mantissa + "·") + power_of_ten(magnitude);
}

}  // namespace oldham
