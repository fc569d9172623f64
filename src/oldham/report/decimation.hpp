// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "oldham/io/table.hpp"

namespace oldham {

/// A table of at most `most` rows, 4 or more, that looks the same: rows are taken together in buckets, and of every
/// column each bucket keeps the smallest and the largest finite value, in the order in which they came. The first and
/// the last row stay as they are, and so does a table that is short enough.
Table decimated(const Table& table, std::size_t most);

}  // namespace oldham
