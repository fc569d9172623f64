// SPDX-License-Identifier: MIT
#include "oldham/analysis/step_search.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

#include "oldham/analysis/crossing_fit.hpp"
#include "oldham/analysis/step_net.hpp"

namespace oldham {
namespace {

constexpr double finest = 1e-4;           // relative, of a crossing: probes tell no more
constexpr double sure_resolution = 5e-3;  // relative, of where certainty ends beside a crossing
constexpr double wide = 0.1;              // relative: a crossing that is not known better than that is a range
constexpr double widest_gap = 3;          // ratio of two steps between which nothing is certain that are passed over
constexpr double close_by = 1e-2;         // relative: of a crossing, within which it is known well
constexpr double known_well = 5e-3;  // relative: standard error of a crossing among scattered values that is believed
// these are as many, as far apart (relative), and at most as many such distances from it
constexpr int enough_to_fit = 9, farthest_fitted = 12;
constexpr double fit_distance = 5e-3;
// of a cell: where else to look when nothing is known of its middle
constexpr double places[] = {0.5, 0.375, 0.625, 0.25, 0.75, 0.125, 0.875};

using Kind = JudgedStep::Kind;

using Point = SearchedStep;

/// A cell that ρ passes 1 in, and what is certain on both sides of it.
struct Passage {
  Point from, to;                          // as near as could be told
  double surely_from = 0, surely_to = 0;   // s
  std::optional<FittedCrossing> fitted{};  // where verdicts scatter
};

class Search {
 public:
  explicit Search(StepProbe& probe) : probe_(probe), radius_(probe.radius), scan_(probe.scan) {}

  LargestStep find() {
    StepNet net = cast_net(probe_);
    left_out_ = net.left_out;
    return follow(net.points);
  }

 private:
  bool is_interrupted() const { return probe_.is_over(); }
  Point at(double step) const { return probe_.at(step); }
  double fitting(double step) const { return probe_.fitting(step); }
  bool leans_to_stable(const Point& point) const { return probe_.leans_to_stable(point); }

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
    result.interrupted = probe_.is_stopped();
    result.steps = static_cast<int>(points.size());
    result.steps_left_open = static_cast<int>(std::ranges::count(points, Kind::unknown, &Point::kind));
    const Point *before = nullptr, *first = nullptr;
    std::vector<std::pair<Point, Point>> cells;  // that rho passes 1 in
    for (const Point& here : points) {
      if (!here.is_certain()) continue;
      if (before && before->kind != here.kind) cells.emplace_back(*before, here);
      before = &here;
      if (!first) first = before;
    }
    std::optional<Passage> limit;
    const std::vector<Passage> passages = narrow_all(cells);
    for (std::size_t i = 0; i < passages.size(); ++i) {
      const bool is_upward = cells[i].first.kind == Kind::stable;
      result.crossings.push_back({crossing_in(passages[i]), is_upward});
      if (is_upward && !limit && first->kind == Kind::stable) limit = passages[i];
    }
    result.interrupted = probe_.is_stopped();
    result.is_budget_over = !probe_.is_stopped() && (left_out_ > 0 || probe_.is_budget_over());
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
    // where neighbours alternate the net may be too coarse, and other ranges may lie between its steps
    if (const int alone = islands(points); alone > 0)
      result.confidence = std::max(result.confidence, alone > 1 ? Confidence::low : Confidence::medium);
    if (left_out_ > 0) result.confidence = std::max(result.confidence, Confidence::medium);
    return result;
  }

  /// Nearest to the step in question first, as there may be no time for all.
  std::vector<Passage> narrow_all(const std::vector<std::pair<Point, Point>>& cells) const {
    std::vector<std::size_t> order(cells.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto apart = [&](std::size_t i) {
      return std::min(std::abs(std::log(cells[i].first.step / *scan_.about)),
                      std::abs(std::log(cells[i].second.step / *scan_.about)));
    };
    if (scan_.about) std::ranges::stable_sort(order, {}, apart);
    std::vector<Passage> passages(cells.size());
    for (const std::size_t i : order) passages[i] = narrow(cells[i].first, cells[i].second);
    return passages;
  }

  /// How many steps say otherwise than both of their neighbours.
  static int islands(const std::vector<Point>& points) {
    std::vector<Kind> kinds;
    for (const Point& point : points)
      if (point.is_certain()) kinds.push_back(point.kind);
    int count = 0;
    for (std::size_t i = 1; i + 1 < kinds.size(); ++i) count += kinds[i - 1] != kinds[i] && kinds[i + 1] != kinds[i];
    return count;
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
    result.stable_throughout = &last == &points.back() && !result.interrupted && left_out_ == 0;
    result.is_range = !result.stable_throughout;
    result.confidence = last.confidence;
    result.largest_stable_step = result.stable_up_to =
        result.stable_throughout ? last.step : reach(Kind::stable, last.step, points.back().step);
  }

  StepProbe& probe_;
  const CostlyRadius& radius_;
  const StepScan& scan_;
  int left_out_ = 0;  // steps of the scan that there was no time for
};

}  // namespace

JudgedStep judge_radius(double radius, double margin) {
  if (!std::isfinite(radius)) return {};
  return {radius <= 1 + margin ? Kind::stable : Kind::unstable, radius};
}

LargestStep search_largest_step(const CostlyRadius& radius, const StepScan& scan, double margin,
                                const std::atomic<bool>* interrupted) {
  StepProbe probe(radius, scan, margin, interrupted);
  return Search(probe).find();
}

}  // namespace oldham
