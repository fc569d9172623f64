// SPDX-License-Identifier: MIT
#include "plot_results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "oldham/present/plot/first_view.hpp"
#include "oldham/present/plot/time_plot.hpp"
#include "oldham/report/decimation.hpp"
#include "oldham/report/figure.hpp"

namespace oldham::app {
namespace {

constexpr std::size_t slices = 10'000;  // of the time; the pictures have 2400 columns of pixels at most
constexpr double y_margin = 0.07;       // of the range, above and below lines that are cut

/// Values until the end of the view, no farther than the bounds; absent where all that is seen is within them.
std::optional<Range> cut_range(const LinePlot& plot, const ValueBounds& bounds, double end) {
  Range seen{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const Series& series : plot.series)
    for (std::size_t i = 0; i < series.x.size() && series.x[i] <= end; ++i) {
      if (!is_showable(series.y[i], false)) continue;
      seen = {std::min(seen.low, series.y[i]), std::max(seen.high, series.y[i])};
    }
  if (!(seen.low < bounds.low) && !(seen.high > bounds.high)) return {};
  return padded_range({std::max(seen.low, bounds.low), std::min(seen.high, bounds.high)}, false, y_margin);
}

}  // namespace

std::filesystem::path plot_results(const Table& table, const std::filesystem::path& folder, const std::string& title,
                                   std::optional<double> alarm) {
  StackedPlot plot{.title = title, .x_label = "time (s)"};
  const double last = table.time.empty() ? 0 : table.time.back();
  const double end = alarm ? first_view_end(*alarm, table.time.front(), last) : last;
  for (const TimePanel& panel : choose_panels(table, alarm.value_or(last))) {
    LinePlot& lines = plot.panels.emplace_back(LinePlot{.y_label = panel.label});
    const auto rows = static_cast<std::size_t>(std::ranges::upper_bound(table.time, end) - table.time.begin());
    for (const std::size_t column : panel.columns) {
      Curve curve = thinned(std::span(table.time).first(rows), std::span(table.columns[column]).first(rows), slices);
      lines.series.push_back({.name = table.header[column].name, .x = std::move(curve.x), .y = std::move(curve.y)});
    }
    if (!alarm) continue;
    if (const auto bounds = bounds_after(table, panel.columns, *alarm)) lines.y_range = cut_range(lines, *bounds, end);
  }
  if (plot.panels.empty()) return {};
  if (end < last)
    plot.x_label = fmt::format("time (s), until a little after growth or an alarm at {:.3g} s; results reach {:.3g} s",
                               *alarm, last);
  const std::filesystem::path png = folder / "plot.png";
  write_figure(plot, png);
  write_figure(plot, folder / "plot.svg");
  return png;
}

}  // namespace oldham::app
