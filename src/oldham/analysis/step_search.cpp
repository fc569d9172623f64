// SPDX-License-Identifier: MIT
#include "oldham/analysis/step_search.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "oldham/analysis/crossing_fit.hpp"

namespace oldham {
namespace {

constexpr int most_points = 40;           // of a scan by exact values
constexpr double finest = 1e-4;           // relative, of a crossing: probes tell no more
constexpr double sure_resolution = 5e-3;  // relative, of where certainty ends beside a crossing
constexpr double wide = 0.1;              // relative: a crossing that is not known better than that is a range
constexpr double widest_gap = 3;          // ratio of two steps between which nothing is certain that are passed over
constexpr double close_by = 1e-2;         // relative: where a step is asked about again
constexpr double agreement = 1e-2;        // within which composed and exact values are the same
// steps that a step is composed of: fewer are too coarse a net, more lose digits
constexpr int counts[] = {16, 18, 20, 22, 25, 28, 32, 36, 40, 44, 48};
constexpr double known_well = 5e-3;  // relative: standard error of a crossing among scattered values that is believed
// these are as many, as far apart (relative), and at most as many such distances from it
constexpr int enough_to_fit = 9, farthest_fitted = 12;
constexpr double fit_distance = 5e-3;
// of a cell: where else to look when nothing is known of its middle
constexpr double places[] = {0.5, 0.375, 0.625, 0.25, 0.75, 0.125, 0.875};

using Kind = JudgedStep::Kind;

struct Point : JudgedStep {
  double step = 0;

  bool is_certain() const { return kind == Kind::stable || kind == Kind::unstable; }
};

/// A cell that ρ passes 1 in, and what is certain on both sides of it.
struct Passage {
  Point from, to;                          // as near as could be told
  double surely_from = 0, surely_to = 0;   // s
  std::optional<FittedCrossing> fitted{};  // where verdicts scatter
};

class Search {
 public:
  Search(const CostlyRadius& radius, const StepScan& scan, double margin, const std::atomic<bool>* interrupted)
      : radius_(radius), scan_(scan), margin_(margin), interrupted_(interrupted) {}

  LargestStep find() {
    std::vector<Point> points = compose();
    if (!agrees(points)) points = look_through();
    doubt_islands(points);
    return follow(points);
  }

 private:
  bool is_interrupted() const { return interrupted_ && interrupted_->load(); }
  /// On which side of 1 it is, as far as can be told.
  bool leans_to_stable(const Point& point) const { return point.seems_stable(margin_); }
  Point at(double step) const {
    if (scan_.evaluated) scan_.evaluated();
    return {radius_.exact(step), step};
  }
  /// The nearest step that may be made.
  double fitting(double step) const {
    if (!radius_.grid) return step;
    return std::max(1.0, std::round(step / *radius_.grid)) * *radius_.grid;
  }

  std::vector<Point> compose() const {
    std::vector<Point> points;
    if (!radius_.composed || radius_.grid) return points;
    for (double base = scan_.low / counts[0]; counts[0] * base < scan_.high && !is_interrupted();
         base *= static_cast<double>(counts[std::size(counts) - 1]) / counts[0])
      for (const int n : counts) {
        if (n * base > scan_.high * (1 + 1e-12) || is_interrupted()) break;
        if (!points.empty() && n == counts[0]) continue;  // the last of the base before
        points.push_back({judge_radius(radius_.composed(base, n), margin_), n * base});
      }
    // the end of the range may be none of them
    if (!points.empty() && points.back().step < scan_.high && !is_interrupted()) points.push_back(at(scan_.high));
    return points;
  }

  /// Whether exact values tell the same, at the ends of the scan and of every cell that a crossing is in.
  bool agrees(std::vector<Point>& points) const {
    if (points.size() < 2) return false;
    std::set<std::size_t> looked_at = {0, points.size() - 1};
    for (std::size_t i = 1; i < points.size(); ++i)
      if (leans_to_stable(points[i - 1]) != leans_to_stable(points[i])) looked_at.insert({i - 1, i});
    for (const std::size_t i : looked_at) {
      if (is_interrupted()) return true;
      const Point exact = at(points[i].step);
      if (exact.kind == Kind::unknown || leans_to_stable(exact) != leans_to_stable(points[i]) ||
          !(std::abs(exact.radius - points[i].radius) <= agreement * std::max(1.0, exact.radius)))
        return false;
      points[i] = exact;
    }
    return true;
  }

  std::vector<Point> look_through() const {
    const int count = std::clamp(scan_.points, 2, most_points);
    const double grid = radius_.grid.value_or(0);
    const double top = grid > 0 ? fitting(std::floor(scan_.high / grid + 1e-9) * grid) : scan_.high;
    std::set<double> steps = {top};
    for (int i = 0; i < count - 1; ++i)
      steps.insert(
          std::min(top, fitting(scan_.low * std::pow(scan_.high / scan_.low, static_cast<double>(i) / (count - 1)))));
    std::vector<Point> points;
    for (const double step : steps)
      if (!is_interrupted()) points.push_back(at(step));
    return points;
  }

  /// A step whose neighbours all say otherwise may be one at which a black box was taken for another.
  void doubt_islands(std::vector<Point>& points) const {
    std::vector<Point*> certain;
    for (Point& point : points)
      if (point.is_certain()) certain.push_back(&point);
    if (certain.size() < 3) return;  // of two that differ neither stands alone
    for (std::size_t i = 0; i < certain.size(); ++i) {
      Point& here = *certain[i];
      const bool is_island = (i == 0 || certain[i - 1]->kind != here.kind) &&
                             (i + 1 == certain.size() || certain[i + 1]->kind != here.kind);
      if (!is_island || is_interrupted()) continue;
      int for_it = 0, against = 0;
      const double distance = std::max(close_by * here.step, radius_.grid.value_or(0));
      for (const double step : {here.step - distance, here.step + distance}) {
        if (!(step > 0)) continue;
        const Point beside = at(fitting(step));
        for_it += beside.kind == here.kind;
        against += beside.is_certain() && beside.kind != here.kind;
      }
      if (for_it == 0 && against > 0) here.kind = Kind::unknown;
    }
  }

  /// A step strictly between two others of which something is known.
  std::optional<Point> look_between(const Point& a, const Point& b) const {
    std::set<double> tried;
    for (const double place : places) {
      const double step = fitting(a.step + place * (b.step - a.step));
      if (step <= std::min(a.step, b.step) || step >= std::max(a.step, b.step) || !tried.insert(step).second) continue;
      if (is_interrupted()) break;
      if (const Point found = at(step); found.kind != Kind::unknown) return found;
    }
    return std::nullopt;
  }

  bool is_narrow(double a, double b, double width) const {
    const double distance = std::abs(b - a);
    return distance <= width * std::max(a, b) || (radius_.grid && distance < 1.5 * *radius_.grid);
  }

  /// How far towards the other side steps are for certain of this kind.
  double reach(Kind kind, double from, double to) const {
    while (!is_interrupted() && !is_narrow(from, to, sure_resolution)) {
      const double middle = fitting(0.5 * (from + to));
      (at(middle).kind == kind ? from : to) = middle;
    }
    return from;
  }

  /// Between two steps of which it is certain that they differ.
  Passage narrow(Point a, Point b) const {
    Passage passage{a, b, a.step, b.step};
    const Kind from = a.kind, to = b.kind;
    while (!is_interrupted() && !is_narrow(a.step, b.step, std::max(finest, scan_.resolution))) {
      const std::optional<Point> middle = look_between(a, b);
      if (!middle) break;
      const bool is_before = leans_to_stable(*middle) == leans_to_stable(a);
      (is_before ? a : b) = *middle;
      if (is_before && middle->kind == from) passage.surely_from = middle->step;
      if (!is_before && middle->kind == to) passage.surely_to = middle->step;
    }
    passage.from = a;
    passage.to = b;
    passage.surely_from = reach(from, passage.surely_from, b.step);
    passage.surely_to = reach(to, passage.surely_to, a.step);
    if (!radius_.grid && !is_narrow(passage.surely_from, passage.surely_to, close_by)) passage.fitted = fit(passage);
    return passage;
  }

  /// Of many steps about it, none of which is certain: their errors are not the same. More of them where they scatter.
  std::optional<FittedCrossing> fit(const Passage& passage) const {
    const double about = 0.5 * (passage.from.step + passage.to.step);
    const auto is_known = [&](const std::optional<FittedCrossing>& found) {
      return found && found->error <= known_well * found->step && found->step > passage.surely_from &&
             found->step < passage.surely_to;
    };
    std::vector<StepRadius> values;
    std::optional<FittedCrossing> found;
    for (int distance = 1; distance <= farthest_fitted; ++distance)
      for (const int sign : {-1, 1}) {
        if (is_interrupted()) return std::nullopt;
        const Point here = at(about * (1 + fit_distance * sign * distance));
        if (here.kind != Kind::unknown) values.push_back({here.step, here.radius});
        if (values.size() >= enough_to_fit && is_known(found = fit_crossing(values))) return found;
      }
    found = fit_crossing(values);
    return is_known(found) ? found : std::nullopt;
  }

  /// Between both ends of a cell, where they say it is.
  double crossing_in(const Passage& passage) const {
    const Point &a = passage.from, &b = passage.to;
    if (radius_.grid) return b.step;
    if (passage.fitted) return passage.fitted->step;
    const double from_a = std::abs(a.radius - 1), from_b = std::abs(b.radius - 1);
    const double share = std::isfinite(from_a + from_b) && from_a + from_b > 0 ? from_a / (from_a + from_b) : 0.5;
    return a.step + share * (b.step - a.step);
  }

  /// What is claimed ends where nothing is certain for long, though steps behind it are stable: unstable ones may lie
  /// between.
  std::vector<Point> before_gap(const std::vector<Point>& points) const {
    const Point* last = nullptr;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Point& here = points[i];
      if (here.kind == Kind::unstable) break;
      if (here.kind != Kind::stable) continue;
      const bool is_far = last != nullptr && last != &here - 1 && here.step > widest_gap * last->step;
      if (is_far) return {points.begin(), points.begin() + static_cast<std::ptrdiff_t>(i)};
      last = &here;
    }
    return points;
  }

  LargestStep follow(const std::vector<Point>& all) const {
    const std::vector<Point> points = before_gap(all);
    LargestStep result;
    result.interrupted = is_interrupted();
    result.steps = static_cast<int>(points.size());
    result.steps_left_open = static_cast<int>(std::ranges::count(points, Kind::unknown, &Point::kind));
    const Point *before = nullptr, *first = nullptr;
    std::optional<Passage> limit;
    for (const Point& here : points) {
      if (!here.is_certain()) continue;
      if (before && before->kind != here.kind) {
        const Passage passage = narrow(*before, here);
        const bool is_upward = before->kind == Kind::stable;
        result.crossings.push_back({crossing_in(passage), is_upward});
        if (is_upward && !limit && first->kind == Kind::stable) limit = passage;
      }
      before = &here;
      if (!first) first = before;
    }
    result.interrupted = is_interrupted();
    if (!first) {
      result.is_left_open = true;
      result.confidence = Confidence::low;
      return result;
    }
    if (first->kind == Kind::unstable) {
      result.is_left_open = first != &points.front();
      result.unstable_from = first->step;
      result.confidence = result.is_left_open ? Confidence::low : first->confidence;
      return result;
    }
    if (limit)
      end_at(*limit, result);
    else
      end_beyond(points, *before, result);
    // what was passed over on the way there
    const double end = result.unstable_from.value_or(points.back().step);
    const auto below = std::ranges::count_if(points, [&](const Point& p) { return p.step <= end; });
    const auto open =
        std::ranges::count_if(points, [&](const Point& p) { return p.step <= end && p.kind == Kind::unknown; });
    if (open > 0) result.confidence = std::max(result.confidence, Confidence::medium);
    if (4 * open > below || result.is_range) result.confidence = Confidence::low;
    return result;
  }

  void end_at(const Passage& limit, LargestStep& result) const {
    result.stable_up_to = limit.surely_from;
    result.unstable_from = limit.surely_to;
    result.is_range = !limit.fitted && !is_narrow(limit.surely_from, limit.surely_to, wide);
    if (limit.fitted) result.error = limit.fitted->error;
    result.largest_stable_step = result.is_range || radius_.grid ? limit.surely_from : crossing_in(limit);
    result.confidence = std::max(limit.from.confidence, limit.to.confidence);
  }

  /// Nothing is unstable for certain.
  void end_beyond(const std::vector<Point>& points, const Point& last, LargestStep& result) const {
    result.stable_throughout = &last == &points.back() && !result.interrupted;
    result.is_range = !result.stable_throughout;
    result.confidence = last.confidence;
    result.largest_stable_step = result.stable_up_to =
        result.stable_throughout ? last.step : reach(Kind::stable, last.step, points.back().step);
  }

  const CostlyRadius& radius_;
  const StepScan& scan_;
  double margin_;
  const std::atomic<bool>* interrupted_;
};

}  // namespace

JudgedStep judge_radius(double radius, double margin) {
  if (!std::isfinite(radius)) return {};
  return {radius <= 1 + margin ? Kind::stable : Kind::unstable, radius};
}

LargestStep search_largest_step(const CostlyRadius& radius, const StepScan& scan, double margin,
                                const std::atomic<bool>* interrupted) {
  return Search(radius, scan, margin, interrupted).find();
}

}  // namespace oldham
