// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "oldham/io/coupling_graph.hpp"

namespace oldham {

/// Where everything of a coupling graph stands on the page, in px: boxes in columns from left to right, inputs on their
/// left side, outputs on their right. Columns that have no room on a page go on below, like lines of text.
struct GraphLayout {
  struct Box {
    int column = 0;  // counted through all rows
    std::size_t row_of_columns = 0;
    double x = 0, y = 0, width = 0, height = 0;
    std::vector<std::string> left, right;  // labels of the ports, from above; those of laws have none
    double row(std::size_t port) const;    // the height at which a port stands
  };
  struct Wire {
    int from = 0, to = 0;  // boxes
    std::size_t from_row = 0, to_row = 0;
    int first_edge = 0, edges = 1;  // a wire may stand for many connections
    std::string path{};             // of SVG
  };
  std::vector<Box> boxes;  // one for every node
  std::vector<Wire> wires;
  double width = 0, height = 0;
};

/// Longer labels are cut short where they are drawn.
inline constexpr std::size_t longest_label = 26;

GraphLayout lay_out(const CouplingGraph& graph);

}  // namespace oldham
