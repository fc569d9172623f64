// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "oldham/report/axis.hpp"

namespace oldham {

enum class SeriesStyle { line, markers, both, dashed };

/// One curve. A point that is not finite, or not positive on a logarithmic axis, breaks the line.
struct Series {
  std::string name{};  // in the legend; empty leaves it out
  std::vector<double> x{};
  std::vector<double> y{};
  SeriesStyle style = SeriesStyle::line;
};

/// Grey triangle below the series whose slope is nearest: y ~ x^order. For plots with two logarithmic axes.
struct ReferenceSlope {
  double order = 1;
  std::string label{};  // empty: "order 2"
};

/// Curves over one pair of axes. Labels carry the unit: "velocity (m/s)".
struct LinePlot {
  std::string title{};
  std::string x_label{};
  std::string y_label{};
  bool log_x = false;
  bool log_y = false;
  std::vector<Series> series{};
  std::vector<ReferenceSlope> slopes{};
  std::optional<Range> x_range{};  // otherwise what the data covers
  std::optional<Range> y_range{};
};

/// Plots one above the other with a common x axis, as for position, velocity and force over time.
/// The x label and scale are those of the stack; the title of a panel becomes a small heading.
struct StackedPlot {
  std::string title{};
  std::string x_label{};
  bool log_x = false;
  std::vector<LinePlot> panels{};
};

/// Stability chart: the spectral radius ρ over two parameters, stable where ρ ≤ 1 + margin.
/// The samples run evenly along the axes as drawn, from one end of the range to the other, both included.
struct MapPlot {
  std::string title{};
  std::string x_label{};
  std::string y_label{};
  bool log_x = false;
  bool log_y = false;
  Range x_range{};
  Range y_range{};
  int nx = 0;
  int ny = 0;
  std::vector<double> values{};  // ρ at (x_at(ix), y_at(iy)) is values[iy * nx + ix]
  double margin = 1e-9;          // ≥ 0; rounding that still counts as stable, and the level of the contour above 1
  std::string value_label = "spectral radius ρ";

  double x_at(int ix) const;
  double y_at(int iy) const;
};

using Figure = std::variant<LinePlot, StackedPlot, MapPlot>;

/// Writes the figure as .png or .svg, whichever the path ends in. The same figure gives the same bytes.
void write_figure(const Figure& figure, const std::filesystem::path& path);

}  // namespace oldham
