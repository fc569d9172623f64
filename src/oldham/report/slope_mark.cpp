// SPDX-License-Identifier: MIT
#include "oldham/report/slope_mark.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace oldham {
namespace {

/// Right triangle with its longest side from (left, y_left) to (left + width, y_left − slope width).
struct SlopeMark {
  double left = 0;
  double width = 0;
  double y_left = 0;
  double slope = 0;  // px upwards per px to the right
  bool below = true;
  double misfit = 0;  // px by which the curve departs from this slope, and from the middle of the curve
  Rect label;

  double side_at(double x) const { return y_left - slope * (x - left); }
  double right() const { return left + width; }
  double base() const {
    const double y_right = side_at(right());
    return below ? std::max(y_left, y_right) : std::min(y_left, y_right);
  }
  /// The triangle as a row of upright strips, which keep clear of the curve where a single box could not.
  std::vector<Rect> strips() const {
    constexpr int count = 8;
    std::vector<Rect> result;
    for (int i = 0; i < count; ++i) {
      const double from = left + width * i / count;
      const double to = left + width * (i + 1) / count;
      const auto [top, bottom] = std::minmax({side_at(from), side_at(to), base()});
      result.push_back({from, top, to, bottom});
    }
    return result;
  }
};

Rect grown(const Rect& rect, double by) { return {rect.left - by, rect.top - by, rect.right + by, rect.bottom + by}; }

bool is_within(const Rect& rect, const Rect& box) {
  return rect.left >= box.left && rect.right <= box.right && rect.top >= box.top && rect.bottom <= box.bottom;
}

/// y of the drawn curve at x; the curve is a polyline that runs from left to right.
double height_at(const std::vector<Point>& curve, double x) {
  for (std::size_t i = 1; i < curve.size(); ++i)
    if (x <= curve[i].x) {
      const double share = (x - curve[i - 1].x) / (curve[i].x - curve[i - 1].x);
      return std::lerp(curve[i - 1].y, curve[i].y, std::isfinite(share) ? share : 1);
    }
  return curve.back().y;
}

double cost(const SlopeMark& mark, const Rect& box, const Obstacles& obstacles) {
  double sum = mark.misfit + (mark.below ? 0 : 20);  // below, unless above is freer
  for (const Rect& strip : mark.strips()) {
    if (!is_within(grown(strip, 6), box)) return std::numeric_limits<double>::infinity();
    sum += obstacles.covered_by(grown(strip, 7));
  }
  if (!is_within(grown(mark.label, 4), box)) return std::numeric_limits<double>::infinity();
  return sum + obstacles.covered_by(grown(mark.label, 6));
}

std::vector<Point> drawn_curve(const Series& series, const Frame& frame) {
  std::vector<Point> curve;
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    const Point point = frame.position(series.x[i], series.y[i]);
    if (!std::isnan(point.x) && !std::isnan(point.y)) curve.push_back(point);
  }
  std::stable_sort(curve.begin(), curve.end(), [](const Point& a, const Point& b) { return a.x < b.x; });
  return curve;
}

/// The best of many places along the curve, below and above it, with the label under, over or beside the triangle.
std::optional<SlopeMark> best_mark(const std::vector<Point>& curve, double slope, double label_width, const Rect& box,
                                   const Obstacles& obstacles) {
  const double largest = 85;  // px, of either leg
  const double width = std::min(largest, largest / std::max(std::abs(slope), 1e-9));
  const double distance = 13 * std::hypot(1, slope);
  constexpr int places = 60;
  std::optional<SlopeMark> best;
  double least = std::numeric_limits<double>::infinity();
  for (int place = 0; place <= places; ++place) {
    const double left = std::lerp(curve.front().x, curve.back().x - width, static_cast<double>(place) / places);
    for (const bool below : {true, false}) {
      SlopeMark mark{left, width, 0, slope, below, 0, {}};
      // as near to the curve as its bends allow
      double least_gap = std::numeric_limits<double>::infinity();
      double most_gap = -least_gap;
      for (int i = 0; i <= 8; ++i) {
        const double x = left + width * i / 8;
        const double gap = height_at(curve, x) - mark.side_at(x);
        least_gap = std::min(least_gap, gap);
        most_gap = std::max(most_gap, gap);
      }
      mark.y_left = below ? most_gap + distance : least_gap - distance;
      mark.misfit = most_gap - least_gap + 0.2 * std::abs(place - places / 2);

      const double leg = (slope > 0) == below ? mark.right() : mark.left;
      const double beside = leg == mark.left ? leg - 8 - label_width : leg + 8;
      const double middle_x = left + width / 2 - label_width / 2;
      const double middle_y = mark.side_at(left + width / 2);
      for (const Point corner : {Point{beside, middle_y - tick_size / 2},
                                 Point{middle_x, below ? mark.base() + 7 : mark.base() - 7 - tick_size}}) {
        mark.label = {corner.x, corner.y, corner.x + label_width, corner.y + tick_size};
        const double own = cost(mark, box, obstacles);
        if (own < least) {
          least = own;
          best = mark;
        }
      }
    }
  }
  return best;
}

}  // namespace

std::optional<double> observed_order(const Series& series) {
  std::vector<double> orders;
  for (std::size_t i = 1; i < series.x.size(); ++i) {
    const double order = std::log(series.y[i] / series.y[i - 1]) / std::log(series.x[i] / series.x[i - 1]);
    if (std::isfinite(order)) orders.push_back(order);
  }
  if (orders.empty()) return std::nullopt;
  const auto middle = orders.begin() + static_cast<std::ptrdiff_t>(orders.size() / 2);
  std::nth_element(orders.begin(), middle, orders.end());
  return *middle;
}

void draw_slope_marks(Canvas& canvas, const LinePlot& plot, const Frame& frame, Obstacles& obstacles) {
  const TextStyle style{.size = tick_size - 1, .horizontal = Align::centre, .colour = soft_ink};
  for (const ReferenceSlope& reference : plot.slopes) {
    // the series it is meant for
    const Series* nearest = nullptr;
    double deviation = std::numeric_limits<double>::infinity();
    for (const Series& series : plot.series) {
      const std::optional<double> order = observed_order(series);
      if (!order || std::abs(*order - reference.order) >= deviation) continue;
      deviation = std::abs(*order - reference.order);
      nearest = &series;
    }
    if (nearest == nullptr) continue;
    const std::vector<Point> curve = drawn_curve(*nearest, frame);
    if (curve.size() < 2) continue;

    // order in decades becomes slope in px
    const double x_decade = frame.box.width() / std::log10(frame.x.range.high / frame.x.range.low);
    const double y_decade = frame.box.height() / std::log10(frame.y.range.high / frame.y.range.low);
    const std::string label = reference.label.empty() ? "order " + number_label(reference.order) : reference.label;
    const std::optional<SlopeMark> mark =
        best_mark(curve, reference.order * y_decade / x_decade, canvas.text_width(label, style), frame.box, obstacles);
    if (!mark) continue;

    const double y_right = mark->side_at(mark->right());
    const double corner_x = (mark->slope > 0) == mark->below ? mark->right() : mark->left;
    const std::array triangle{Point{mark->left, mark->y_left}, Point{mark->right(), y_right},
                              Point{corner_x, mark->base()}, Point{mark->left, mark->y_left}};
    canvas.fill(triangle, faint_grey);
    canvas.stroke(triangle, {soft_ink, 1.1, {}});
    const Rect& box = mark->label;
    Colour paper = white;
    paper.alpha = 0.85;
    canvas.fill(grown(box, 1), paper);
    canvas.text(label, {(box.left + box.right) / 2, (box.top + box.bottom) / 2}, style);
    for (const Rect& strip : mark->strips()) obstacles.add(strip);
    obstacles.add(box);
  }
}

}  // namespace oldham
