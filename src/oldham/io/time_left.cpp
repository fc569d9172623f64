// SPDX-License-Identifier: MIT
#include "oldham/io/time_left.hpp"

#include <algorithm>
#include <cmath>

namespace oldham {
namespace {

constexpr std::size_t most_points = 512;
constexpr int stretches = 16;        // that the work so far is cut into, to see whether its cost changes
constexpr double certainty = 6;      // standard errors: a slope by chance would promise hours, or nothing
constexpr double least_share = 0.1;  // of what a constant cost would mean, where the cost falls

/// Cost of a share of the work, s, about the middle of a stretch of it.
struct Cost {
  double middle, value;
};

/// value(f) = mean + slope (f − middle)
struct Line {
  double mean = 0, middle = 0, slope = 0;
};

/// The line through the costs; level unless its slope is certain.
Line fit(const std::vector<Cost>& costs) {
  const auto n = static_cast<double>(costs.size());
  Line line;
  for (const Cost& cost : costs) {
    line.mean += cost.value / n;
    line.middle += cost.middle / n;
  }
  if (costs.size() < stretches / 2) return line;
  double spread = 0, product = 0, rest = 0;
  for (const Cost& cost : costs) {
    const double d = cost.middle - line.middle;
    spread += d * d;
    product += d * (cost.value - line.mean);
  }
  const double slope = product / spread;
  for (const Cost& cost : costs) {
    const double r = cost.value - line.mean - slope * (cost.middle - line.middle);
    rest += r * r;
  }
  if (std::abs(slope) > certainty * std::sqrt(rest / (n - 2) / spread)) line.slope = slope;
  return line;
}

}  // namespace

void TimeLeft::add(double time, double fraction) {
  if (!(fraction > last_.fraction) || !(time >= last_.time)) return;
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
  const double level = last_.time / last_.fraction * share;
  std::vector<Cost> costs;
  Point begin = points_.front();
  for (const Point& point : points_) {
    if (point.fraction < begin.fraction + 0.999 * last_.fraction / stretches) continue;
    costs.push_back(
        {0.5 * (begin.fraction + point.fraction), (point.time - begin.time) / (point.fraction - begin.fraction)});
    begin = point;
  }
  const Line line = fit(costs);
  if (line.slope == 0) return level;
  const double middle = 0.5 * (1 + last_.fraction);
  return std::max(share * (line.mean + line.slope * (middle - line.middle)), least_share * level);
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
