// SPDX-License-Identifier: MIT
#include "oldham/report/curve.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "not_a_number.hpp"
#include "oldham/report/placement.hpp"
#include "oldham/report/slope_mark.hpp"

namespace oldham {
namespace {

/// 100 px wide and high, from 0 to 1 along both axes: 200 pixel columns.
Frame unit_frame() { return {{0, 0, 100, 100}, make_axis({0, 1}, false, 5), make_axis({0, 1}, false, 5)}; }

TEST(Curve, NanBreaksTheLine) {
  const Series series{"", {0, 0.1, 0.2, 0.3, 0.4}, {0, 1, nan, 1, 0}};
  const auto paths = visible_paths(series, unit_frame());
  ASSERT_EQ(paths.size(), 2u);
  EXPECT_EQ(paths[0].size(), 2u);
  EXPECT_EQ(paths[1].size(), 2u);
}

TEST(Curve, ThinningKeepsPeaksAndBoundsTheNumberOfPoints) {
  Series series;
  const int count = 1'000'000;
  for (int i = 0; i < count; ++i) {
    series.x.push_back(static_cast<double>(i) / count);
    series.y.push_back(0.5);
  }
  series.y[123456] = 1;  // single samples that any stride would miss
  series.y[654321] = 0;
  const auto paths = visible_paths(series, unit_frame());
  ASSERT_EQ(paths.size(), 1u);
  EXPECT_LE(paths[0].size(), 4u * 200u);
  const auto [top, bottom] =
      std::minmax_element(paths[0].begin(), paths[0].end(), [](const Point& a, const Point& b) { return a.y < b.y; });
  EXPECT_DOUBLE_EQ(top->y, 0);
  EXPECT_DOUBLE_EQ(bottom->y, 100);
}

TEST(Curve, FewPointsStayAsTheyAre) {
  const Series series{"", {0, 0.5, 1}, {0, 1, 0}};
  const auto paths = visible_paths(series, unit_frame());
  ASSERT_EQ(paths.size(), 1u);
  ASSERT_EQ(paths[0].size(), 3u);
  EXPECT_DOUBLE_EQ(paths[0][1].x, 50);
  EXPECT_DOUBLE_EQ(paths[0][1].y, 0);
}

TEST(Obstacles, ALineThroughABoxCountsEvenWithoutAPointInside) {
  Obstacles obstacles;
  obstacles.add(std::vector<Point>{{0, 0}, {100, 100}});
  EXPECT_GT(obstacles.covered_by({40, 40, 60, 60}), 0);
  EXPECT_EQ(obstacles.covered_by({60, 0, 100, 40}), 0);
  obstacles.add(std::vector<Point>{{80, 20}});
  EXPECT_GT(obstacles.covered_by({60, 0, 100, 40}), 0);
}

TEST(SlopeMark, ObservedOrderIgnoresAFewPointsAtRoundingLevel) {
  Series series;
  for (int i = 0; i < 10; ++i) {
    const double h = std::pow(0.5, i);
    series.x.push_back(h);
    series.y.push_back(i < 7 ? h * h * h : 1e-6);
  }
  EXPECT_NEAR(observed_order(series).value(), 3, 1e-12);  // log of powers of two, a few roundings
  EXPECT_FALSE(observed_order({"", {1}, {1}}).has_value());
}

}  // namespace
}  // namespace oldham
