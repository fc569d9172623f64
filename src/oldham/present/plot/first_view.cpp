// SPDX-License-Identifier: MIT
#include "oldham/present/plot/first_view.hpp"

#include <algorithm>
#include <cmath>

namespace oldham {
namespace {

constexpr double shown_after = 0.2;  // of the time until the alarm
constexpr double least = 0.01;       // of the whole time, for an alarm at the start
constexpr double out_of_bounds = 10;

/// When one of the signals first left what it was in the first half of the rows.
std::optional<double> leaves_bounds(const Table& results) {
  const std::size_t half = results.time.size() / 2;
  std::size_t first = results.time.size();
  for (std::size_t i = 0; i < results.header.size(); ++i) {
    if (results.header[i].name.starts_with("energy_residual.")) continue;
    const std::vector<double>& values = results.columns[i];
    double usual = 0;
    for (std::size_t row = 0; row < half; ++row)
      if (std::isfinite(values[row])) usual = std::max(usual, std::abs(values[row]));
    if (usual == 0) continue;
    for (std::size_t row = half; row < first; ++row)
      if (!(std::abs(values[row]) <= out_of_bounds * usual)) first = row;
  }
  return first < results.time.size() ? std::optional(results.time[first]) : std::nullopt;
}

void take_earlier(std::optional<double>& time, const std::optional<double>& other) {
  if (other && (!time || *other < *time)) time = other;
}

}  // namespace

std::optional<double> find_alarm_time(const RunRecord& record, const Table& results) {
  std::optional<double> time;
  bool is_growth = record.status == "diverged";
  for (const RunRecord::WatchAlarm& alarm : record.alarms) {
    take_earlier(time, alarm.time);
    is_growth = is_growth || alarm.kind == "growth";
  }
  // growth that nobody was warned of may be the system's
  if (is_growth) take_earlier(time, record.growth_shows ? record.growth_shows : leaves_bounds(results));
  return time;
}

double first_view_end(double alarm, double start, double end) {
  return std::min(end, std::max(alarm + shown_after * (alarm - start), start + least * (end - start)));
}

std::optional<ValueBounds> bounds_after(const Table& results, const std::vector<std::size_t>& columns, double alarm) {
  double low = INFINITY, high = -INFINITY;
  for (const std::size_t column : columns)
    for (std::size_t row = 0; row < results.time.size() && results.time[row] <= alarm; ++row) {
      const double value = results.columns[column][row];
      if (!std::isfinite(value)) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
  const double range = high - low;
  if (!(range > 0) || !std::isfinite(range)) return {};
  return ValueBounds{low - range, high + range};
}

}  // namespace oldham
