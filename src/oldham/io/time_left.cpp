// SPDX-License-Identifier: MIT
#include "oldham/io/time_left.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace oldham {
namespace {

constexpr std::size_t most_points = 512;
constexpr int stretches = 16;        // that the work so far is cut into, to see whether its cost changes
constexpr double certainty = 20;     // standard errors: machines are busy for a while, which looks like a slope
constexpr double least_share = 0.1;  // of what a constant cost would mean, where the cost falls
constexpr double largest_growth = 0.02, largest_jump = 8;  // of the fraction at once; times what it grows usually
constexpr double memory = 2;  // times the work ahead: how far back looks who would know what that costs

/// Cost of a share of the work, s, about the middle of a stretch of it.
struct Cost {
  double middle, value;
};

/// value(f) = mean + slope (f − middle)
struct Line {
  double mean = 0, middle = 0, slope = 0;
};

/// The line through the costs by least squares, and whether its slope may be due to chance.
struct Fit {
  Line line;
  bool is_certain = false;
};
Fit fit(std::span<const Cost> costs) {
  const auto n = static_cast<double>(costs.size());
  Fit found;
  Line& line = found.line;
  for (const Cost& cost : costs) {
    line.mean += cost.value / n;
    line.middle += cost.middle / n;
  }
  double spread = 0, product = 0, rest = 0;
  for (const Cost& cost : costs) {
    const double d = cost.middle - line.middle;
    spread += d * d;
    product += d * (cost.value - line.mean);
  }
  line.slope = product / spread;
  for (const Cost& cost : costs) {
    const double r = cost.value - line.mean - line.slope * (cost.middle - line.middle);
    rest += r * r;
  }
  found.is_certain = std::abs(line.slope) > certainty * std::sqrt(rest / (n - 2) / spread);
  return found;
}

/// The line that costs follow beyond doubt, before and after the middle: absent where they jumped once and are level
/// otherwise.
std::optional<Line> find_trend(std::span<const Cost> costs) {
  if (costs.size() < stretches / 2) return std::nullopt;
  const Fit whole = fit(costs);
  if (!whole.is_certain) return std::nullopt;
  const std::size_t half = costs.size() / 2;
  for (const std::span<const Cost> part : {costs.first(half), costs.subspan(half)})
    if (fit(part).line.slope / whole.line.slope < 0.5) return std::nullopt;
  return whole.line;
}

}  // namespace

void TimeLeft::add(double time, double fraction) {
  if (fraction == last_.fraction || !(fraction >= 0) || !(time >= last_.time)) return;
  // where it falls or jumps, what the work is measured by has changed, and with it what earlier points mean
  const double more = fraction - last_.fraction, usual = last_.fraction / last_.time * (time - last_.time);
  if (more < 0 || (last_.fraction > 0 && more > largest_growth && more > largest_jump * usual)) {
    points_ = {{0, 0}};
    spacing_ = 0;
  }
  longest_pause_ = std::max(longest_pause_, time - last_.time);
  last_ = {time, fraction};
  if (fraction < points_.back().fraction + spacing_) return;
  points_.push_back(last_);
  if (points_.size() < most_points) return;
  // every second one will do
  std::size_t kept = 0;
  for (std::size_t i = 0; i < points_.size(); i += 2) points_[kept++] = points_[i];
  points_.resize(kept);
  spacing_ = last_.fraction / most_points * 2;
}

double TimeLeft::left_after_last() const {
  const double share = 1 - last_.fraction;
  // a machine may be busier now than it was at the start
  const auto recent = std::find_if(points_.rbegin(), points_.rend(), [&](const Point& point) {
    return point.fraction <= last_.fraction - memory * share;
  });
  const Point since = recent == points_.rend() ? points_.front() : *recent;
  const double level = (last_.time - since.time) / (last_.fraction - since.fraction) * share;
  std::vector<Cost> costs;
  Point begin = points_.front();
  for (const Point& point : points_) {
    if (point.fraction < begin.fraction + 0.999 * last_.fraction / stretches) continue;
    costs.push_back(
        {0.5 * (begin.fraction + point.fraction), (point.time - begin.time) / (point.fraction - begin.fraction)});
    begin = point;
  }
  const std::optional<Line> trend = find_trend(costs);
  if (!trend) return level;
  const double middle = 0.5 * (1 + last_.fraction);
  return std::max(share * (trend->mean + trend->slope * (middle - trend->middle)), least_share * level);
}

std::optional<double> TimeLeft::at(double time) const {
  if (!(last_.fraction > 0)) return std::nullopt;
  if (last_.fraction >= 1) return 0.0;
  const double pause = time - last_.time;
  // one that is longer than usual says that the work has become dearer than it was
  if (pause > 2 * longest_pause_) return time / last_.fraction * (1 - last_.fraction);
  return std::max(0.0, left_after_last() - pause);
}

}  // namespace oldham
