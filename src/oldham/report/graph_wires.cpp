// SPDX-License-Identifier: MIT
#include "oldham/report/graph_wires.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace oldham {
namespace {

constexpr double lane = 9, bend = 6;  // px: distance of parallel wires, radius of corners
constexpr double before_arrow = 14;   // px
constexpr double below_boxes = 12;    // px: from boxes to the first lane

bool is_straight(const GraphLayout& layout, const GraphLayout::Wire& wire) {
  const GraphLayout::Box &from = layout.boxes[wire.from], &to = layout.boxes[wire.to];
  return to.column == from.column + 1 && to.row_of_columns == from.row_of_columns;
}

/// Right of the column a wire starts in, and left of the one it ends in.
std::size_t gap_after(const GraphLayout& layout, const GraphLayout::Wire& wire) {
  return static_cast<std::size_t>(layout.boxes[wire.from].column) + 1;
}
std::size_t gap_before(const GraphLayout& layout, const GraphLayout::Wire& wire) {
  return static_cast<std::size_t>(layout.boxes[wire.to].column);
}

std::string across(double x0, double y0, double x1, double y1) {
  const double middle = (x0 + x1) / 2;
  return fmt::format("M{:.1f} {:.1f}C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}", x0, y0, middle, y0, middle, y1, x1,
                     y1);
}

struct Corner {
  double x = 0, y = 0;
};

/// Along lines that meet at right angles, with round corners.
std::string around(const std::vector<Corner>& points) {
  std::string path = fmt::format("M{:.1f} {:.1f}", points.front().x, points.front().y);
  for (std::size_t i = 1; i + 1 < points.size(); ++i) {
    const Corner &before = points[i - 1], &corner = points[i], &after = points[i + 1];
    const double in = std::hypot(corner.x - before.x, corner.y - before.y);
    const double out = std::hypot(after.x - corner.x, after.y - corner.y);
    const double r = std::min({bend, in / 2, out / 2});
    if (!(r > 0)) continue;
    path += fmt::format("L{:.1f} {:.1f}Q{:.1f} {:.1f} {:.1f} {:.1f}", corner.x - r / in * (corner.x - before.x),
                        corner.y - r / in * (corner.y - before.y), corner.x, corner.y,
                        corner.x + r / out * (after.x - corner.x), corner.y + r / out * (after.y - corner.y));
  }
  return path + fmt::format("L{:.1f} {:.1f}", points.back().x, points.back().y);
}

/// Lanes below one row: wires that do not meet share one.
class Lanes {
 public:
  /// The first lane that is free from a to b.
  std::size_t take(double a, double b) {
    const auto [low, high] = std::minmax(a, b);
    const auto is_free = [&](const std::vector<std::pair<double, double>>& taken) {
      return std::ranges::none_of(taken, [&](const auto& t) { return t.first < high + lane && low < t.second + lane; });
    };
    const auto found = std::ranges::find_if(taken_, is_free);
    const auto index = static_cast<std::size_t>(found - taken_.begin());
    if (found == taken_.end()) taken_.emplace_back();
    taken_[index].emplace_back(low, high);
    return index;
  }
  std::size_t count() const { return taken_.size(); }

 private:
  std::vector<std::vector<std::pair<double, double>>> taken_;
};

}  // namespace

std::vector<double> gap_widths(const GraphLayout& layout, std::size_t columns) {
  std::vector<double> upright(columns + 1, 0);
  std::vector<bool> crossed(columns + 1, false);
  for (const GraphLayout::Wire& wire : layout.wires) {
    if (is_straight(layout, wire)) {
      crossed[gap_after(layout, wire)] = true;
      continue;
    }
    upright[gap_after(layout, wire)] += lane;
    upright[gap_before(layout, wire)] += lane;
  }
  std::vector<double> widths;
  for (std::size_t gap = 0; gap <= columns; ++gap)
    widths.push_back(upright[gap] + (crossed[gap] ? 56 : upright[gap] > 0 ? 2 * before_arrow : 0));
  return widths;
}

WirePlan plan_wires(const GraphLayout& layout, std::size_t columns) {
  std::vector<double> right_edge(columns, 0), left_edge(columns, INFINITY);
  std::size_t rows = 1;
  for (const GraphLayout::Box& box : layout.boxes) {
    double& right = right_edge[static_cast<std::size_t>(box.column)];
    double& left = left_edge[static_cast<std::size_t>(box.column)];
    right = std::max(right, box.x + box.width);
    left = std::min(left, box.x);
    rows = std::max(rows, box.row_of_columns + 1);
  }
  WirePlan plan{.ways = {}, .lanes = {}, .width = layout.width};
  for (std::size_t w = 0; w < layout.wires.size(); ++w)
    if (!is_straight(layout, layout.wires[w])) plan.ways.push_back({.wire = w});
  // short ones run inside of long ones
  std::ranges::stable_sort(plan.ways, {}, [&](const WirePlan::Way& way) {
    const GraphLayout::Wire& wire = layout.wires[way.wire];
    return std::abs(layout.boxes[wire.from].column - layout.boxes[wire.to].column);
  });
  std::vector<double> down_used(columns, 0), up_used(columns, 0);
  std::vector<Lanes> lanes(rows);
  for (WirePlan::Way& way : plan.ways) {
    const GraphLayout::Wire& wire = layout.wires[way.wire];
    const GraphLayout::Box &from = layout.boxes[wire.from], &to = layout.boxes[wire.to];
    double& down = down_used[static_cast<std::size_t>(from.column)];
    double& up = up_used[static_cast<std::size_t>(to.column)];
    way.down = right_edge[static_cast<std::size_t>(from.column)] + before_arrow + down;
    way.up = left_edge[static_cast<std::size_t>(to.column)] - before_arrow - up;
    down += lane;
    up += lane;
    // to a row above it leaves upwards, and enters from below
    const std::size_t here = from.row_of_columns, there = to.row_of_columns;
    way.exit = there >= here ? here : here - 1;
    way.enter = there > here ? there - 1 : there;
    if (way.exit == way.enter) {
      way.exit_lane = way.enter_lane = lanes[way.exit].take(way.down, way.up);
      continue;
    }
    way.aside = plan.width;
    plan.width += lane;
    way.exit_lane = lanes[way.exit].take(way.down, way.aside);
    way.enter_lane = lanes[way.enter].take(way.aside, way.up);
  }
  for (const Lanes& below : lanes) plan.lanes.push_back(below.count());
  return plan;
}

double height_of_lanes(std::size_t lanes) { return lanes == 0 ? 0 : below_boxes + lane * static_cast<double>(lanes); }

void draw_wires(const WirePlan& plan, const std::vector<double>& bottoms, GraphLayout& layout) {
  for (GraphLayout::Wire& wire : layout.wires) {
    const GraphLayout::Box &from = layout.boxes[wire.from], &to = layout.boxes[wire.to];
    if (is_straight(layout, wire))
      wire.path = across(from.x + from.width, from.row(wire.from_row), to.x, to.row(wire.to_row));
  }
  const auto height = [&](std::size_t row, std::size_t of_lanes) {
    return bottoms[row] + below_boxes + lane * static_cast<double>(of_lanes);
  };
  for (const WirePlan::Way& way : plan.ways) {
    GraphLayout::Wire& wire = layout.wires[way.wire];
    const GraphLayout::Box &from = layout.boxes[wire.from], &to = layout.boxes[wire.to];
    const double begin = from.row(wire.from_row), end = to.row(wire.to_row);
    std::vector<Corner> points = {{from.x + from.width, begin}, {way.down, begin}};
    points.push_back({way.down, height(way.exit, way.exit_lane)});
    if (way.exit != way.enter) {
      points.push_back({way.aside, height(way.exit, way.exit_lane)});
      points.push_back({way.aside, height(way.enter, way.enter_lane)});
    }
    points.push_back({way.up, height(way.enter, way.enter_lane)});
    points.push_back({way.up, end});
    points.push_back({to.x, end});
    wire.path = around(points);
  }
}

}  // namespace oldham
