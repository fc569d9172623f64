// SPDX-License-Identifier: MIT
#include "oldham/present/plot/time_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "oldham/core/unit_text.hpp"

namespace oldham {
namespace {

constexpr std::size_t most_panels = 12, most_lines = 8;
constexpr double magnitude = 10;  // between the largest and the smallest lines of a panel without a unit
constexpr const char* residual = "energy_residual.";
constexpr const char* balance = "energy.";  // sums that the summary and the page show

bool is_port(const Column& column) { return column.name.find('.') != std::string::npos; }

std::string label_of(const Column& column) {
  static const std::map<std::string, const char*> words = {
      {"m", "position (m)"},     {"m/s", "velocity (m/s)"}, {"N", "force (N)"},      {"rad", "angle (rad)"},
      {"rad/s", "rate (rad/s)"}, {"Pa", "pressure (Pa)"},   {"N.m", "torque (N.m)"}, {"kg", "mass (kg)"}};
  if (column.name.starts_with(residual)) return "made by coupling (J)";
  if (const auto found = words.find(column.unit); found != words.end()) return found->second;
  const std::string unit = shown_unit(column.unit);
  return unit.empty() ? "value" : fmt::format("({})", unit);
}

double size_of(const Table& table, std::size_t column, double until) {
  double largest = 0;
  for (std::size_t row = 0; row < table.time.size() && table.time[row] <= until; ++row)
    if (std::isfinite(table.columns[column][row])) largest = std::max(largest, std::abs(table.columns[column][row]));
  return largest;
}

/// For columns without a unit, the largest size of their panel. What is always zero is with the smallest.
std::map<std::size_t, double> tops_of(const Table& table, const std::vector<std::size_t>& columns, double until) {
  std::vector<std::pair<double, std::size_t>> sizes;
  for (const std::size_t column : columns)
    if (shown_unit(table.header[column].unit).empty()) sizes.emplace_back(size_of(table, column, until), column);
  std::ranges::stable_sort(sizes, std::ranges::greater{}, &std::pair<double, std::size_t>::first);
  std::map<std::size_t, double> tops;
  double top = sizes.empty() ? 0 : sizes.front().first;
  for (const auto& [size, column] : sizes) {
    if (size > 0 && size * magnitude < top) top = size;
    tops[column] = top;
  }
  return tops;
}

}  // namespace

std::vector<TimePanel> choose_panels(const Table& table, double until) {
  const bool has_names = !std::ranges::all_of(table.header, is_port);
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < table.header.size(); ++i)
    if (!table.header[i].name.starts_with(balance) &&
        (!has_names || !is_port(table.header[i]) || table.header[i].name.starts_with(residual)))
      chosen.push_back(i);
  const std::map<std::size_t, double> tops = tops_of(table, chosen, until);
  std::vector<TimePanel> panels;
  std::map<std::pair<std::string, double>, std::size_t> place;
  for (const std::size_t column : chosen) {
    const std::string label = label_of(table.header[column]);
    const auto top = tops.find(column);
    const auto [at, is_new] = place.try_emplace({label, top == tops.end() ? -1 : top->second}, panels.size());
    if (is_new && panels.size() >= most_panels) {
      place.erase(at);
      continue;
    }
    if (is_new) panels.push_back({label, {}});
    if (std::vector<std::size_t>& columns = panels[at->second].columns; columns.size() < most_lines)
      columns.push_back(column);
  }
  return panels;
}

}  // namespace oldham
