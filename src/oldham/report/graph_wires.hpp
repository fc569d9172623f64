// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "oldham/report/graph_layout.hpp"

namespace oldham {

/// How wide the gaps before, between and behind the columns have to be for the wires in them, px.
std::vector<double> gap_widths(const GraphLayout& layout, std::size_t columns);

/// Ways of the wires that do not lead straight to the next column: out of the gap behind a box, along a lane below a
/// row of columns, and into the gap before another box. Between rows that are not neighbours they change lanes right of
/// everything.
struct WirePlan {
  struct Way {
    std::size_t wire = 0;
    double down = 0, up = 0;                    // px: where it leaves the height of its boxes
    std::size_t exit = 0, enter = 0;            // rows that it runs below
    std::size_t exit_lane = 0, enter_lane = 0;  // counted from above
    double aside = 0;                           // px, where it changes lanes
  };
  std::vector<Way> ways;
  std::vector<std::size_t> lanes;  // below every row
  double width = 0;                // px, with those at the side
};

/// Needs to know where boxes stand from left to right, but not yet how high.
WirePlan plan_wires(const GraphLayout& layout, std::size_t columns);

/// px, for the lanes below a row.
double height_of_lanes(std::size_t lanes);

/// Draws all wires; `bottoms`: of the boxes of every row, px.
void draw_wires(const WirePlan& plan, const std::vector<double>& bottoms, GraphLayout& layout);

}  // namespace oldham
