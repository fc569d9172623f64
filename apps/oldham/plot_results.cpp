// SPDX-License-Identifier: MIT
#include "plot_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "oldham/core/unit_text.hpp"
#include "oldham/report/decimation.hpp"
#include "oldham/report/figure.hpp"

namespace oldham::app {
namespace {

constexpr std::size_t slices = 10'000;  // of the time; the pictures have 2400 columns of pixels at most

std::string panel_label(const Column& column) {
  static const std::map<std::string, const char*> words = {
      {"m", "position (m)"},     {"m/s", "velocity (m/s)"}, {"N", "force (N)"},      {"rad", "angle (rad)"},
      {"rad/s", "rate (rad/s)"}, {"Pa", "pressure (Pa)"},   {"N.m", "torque (N.m)"}, {"kg", "mass (kg)"}};
  if (column.name.starts_with("energy_residual.")) return "made by coupling (J)";
  if (const auto found = words.find(column.unit); found != words.end()) return found->second;
  const std::string unit = shown_unit(column.unit);
  return unit.empty() ? "value" : fmt::format("({})", unit);
}

}  // namespace

std::filesystem::path plot_results(const Table& table, const std::filesystem::path& folder, const std::string& title) {
  StackedPlot plot{.title = title, .x_label = "time (s)"};
  // one panel per unit. Names that a file or a ready-made system chooses, and what the ledger tells, say it all; a port
  // is shown where there are none
  const auto is_chosen = [](const std::string& name) {
    return name.find('.') == std::string::npos || name.starts_with("energy_residual.");
  };
  const bool has_names = std::any_of(table.header.begin(), table.header.end(),
                                     [](const Column& c) { return c.name.find('.') == std::string::npos; });
  for (std::size_t i = 0; i < table.header.size(); ++i) {
    if (has_names && !is_chosen(table.header[i].name)) continue;
    const std::string label = panel_label(table.header[i]);
    auto panel =
        std::find_if(plot.panels.begin(), plot.panels.end(), [&](const LinePlot& p) { return p.y_label == label; });
    if (panel == plot.panels.end()) {
      if (plot.panels.size() >= 12) continue;
      plot.panels.push_back({.y_label = label});
      panel = plot.panels.end() - 1;
    }
    if (panel->series.size() >= 8) continue;
    Curve curve = thinned(table.time, table.columns[i], slices);
    panel->series.push_back({.name = table.header[i].name, .x = std::move(curve.x), .y = std::move(curve.y)});
  }
  if (plot.panels.empty()) return {};
  const std::filesystem::path png = folder / "plot.png";
  write_figure(plot, png);
  write_figure(plot, folder / "plot.svg");
  return png;
}

}  // namespace oldham::app
