// SPDX-License-Identifier: MIT
#include "oldham/analysis/step_net.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

namespace oldham {
namespace {

constexpr int most_points = 40;     // of a scan by exact values
constexpr double nearby = 1e-2;     // relative: where a step is asked about again
constexpr double agreement = 1e-2;  // within which composed and exact values are the same
// shares of the budget that are over when a net of composed steps, and one of exact values, are
constexpr double composed_for = 0.4, scanned = 0.7;
// steps that a step is composed of: fewer are too coarse a net, more lose digits
constexpr int counts[] = {16, 18, 20, 22, 25, 28, 32, 36, 40, 44, 48};

using Kind = JudgedStep::Kind;

class Caster {
 public:
  explicit Caster(StepProbe& probe) : probe_(probe) {}

  StepNet cast() {
    probe_.allow(composed_for);
    StepNet net{compose()};
    if (!agrees(net.points)) net = look_through();
    probe_.allow(1);
    doubt_islands(net.points);
    return net;
  }

 private:
  std::vector<SearchedStep> compose() const {
    std::vector<SearchedStep> points;
    if (!probe_.radius.composed || probe_.radius.grid) return points;
    for (double base = probe_.scan.low / counts[0]; counts[0] * base < probe_.scan.high && !probe_.is_over();
         base *= static_cast<double>(counts[std::size(counts) - 1]) / counts[0])
      for (const int n : counts) {
        if (n * base > probe_.scan.high * (1 + 1e-12) || probe_.is_over()) break;
        if (!points.empty() && n == counts[0]) continue;  // the last of the base before
        if (probe_.scan.evaluated) probe_.scan.evaluated();
        points.push_back({judge_radius(probe_.radius.composed(base, n), probe_.margin), n * base});
      }
    // the end of the range may be none of them
    if (!points.empty() && points.back().step < probe_.scan.high && !probe_.is_over())
      points.push_back(probe_.at(probe_.scan.high));
    return points;
  }

  /// Whether exact values agree, at the ends of the scan and of every cell that a crossing is in.
  bool agrees(std::vector<SearchedStep>& points) const {
    if (points.size() < 2 || (!probe_.is_stopped() && probe_.is_budget_over())) return false;
    std::set<std::size_t> looked_at = {0, points.size() - 1};
    for (std::size_t i = 1; i < points.size(); ++i)
      if (probe_.leans_to_stable(points[i - 1]) != probe_.leans_to_stable(points[i])) looked_at.insert({i - 1, i});
    for (const std::size_t i : looked_at) {
      if (probe_.is_stopped()) return true;
      if (probe_.is_over()) return false;
      const SearchedStep exact = probe_.at(points[i].step);
      if (exact.kind == Kind::unknown || probe_.leans_to_stable(exact) != probe_.leans_to_stable(points[i]) ||
          !(std::abs(exact.radius - points[i].radius) <= agreement * std::max(1.0, exact.radius)))
        return false;
      points[i] = exact;
    }
    return true;
  }

  /// Ascending where there is time for all. Else from the step in question on, then its neighbours and ever finer nets,
  /// so that what there is time for says something of the whole range.
  std::vector<double> in_order(const std::set<double>& steps) const {
    std::vector<double> all(steps.begin(), steps.end());
    if (std::isinf(probe_.scan.budget)) return all;
    std::vector<double> order;
    const auto take = [&](std::size_t i) {
      if (i < all.size() && std::ranges::find(order, all[i]) == order.end()) order.push_back(all[i]);
    };
    if (probe_.scan.about) {
      const auto apart = [&](double step) { return std::abs(std::log(step / *probe_.scan.about)); };
      const auto nearest = static_cast<std::size_t>(std::ranges::min_element(all, {}, apart) - all.begin());
      for (const std::size_t i : {nearest, nearest + 1, nearest - 1}) take(i);
    }
    take(0);
    take(all.size() - 1);
    for (std::size_t stride = std::bit_ceil(all.size()); stride > 0; stride /= 2)
      for (std::size_t i = 0; i < all.size(); i += stride) take(i);
    return order;
  }

  StepNet look_through() {
    probe_.allow(scanned);
    const int count = std::clamp(probe_.scan.points, 2, most_points);
    const double grid = probe_.radius.grid.value_or(0);
    const double top = grid > 0 ? probe_.fitting(std::floor(probe_.scan.high / grid + 1e-9) * grid) : probe_.scan.high;
    std::set<double> steps = {top};
    for (int i = 0; i < count - 1; ++i)
      steps.insert(std::min(top, probe_.fitting(probe_.scan.low * std::pow(probe_.scan.high / probe_.scan.low,
                                                                           static_cast<double>(i) / (count - 1)))));
    const auto is_within = [&](double step) { return step >= *steps.begin() && step <= top; };
    if (probe_.scan.about && is_within(*probe_.scan.about) && is_within(probe_.fitting(*probe_.scan.about)))
      steps.insert(probe_.fitting(*probe_.scan.about));
    std::vector<SearchedStep> points;
    for (const double step : in_order(steps))
      if (!probe_.is_stopped() && (points.empty() || !probe_.is_over())) points.push_back(probe_.at(step));
    std::ranges::sort(points, {}, &SearchedStep::step);
    const int left_out = static_cast<int>(steps.size() - points.size());
    return {std::move(points), left_out};
  }

  /// A step whose neighbours all say otherwise may be one at which a black box was taken for another.
  void doubt_islands(std::vector<SearchedStep>& points) const {
    std::vector<SearchedStep*> certain;
    for (SearchedStep& point : points)
      if (point.is_certain()) certain.push_back(&point);
    if (certain.size() < 3) return;  // of two that differ neither stands alone
    for (std::size_t i = 0; i < certain.size(); ++i) {
      SearchedStep& here = *certain[i];
      const bool is_island = (i == 0 || certain[i - 1]->kind != here.kind) &&
                             (i + 1 == certain.size() || certain[i + 1]->kind != here.kind);
      if (!is_island || probe_.is_over()) continue;
      int for_it = 0, against = 0;
      const double distance = std::max(nearby * here.step, probe_.radius.grid.value_or(0));
      for (const double step : {here.step - distance, here.step + distance}) {
        if (!(step > 0)) continue;
        const SearchedStep beside = probe_.at(probe_.fitting(step));
        for_it += beside.kind == here.kind;
        against += beside.is_certain() && beside.kind != here.kind;
      }
      if (for_it == 0 && against > 0) here.kind = Kind::unknown;
    }
  }

  StepProbe& probe_;
};

}  // namespace

bool StepProbe::is_budget_over() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count() >= share_ * scan.budget;
}

SearchedStep StepProbe::at(double step) const {
  if (scan.evaluated) scan.evaluated();
  return {radius.exact(step), step};
}

double StepProbe::fitting(double step) const {
  if (!radius.grid) return step;
  return std::max(1.0, std::round(step / *radius.grid)) * *radius.grid;
}

StepNet cast_net(StepProbe& probe) { return Caster(probe).cast(); }

}  // namespace oldham
