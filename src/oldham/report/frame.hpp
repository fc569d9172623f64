// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "oldham/report/axis.hpp"
#include "oldham/report/canvas.hpp"

namespace oldham {

inline constexpr double title_size = 23;    // px, as all below
inline constexpr double label_size = 19;    // axis labels and panel headings
inline constexpr double tick_size = 17;     // tick labels, legends, subtitles
inline constexpr double sheet_margin = 22;  // white around everything

/// The rectangle that shows the data, with its two axes.
struct Frame {
  Rect box;
  Axis x;
  Axis y;

  /// NaN where an axis cannot show the value; far outside the box it stays within what can be drawn.
  Point position(double x_value, double y_value) const;
};

/// An axis with as many ticks as its labels leave room for along `length`.
Axis fitted_x_axis(const Canvas& canvas, Range range, bool logarithmic, double length);
Axis fitted_y_axis(Range range, bool logarithmic, double length);

/// Room the tick labels, the common power of ten and the axis label take beside the box.
double room_left(const Canvas& canvas, const Axis& y);
double room_below();
double room_above(const Axis& y);

void draw_grid(Canvas& canvas, const Frame& frame);

struct AxisLabels {
  std::string x;
  std::string y;
  bool x_ticks = true;   // the panels of a stack name the ticks once, below the last
  double left_edge = 0;  // where the y label begins
};

/// Outline, ticks and labels; drawn after the data, which may touch the outline.
void draw_axes(Canvas& canvas, const Frame& frame, const AxisLabels& labels);

/// Title and subtitle at the top of the sheet; returns where the room below them begins.
double draw_title(Canvas& canvas, const std::string& title, const std::string& subtitle);

}  // namespace oldham
