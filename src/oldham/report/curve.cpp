// SPDX-License-Identifier: MIT
#include "oldham/report/curve.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace oldham {
namespace {

constexpr double line_width = 2.2;
constexpr double marker_radius = 5.5;

Colour colour_of(std::size_t index) { return series_colours[index % series_colours.size()]; }

Pen pen_of(SeriesStyle style, std::size_t index) {
  // series of equal colour differ by their dashes
  static const std::array<std::vector<double>, 3> rounds{{{}, {2.5, 4}, {14, 4, 2.5, 4}}};
  Pen pen{colour_of(index), line_width, rounds[index / series_colours.size() % rounds.size()]};
  if (style == SeriesStyle::dashed) pen.dash = {9, 5};
  return pen;
}

/// Corners on a circle: squares, triangles up, diamonds, triangles down, pentagons; the first is the disc itself.
void draw_marker(Canvas& canvas, Point centre, std::size_t index) {
  struct Shape {
    int corners;
    double turn;    // of the first corner, from the right, in units of π
    double radius;  // relative, so that all look equally large
  };
  static constexpr std::array<Shape, 6> shapes{
      {{0, 0, 1}, {4, 0.25, 1.2}, {3, -0.5, 1.35}, {4, 0, 1.3}, {3, 0.5, 1.35}, {5, -0.5, 1.15}}};
  const Shape& shape = shapes[index % shapes.size()];
  if (shape.corners == 0) {
    canvas.disc(centre, marker_radius, white);
    canvas.disc(centre, marker_radius - 0.8, colour_of(index));
    return;
  }
  // a thin white rim keeps overlapping markers apart
  for (const auto& [rim, colour] : {std::pair{1.2, white}, std::pair{0.0, colour_of(index)}}) {
    std::vector<Point> outline;
    for (int corner = 0; corner < shape.corners; ++corner) {
      const double angle = std::numbers::pi * (shape.turn + 2.0 * corner / shape.corners);
      const double radius = (marker_radius - 0.8) * shape.radius + rim;
      outline.push_back({centre.x + radius * std::cos(angle), centre.y + radius * std::sin(angle)});
    }
    canvas.fill(outline, colour);
  }
}

/// One marker per point, leaving out those nearer than `apart` to the one before.
void draw_markers(Canvas& canvas, const Series& series, std::size_t index, const Frame& frame) {
  const double apart = series.style == SeriesStyle::both ? 2.5 * marker_radius : 0.5;
  Point previous{std::numeric_limits<double>::infinity(), 0};
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    const Point point = frame.position(series.x[i], series.y[i]);
    if (std::isnan(point.x) || std::isnan(point.y)) continue;
    if (std::hypot(point.x - previous.x, point.y - previous.y) < apart) continue;
    draw_marker(canvas, point, index);
    previous = point;
  }
}

/// The points of a run within one pixel column that its picture needs, in their order.
void append_extremes(std::vector<Point>& path, std::span<const Point> run) {
  const auto higher = [](const Point& a, const Point& b) { return a.y < b.y; };
  const auto [lowest, highest] = std::minmax_element(run.begin(), run.end(), higher);
  std::array needed{run.begin(), std::min(lowest, highest), std::max(lowest, highest), run.end() - 1};
  const auto last = std::unique(needed.begin(), needed.end());
  for (auto point = needed.begin(); point != last; ++point) path.push_back(**point);
}

}  // namespace

std::vector<std::vector<Point>> visible_paths(const Series& series, const Frame& frame) {
  std::vector<std::vector<Point>> paths;
  std::vector<Point> path;
  std::vector<Point> run;
  double column = 0;
  const auto end_run = [&] {
    if (!run.empty()) append_extremes(path, run);
    run.clear();
  };
  const auto end_path = [&] {
    end_run();
    if (!path.empty()) paths.push_back(std::move(path));
    path.clear();
  };
  for (std::size_t i = 0; i < series.x.size(); ++i) {
    const Point point = frame.position(series.x[i], series.y[i]);
    if (std::isnan(point.x) || std::isnan(point.y)) {
      end_path();
      continue;
    }
    const double own_column = std::floor(point.x * Canvas::pixels_per_px);
    if (own_column != column) end_run();
    column = own_column;
    run.push_back(point);
  }
  end_path();
  return paths;
}

void draw_curve(Canvas& canvas, const Series& series, std::size_t index, const Frame& frame) {
  if (series.style != SeriesStyle::markers) {
    const Pen pen = pen_of(series.style, index);
    for (const std::vector<Point>& path : visible_paths(series, frame)) {
      // a lone point between gaps has no line to show it
      if (path.size() == 1)
        canvas.disc(path[0], 1.4 * line_width, pen.colour);
      else
        canvas.stroke(path, pen);
    }
  }
  if (series.style == SeriesStyle::markers || series.style == SeriesStyle::both)
    draw_markers(canvas, series, index, frame);
}

void draw_curve_sample(Canvas& canvas, SeriesStyle style, std::size_t index, const Rect& box) {
  const double y = (box.top + box.bottom) / 2;
  if (style != SeriesStyle::markers)
    canvas.stroke(std::array{Point{box.left, y}, Point{box.right, y}}, pen_of(style, index));
  if (style == SeriesStyle::markers || style == SeriesStyle::both)
    draw_marker(canvas, {(box.left + box.right) / 2, y}, index);
}

}  // namespace oldham
