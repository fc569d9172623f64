// SPDX-License-Identifier: MIT
#include "oldham/report/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace oldham {
namespace {

/// Between rows `row` and `row` + 1 of a table, `share` of the way.
struct Place {
  std::size_t row = 0;
  double share = 0;
};

/// Where the times of one table lie in another; times outside of it are left out.
std::vector<std::pair<std::size_t, Place>> find_places(const std::vector<double>& times,
                                                       const std::vector<double>& in) {
  std::vector<std::pair<std::size_t, Place>> places;
  if (in.empty()) return places;
  // rounding must not cut off the ends
  const double close = 1e-9 * (in.back() - in.front());
  std::size_t row = 0;
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (times[i] < in.front() - close || times[i] > in.back() + close) continue;
    while (row + 2 < in.size() && in[row + 1] <= times[i]) ++row;
    Place place{row, 0};
    if (row + 1 < in.size() && in[row + 1] > in[row])
      place.share = std::clamp((times[i] - in[row]) / (in[row + 1] - in[row]), 0.0, 1.0);
    places.emplace_back(i, place);
  }
  return places;
}

double value_at(const std::vector<double>& values, const Place& place) {
  if (place.share == 0) return values[place.row];
  if (place.share == 1) return values[place.row + 1];
  return std::lerp(values[place.row], values[place.row + 1], place.share);
}

}  // namespace

Comparison compare_tables(const Table& first, const Table& second) {
  const auto places = find_places(first.time, second.time);
  Comparison comparison;
  for (const auto& [row, place] : places) comparison.differences.time.push_back(first.time[row]);
  std::map<std::pair<std::string, std::string>, std::size_t> columns;
  for (std::size_t i = 0; i < second.header.size(); ++i)
    columns.try_emplace({second.header[i].name, second.header[i].unit}, i);
  for (std::size_t i = 0; i < first.header.size(); ++i) {
    const auto found = columns.find({first.header[i].name, first.header[i].unit});
    if (found == columns.end()) continue;
    Comparison::Quantity quantity{.column = first.header[i]};
    std::vector<double> differences;
    differences.reserve(places.size());
    double squares = 0;
    for (const auto& [row, place] : places) {
      const double other = value_at(second.columns[found->second], place);
      const double difference = first.columns[i][row] - other;
      differences.push_back(difference);
      quantity.largest = std::max(quantity.largest, std::abs(difference));
      quantity.magnitude = std::max(quantity.magnitude, std::abs(other));
      squares += difference * difference;
    }
    quantity.rms = places.empty() ? 0 : std::sqrt(squares / static_cast<double>(places.size()));
    comparison.quantities.push_back(quantity);
    comparison.differences.header.push_back(first.header[i]);
    comparison.differences.columns.push_back(std::move(differences));
  }
  return comparison;
}

}  // namespace oldham
