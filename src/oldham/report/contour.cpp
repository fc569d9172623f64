// SPDX-License-Identifier: MIT
#include "oldham/report/contour.hpp"

#include <array>
#include <cmath>
#include <cstddef>

namespace oldham {
namespace {

struct EdgeCrossing {
  double x, y;
};

/// One square with corners counted around: (0,0), (1,0), (1,1), (0,1).
void add_square(std::vector<ContourPiece>& pieces, const std::array<double, 4>& corner, double column, double row,
                double level) {
  static constexpr std::array<EdgeCrossing, 5> around{{{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}}};
  double mean = 0;
  for (const double value : corner) {
    if (!std::isfinite(value)) return;
    mean += value / 4;
  }

  // where the sides cross the level, in the order around the square: none, two, or four at a saddle
  std::array<EdgeCrossing, 4> crossings;
  std::size_t count = 0;
  for (std::size_t side = 0; side < 4; ++side) {
    const double a = corner[side];
    const double b = corner[(side + 1) % 4];
    if ((a > level) == (b > level)) continue;
    const double share = (level - a) / (b - a);
    crossings[count++] = {column + std::lerp(around[side].x, around[side + 1].x, share),
                          row + std::lerp(around[side].y, around[side + 1].y, share)};
  }
  const auto join = [&](std::size_t i, std::size_t j) {
    pieces.push_back({crossings[i].x, crossings[i].y, crossings[j].x, crossings[j].y});
  };
  if (count == 2) join(0, 1);
  if (count == 4) {
    // the middle belongs with corners 0 and 2, or with 1 and 3: the other two are cut off
    const bool middle_joins_first = (mean > level) == (corner[0] > level);
    join(0, middle_joins_first ? 1 : 3);
    join(2, middle_joins_first ? 3 : 1);
  }
}

}  // namespace

std::vector<ContourPiece> compute_contour(std::span<const double> values, int nx, double level) {
  std::vector<ContourPiece> pieces;
  const auto columns = static_cast<std::size_t>(nx);
  for (std::size_t row = 0; (row + 2) * columns <= values.size(); ++row)
    for (std::size_t column = 0; column + 1 < columns; ++column) {
      const double* below = values.data() + row * columns + column;
      const double* above = below + columns;
      add_square(pieces, {below[0], below[1], above[1], above[0]}, static_cast<double>(column),
                 static_cast<double>(row), level);
    }
  return pieces;
}

}  // namespace oldham
