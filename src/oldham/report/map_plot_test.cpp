// SPDX-License-Identifier: MIT
#include "oldham/report/map_plot.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "oldham/report/contour.hpp"

namespace oldham {
namespace {

TEST(Contour, IsExactForALinearField) {
  // v = x + 2 y is its own linear interpolant, so every end of a piece lies on the level
  std::vector<double> values;
  for (int y = 0; y < 5; ++y)
    for (int x = 0; x < 7; ++x) values.push_back(x + 2.0 * y);
  const auto pieces = compute_contour(values, 7, 5.3);
  EXPECT_GE(pieces.size(), 5u);
  for (const auto& [x0, y0, x1, y1] : pieces) {
    EXPECT_NEAR(x0 + 2 * y0, 5.3, 1e-14);
    EXPECT_NEAR(x1 + 2 * y1, 5.3, 1e-14);
  }
}

TEST(Contour, CutsOffTheCornersTheMiddleOfASaddleDoesNotBelongTo) {
  // mean 0.5: with the low corners (0,0) and (1,1), so the high ones are cut off singly
  const auto low = compute_contour(std::vector<double>{0, 1, 1, 0}, 2, 0.6);
  ASSERT_EQ(low.size(), 2u);
  EXPECT_NEAR(low[0].x0, 0.6, 1e-15);
  EXPECT_NEAR(low[0].y1, 0.4, 1e-15);
  // with the high corners, so the low ones are
  const auto high = compute_contour(std::vector<double>{0, 1, 1, 0}, 2, 0.4);
  ASSERT_EQ(high.size(), 2u);
  EXPECT_NEAR(high[0].x0, 0.4, 1e-15);
  EXPECT_NEAR(high[0].y1, 0.4, 1e-15);
  EXPECT_NEAR(high[0].x1, 0, 1e-15);
}

TEST(Contour, LeavesOutSquaresWithoutValues) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(compute_contour(std::vector<double>{0, 2, nan, 2}, 2, 1).empty());
  EXPECT_TRUE(compute_contour(std::vector<double>{0, 2, 0}, 3, 1).empty());
}

TEST(MapPlot, SamplesRunFromEndToEndEvenlyAsDrawn) {
  MapPlot plot;
  plot.x_range = {0, 4};
  plot.nx = 5;
  plot.y_range = {1e-3, 10};
  plot.ny = 5;
  plot.log_y = true;
  EXPECT_DOUBLE_EQ(plot.x_at(0), 0);
  EXPECT_DOUBLE_EQ(plot.x_at(3), 3);
  EXPECT_DOUBLE_EQ(plot.x_at(4), 4);
  EXPECT_NEAR(plot.y_at(1), 1e-2, 1e-16);
  EXPECT_NEAR(plot.y_at(4), 10, 1e-14);
}

TEST(MapPlot, ShareOfStableCellsIsNeverRoundedToAllOrNone) {
  MapPlot plot;
  plot.margin = 0.01;
  plot.values = {0.5, 1.0, 1.01, 1.02, std::numeric_limits<double>::quiet_NaN()};
  EXPECT_EQ(stable_share(plot), "60.0 %");
  plot.values.assign(100000, 0.5);
  EXPECT_EQ(stable_share(plot), "100.0 %");
  plot.values[7] = 2;
  EXPECT_EQ(stable_share(plot), "> 99.9 %");
}

}  // namespace
}  // namespace oldham
