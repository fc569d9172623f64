// SPDX-License-Identifier: MIT
#include "oldham/report/decimation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace oldham {
namespace {

/// The extremes of values[begin, end), the earlier one first.
std::pair<double, double> extremes(const std::vector<double>& values, std::size_t begin, std::size_t end) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  std::size_t lowest = end, highest = end;
  for (std::size_t row = begin; row < end; ++row) {
    if (!std::isfinite(values[row])) continue;
    if (lowest == end || values[row] < values[lowest]) lowest = row;
    if (highest == end || values[row] > values[highest]) highest = row;
  }
  if (lowest == end) return {none, none};
  return lowest <= highest ? std::pair(values[lowest], values[highest]) : std::pair(values[highest], values[lowest]);
}

}  // namespace

Table decimated(const Table& table, std::size_t most) {
  const std::size_t rows = table.time.size();
  if (rows <= most) return table;
  // all rows but the first and the last, in buckets of two rows or more
  const std::size_t inner = rows - 2, buckets = (most - 2) / 2;
  const auto begin_of = [&](std::size_t bucket) { return 1 + inner * bucket / buckets; };

  Table shorter{.header = table.header, .time = {table.time.front()}, .columns = {}};
  for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
    const std::size_t begin = begin_of(bucket), end = begin_of(bucket + 1);
    shorter.time.push_back(table.time[begin]);
    shorter.time.push_back(table.time[begin + (end - begin) / 2]);
  }
  shorter.time.push_back(table.time.back());
  for (const std::vector<double>& values : table.columns) {
    std::vector<double>& kept = shorter.columns.emplace_back();
    kept.reserve(shorter.time.size());
    kept.push_back(values.front());
    for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
      const auto [first, second] = extremes(values, begin_of(bucket), begin_of(bucket + 1));
      kept.push_back(first);
      kept.push_back(second);
    }
    kept.push_back(values.back());
  }
  return shorter;
}

Curve thinned(std::span<const double> x, std::span<const double> y, std::size_t slices) {
  Curve kept;
  if (x.empty()) return kept;
  const double span = x.back() - x.front(), per_x = span > 0 ? static_cast<double>(slices) / span : 0;
  std::size_t first = 0, lowest = 0, highest = 0;
  double slice = -1;
  const auto keep = [&](std::size_t i) {
    kept.x.push_back(x[i]);
    kept.y.push_back(y[i]);
  };
  const auto end_slice = [&](std::size_t end) {
    if (slice < 0) return;
    std::array needed{first, std::min(lowest, highest), std::max(lowest, highest), end - 1};
    std::for_each(needed.begin(), std::unique(needed.begin(), needed.end()), keep);
    slice = -1;
  };
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!std::isfinite(y[i])) {
      end_slice(i);
      if (kept.y.empty() || std::isfinite(kept.y.back())) keep(i);  // one point is gap enough
      continue;
    }
    if (const double own = std::floor((x[i] - x.front()) * per_x); own != slice) {
      end_slice(i);
      slice = own;
      first = lowest = highest = i;
    }
    if (y[i] < y[lowest]) lowest = i;
    if (y[i] > y[highest]) highest = i;
  }
  end_slice(x.size());
  return kept;
}

}  // namespace oldham
