// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "oldham/report/graph_layout.hpp"

namespace oldham {

/// How wide the gaps before, between and behind the columns have to be for the wires in them, px.
std::vector<double> gap_widths(const GraphLayout& layout, std::size_t columns);

/// Draws the wires: to the next column straight across the gap; all others down a gap, along a lane below the boxes,
/// and up again. The height grows by the lanes.
void route_wires(GraphLayout& layout, std::size_t columns);

}  // namespace oldham
