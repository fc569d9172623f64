// SPDX-License-Identifier: MIT
#include "oldham/report/decimation.hpp"

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

}  // namespace oldham
