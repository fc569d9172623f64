// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "oldham/io/table.hpp"

namespace oldham {

/// A table of at most `most` rows, 4 or more, that looks the same: rows are taken together in buckets, and of every
/// column each bucket keeps the smallest and the largest finite value, in the order in which they came. The first and
/// the last row stay as they are, and so does a table that is short enough.
Table decimated(const Table& table, std::size_t most);

/// A curve y(x), x rising. Where y is not finite there is a gap.
struct Curve {
  std::vector<double> x, y;
};

/// The points of a curve that its picture needs: of each of `slices` equally wide slices of x the first, lowest,
/// highest and last, as they are. Unlike a table that is cut into buckets of rows, it is true also where steps differ
/// in length.
Curve thinned(std::span<const double> x, std::span<const double> y, std::size_t slices);

}  // namespace oldham
