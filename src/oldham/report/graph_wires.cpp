// SPDX-License-Identifier: MIT
#include "oldham/report/graph_wires.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace oldham {
namespace {

constexpr double lane = 9, bend = 6;  // px: distance of parallel wires, radius of corners
constexpr double before_arrow = 14;   // px

bool is_straight(const GraphLayout& layout, const GraphLayout::Wire& wire) {
  return layout.boxes[wire.to].column == layout.boxes[wire.from].column + 1;
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

/// Right to `down`, down to the lane, along it to `up`, up to the end.
std::string around(double x0, double y0, double down, double along, double up, double x1, double y1) {
  const double way = up < down ? -1 : 1;
  const double r = std::min(bend, std::abs(up - down) / 2);
  return fmt::format(
      "M{:.1f} {:.1f}H{:.1f}Q{:.1f} {:.1f} {:.1f} {:.1f}V{:.1f}Q{:.1f} {:.1f} {:.1f} {:.1f}H{:.1f}Q{:.1f} {:.1f} "
      "{:.1f} "
      "{:.1f}V{:.1f}Q{:.1f} {:.1f} {:.1f} {:.1f}H{:.1f}",
      x0, y0, down - bend, down, y0, down, y0 + bend, along - r, down, along, down + way * r, along, up - way * r, up,
      along, up, along - r, y1 + bend, up, y1, up + bend, y1, x1);
}

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

void route_wires(GraphLayout& layout, std::size_t columns) {
  std::vector<double> right_edge(columns, 0), left_edge(columns, INFINITY);
  for (const GraphLayout::Box& box : layout.boxes) {
    double& right = right_edge[static_cast<std::size_t>(box.column)];
    double& left = left_edge[static_cast<std::size_t>(box.column)];
    right = std::max(right, box.x + box.width);
    left = std::min(left, box.x);
  }
  std::vector<GraphLayout::Wire*> around_below;
  for (GraphLayout::Wire& wire : layout.wires) {
    const GraphLayout::Box &from = layout.boxes[wire.from], &to = layout.boxes[wire.to];
    if (is_straight(layout, wire))
      wire.path = across(from.x + from.width, from.row(wire.from_row), to.x, to.row(wire.to_row));
    else
      around_below.push_back(&wire);
  }
  // short ones run inside of long ones
  const auto length = [&](const GraphLayout::Wire* wire) {
    return std::abs(layout.boxes[wire->from].column - layout.boxes[wire->to].column);
  };
  std::ranges::stable_sort(around_below, {}, length);
  std::vector<double> down_used(columns, 0), up_used(columns, 0);
  double along = layout.height;
  for (GraphLayout::Wire* wire : around_below) {
    const GraphLayout::Box &from = layout.boxes[wire->from], &to = layout.boxes[wire->to];
    double& down = down_used[static_cast<std::size_t>(from.column)];
    double& up = up_used[static_cast<std::size_t>(to.column)];
    wire->path = around(from.x + from.width, from.row(wire->from_row),
                        right_edge[static_cast<std::size_t>(from.column)] + before_arrow + down, along,
                        left_edge[static_cast<std::size_t>(to.column)] - before_arrow - up, to.x, to.row(wire->to_row));
    down += lane;
    up += lane;
    along += lane;
  }
  if (!around_below.empty()) layout.height = along + lane;
}

}  // namespace oldham
