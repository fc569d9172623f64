// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "oldham/report/figure.hpp"
#include "oldham/report/frame.hpp"

namespace oldham {

/// The unbroken stretches of a series as drawn, thinned to first, lowest, highest and last point of every run
/// within a pixel column: the picture stays the same, peaks included.
std::vector<std::vector<Point>> visible_paths(const Series& series, const Frame& frame);

/// Colour, dashes and marker of the index-th series; distinct over far more series than a plot can bear.
void draw_curve(Canvas& canvas, const Series& series, std::size_t index, const Frame& frame);

/// The same look on a short stretch, for a legend.
void draw_curve_sample(Canvas& canvas, SeriesStyle style, std::size_t index, const Rect& box);

}  // namespace oldham
