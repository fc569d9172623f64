// SPDX-License-Identifier: MIT
#include "oldham/report/signal_data.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>

#include "oldham/report/packing.hpp"
#include "oldham/report/svg_text.hpp"

namespace oldham {
namespace {

bool is_constant(const std::vector<double>& values) {
  return std::ranges::all_of(values, [&](double value) { return value == values.front(); });
}

/// Bit by bit: what is not a number equals itself here.
bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

/// For every column an earlier one with the same values, if there is one.
std::vector<std::optional<std::size_t>> find_repeated(const Table& table) {
  std::vector<std::optional<std::size_t>> first(table.columns.size());
  std::multimap<double, std::size_t> by_sum;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    double sum = 0;
    for (const double value : table.columns[i])
      if (std::isfinite(value)) sum += value;
    const auto [begin, end] = by_sum.equal_range(sum);
    const auto found = std::find_if(
        begin, end, [&](const auto& entry) { return same_bits(table.columns[entry.second], table.columns[i]); });
    if (found != end)
      first[i] = found->second;
    else
      by_sum.emplace(sum, i);
  }
  return first;
}

void add_numbers(const std::vector<double>& values, Json& signal) {
  double low = INFINITY, high = -INFINITY;
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  // only what varies little needs an offset; others would lose digits where they are small
  const double largest = std::max(std::abs(low), std::abs(high));
  const double offset = high - low < 1e-2 * largest ? low : 0;
  double scale = offset == 0 ? largest : high - low;
  if (!(scale > 0) || !std::isfinite(scale)) scale = 1;
  std::vector<float> numbers;
  numbers.reserve(values.size());
  for (const double value : values) numbers.push_back(static_cast<float>((value - offset) / scale));
  signal["offset"] = offset;
  signal["scale"] = scale;
  signal["values"] = packed(std::span<const float>(numbers));
}

}  // namespace

Json signals_json(const Table& table) {
  const auto repeated = find_repeated(table);
  Json signals = Json::array();
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    Json signal = Json::object();
    signal["name"] = printable(table.header[i].name);
    signal["unit"] = printable(table.header[i].unit);
    if (repeated[i])
      signal["same"] = *repeated[i];
    else if (!table.time.empty() && is_constant(table.columns[i]))
      signal["constant"] = table.columns[i].front();
    else
      add_numbers(table.columns[i], signal);
    signals.push_back(std::move(signal));
  }
  Json object = Json::object();
  object["time"] = packed(std::span<const double>(table.time));
  object["signals"] = std::move(signals);
  return object;
}

std::size_t distinct_signals(const Table& table) {
  const auto repeated = find_repeated(table);
  std::size_t count = 0;
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    count += !repeated[i] && !table.time.empty() && !is_constant(table.columns[i]);
  return count;
}

}  // namespace oldham
