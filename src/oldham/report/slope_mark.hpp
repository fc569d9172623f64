// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "oldham/report/figure.hpp"
#include "oldham/report/frame.hpp"
#include "oldham/report/placement.hpp"

namespace oldham {

/// Median of d log y / d log x between neighbouring points; robust to a few points at the level of rounding.
std::optional<double> observed_order(const Series& series);

/// Draws each slope as a triangle with its label beside the series of nearest order, where least is covered.
void draw_slope_marks(Canvas& canvas, const LinePlot& plot, const Frame& frame, Obstacles& obstacles);

}  // namespace oldham
