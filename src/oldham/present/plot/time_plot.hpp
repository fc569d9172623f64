// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "oldham/io/table.hpp"

namespace oldham {

/// Columns that are drawn over one axis of values.
struct TimePanel {
  std::string label;                 // of the axis: "position (m)"
  std::vector<std::size_t> columns;  // of the table, in its order
};

/// What of a table is drawn, one panel for each unit. Without a unit there is one for values of about the same size:
/// the largest is at most ten times the smallest, as far as rows until `until`, s, show. Names that a file or a
/// ready-made system chooses, and the energy that bonds made, are shown; ports where there are no such names.
std::vector<TimePanel> choose_panels(const Table& table, double until);

}  // namespace oldham
