// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

namespace oldham {

/// A piece of a contour line; coordinates count samples, so that (2.5, 1) lies between samples 2 and 3 of row 1.
struct ContourPiece {
  double x0, y0, x1, y1;
};

/// Where a field of nx columns, stored row by row, crosses `level`: marching squares with linear interpolation.
///
///   x = i + (level − v_i) / (v_{i+1} − v_i)   on the side from sample i to i + 1
///
/// Squares with a corner that is not finite have no contour; at a saddle the mean of the corners decides.
std::vector<ContourPiece> compute_contour(std::span<const double> values, int nx, double level);

}  // namespace oldham
