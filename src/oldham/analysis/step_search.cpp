// SPDX-License-Identifier: MIT
#include "oldham/analysis/step_search.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace oldham {
namespace {

constexpr int most_points = 40;      // of a scan by exact values
constexpr double resolution = 1e-4;  // relative, of a crossing
constexpr double agreement = 1e-2;   // within which composed and exact values are the same
// steps that a step is composed of: fewer are too coarse a net, more lose digits
constexpr int counts[] = {16, 18, 20, 22, 25, 28, 32, 36, 40, 44, 48};

struct Point {
  double step, radius;
};

class Search {
 public:
  Search(const CostlyRadius& radius, const StepScan& scan, double margin, const std::atomic<bool>* interrupted)
      : radius_(radius), scan_(scan), margin_(margin), interrupted_(interrupted) {}

  LargestStep find() {
    if (radius_.grid) return on_grid();
    std::vector<Point> points;
    if (radius_.composed) {
      for (double base = scan_.low / counts[0]; counts[0] * base < scan_.high && !is_interrupted();
           base *= static_cast<double>(counts[std::size(counts) - 1]) / counts[0])
        for (const int n : counts) {
          if (n * base > scan_.high * (1 + 1e-12) || is_interrupted()) break;
          if (!points.empty() && n == counts[0]) continue;  // the last of the base before
          points.push_back({n * base, radius_.composed(base, n)});
        }
      if (agrees(points)) return follow(points);
    }
    points.clear();
    const int count = std::clamp(scan_.points, 2, most_points);
    for (int i = 0; i < count && !is_interrupted(); ++i)
      points.push_back(at(scan_.low * std::pow(scan_.high / scan_.low, static_cast<double>(i) / (count - 1))));
    return follow(points);
  }

 private:
  bool is_interrupted() const { return interrupted_ && interrupted_->load(); }
  bool is_stable(const Point& point) const { return point.radius <= 1 + margin_; }
  Point at(double step) const {
    if (scan_.evaluated) scan_.evaluated();
    return {step, radius_.exact(step)};
  }

  /// Whether exact values tell the same, at the ends of the scan and of every cell that a crossing is in.
  bool agrees(std::vector<Point>& points) const {
    if (points.size() < 2) return false;
    std::set<std::size_t> looked_at = {0, points.size() - 1};
    for (std::size_t i = 1; i < points.size(); ++i)
      if (is_stable(points[i - 1]) != is_stable(points[i])) looked_at.insert({i - 1, i});
    for (const std::size_t i : looked_at) {
      if (is_interrupted()) return true;
      const Point exact = at(points[i].step);
      if (is_stable(exact) != is_stable(points[i]) ||
          !(std::abs(exact.radius - points[i].radius) <= agreement * std::max(1.0, exact.radius)))
        return false;
      points[i] = exact;
    }
    return true;
  }

  double bisect(Point a, Point b) const {
    while (!is_interrupted() && std::abs(b.step - a.step) > resolution * std::max(a.step, b.step)) {
      const Point middle = at(0.5 * (a.step + b.step));
      (is_stable(middle) == is_stable(a) ? a : b) = middle;
    }
    // between both, where they say it is
    const double from_a = std::abs(a.radius - 1), from_b = std::abs(b.radius - 1);
    const double share = std::isfinite(from_a + from_b) && from_a + from_b > 0 ? from_a / (from_a + from_b) : 0.5;
    return a.step + share * (b.step - a.step);
  }

  LargestStep follow(const std::vector<Point>& points) const {
    LargestStep result;
    for (std::size_t i = 1; i < points.size(); ++i)
      if (is_stable(points[i - 1]) != is_stable(points[i]))
        result.crossings.push_back({bisect(points[i - 1], points[i]), is_stable(points[i - 1])});
    return finish(points, std::move(result), 0);
  }

  LargestStep on_grid() const {
    const double grid = *radius_.grid;
    const auto multiple = [&](double step) { return std::max<std::int64_t>(1, std::llround(step / grid)); };
    std::set<std::int64_t> multiples;
    const int count = std::clamp(scan_.points, 2, most_points);
    for (int i = 0; i < count; ++i)
      multiples.insert(multiple(scan_.low * std::pow(scan_.high / scan_.low, static_cast<double>(i) / (count - 1))));
    std::vector<Point> points;
    LargestStep result;
    std::int64_t before = 0;
    for (const std::int64_t m : multiples) {
      if (is_interrupted()) break;
      const Point here = at(static_cast<double>(m) * grid);
      if (!points.empty() && is_stable(points.back()) != is_stable(here)) {
        std::int64_t a = before, b = m;
        while (b - a > 1 && !is_interrupted()) {
          const std::int64_t middle = (a + b) / 2;
          (is_stable(at(static_cast<double>(middle) * grid)) == is_stable(points.back()) ? a : b) = middle;
        }
        result.crossings.push_back({static_cast<double>(b) * grid, is_stable(points.back())});
      }
      points.push_back(here);
      before = m;
    }
    return finish(points, std::move(result), grid);
  }

  LargestStep finish(const std::vector<Point>& points, LargestStep result, double back) const {
    result.interrupted = is_interrupted();
    if (points.empty() || !is_stable(points.front())) return result;
    const auto first =
        std::find_if(result.crossings.begin(), result.crossings.end(), [](const Crossing& c) { return c.upward; });
    result.stable_throughout = first == result.crossings.end();
    result.largest_stable_step = result.stable_throughout ? points.back().step : first->step - back;
    return result;
  }

  const CostlyRadius& radius_;
  const StepScan& scan_;
  double margin_;
  const std::atomic<bool>* interrupted_;
};

}  // namespace

LargestStep search_largest_step(const CostlyRadius& radius, const StepScan& scan, double margin,
                                const std::atomic<bool>* interrupted) {
  return Search(radius, scan, margin, interrupted).find();
}

}  // namespace oldham
