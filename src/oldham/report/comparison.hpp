// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "oldham/io/table.hpp"

namespace oldham {

/// What two tables say differently of the quantities that both have, by name and unit.
struct Comparison {
  struct Quantity {
    Column column{};
    double largest = 0;  // of |difference| over the rows compared
    double rms = 0;
    double magnitude = 0;  // the largest |value| of the second table there
  };
  std::vector<Quantity> quantities;
  Table differences;  // first minus second, at the times of the first that the second reaches
};

/// Between its rows the second table is interpolated linearly.
Comparison compare_tables(const Table& first, const Table& second);

}  // namespace oldham
