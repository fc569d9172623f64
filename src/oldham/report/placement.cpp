// SPDX-License-Identifier: MIT
#include "oldham/report/placement.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace oldham {
namespace {

/// The share of the straight line that lies within the box (Liang and Barsky); a point inside counts whole.
double share_inside(Point from, Point to, const Rect& box) {
  const double dx = to.x - from.x;
  const double dy = to.y - from.y;
  const std::array<std::pair<double, double>, 4> sides{
      {{-dx, from.x - box.left}, {dx, box.right - from.x}, {-dy, from.y - box.top}, {dy, box.bottom - from.y}}};
  double enters = 0;
  double leaves = 1;
  for (const auto& [direction, distance] : sides) {
    if (direction == 0 && distance < 0) return 0;
    if (direction < 0) enters = std::max(enters, distance / direction);
    if (direction > 0) leaves = std::min(leaves, distance / direction);
  }
  return std::max(0.0, leaves - enters);
}

}  // namespace

void Obstacles::add(std::span<const Point> path) {
  if (path.size() == 1) strokes_.push_back({path[0], path[0]});
  for (std::size_t i = 1; i < path.size(); ++i) strokes_.push_back({path[i - 1], path[i]});
}

double Obstacles::covered_by(const Rect& box) const {
  double covered = 0;
  for (const auto& [from, to] : strokes_) {
    // one px on top, so that isolated points count
    const double share = share_inside(from, to, box);
    if (share > 0) covered += share * (1 + std::hypot(to.x - from.x, to.y - from.y));
  }
  for (const Rect& other : boxes_) {
    const double width = std::min(box.right, other.right) - std::max(box.left, other.left);
    const double height = std::min(box.bottom, other.bottom) - std::max(box.top, other.top);
    if (width > 0 && height > 0) covered += width * height;
  }
  return covered;
}

}  // namespace oldham
