// SPDX-License-Identifier: MIT
#include "oldham/report/decimation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "not_a_number.hpp"

namespace oldham {
namespace {

Table table_of(std::size_t rows, auto value) {
  Table table{.header = {{"x", "m"}}, .time = {}, .columns = {{}}};
  for (std::size_t i = 0; i < rows; ++i) {
    table.time.push_back(1e-3 * static_cast<double>(i));
    table.columns[0].push_back(value(i));
  }
  return table;
}

TEST(Decimation, LeavesAShortTableAsItIs) {
  const Table table = table_of(100, [](std::size_t i) { return std::sin(0.1 * static_cast<double>(i)); });
  const Table same = decimated(table, 100);
  EXPECT_EQ(same.time, table.time);
  EXPECT_EQ(same.columns, table.columns);
}

TEST(Decimation, KeepsEveryPeakHoweverShort) {
  // peaks of one row each, up and down, in all places of a bucket
  for (std::size_t at = 1; at < 200; ++at) {
    const Table table = table_of(1000, [&](std::size_t i) { return i == at ? 7.0 : i == at + 500 ? -9.0 : 0.0; });
    const Table shorter = decimated(table, 50);
    EXPECT_LE(shorter.time.size(), 50U);
    const auto [low, high] = std::ranges::minmax(shorter.columns[0]);
    EXPECT_EQ(low, -9);
    EXPECT_EQ(high, 7);
  }
}

TEST(Decimation, KeepsPeaksWhereTheyWereToABucket) {
  const Table table = table_of(100'001, [](std::size_t i) { return i == 73'210 ? 1.0 : 0.0; });
  const Table shorter = decimated(table, 1002);
  const auto peak = std::ranges::max_element(shorter.columns[0]) - shorter.columns[0].begin();
  // 500 buckets of 100 s each 0.2 s long
  EXPECT_NEAR(shorter.time[static_cast<std::size_t>(peak)], 73.210, 0.2);
}

TEST(Decimation, KeepsTheOrderOfExtremesInABucket) {
  // a saw that rises slowly and falls at once stays one: of each bucket the smaller value comes first
  const Table rising = decimated(table_of(10'000, [](std::size_t i) { return static_cast<double>(i); }), 100);
  EXPECT_TRUE(std::ranges::is_sorted(rising.columns[0]));
  const Table falling = decimated(table_of(10'000, [](std::size_t i) { return -static_cast<double>(i); }), 100);
  EXPECT_TRUE(std::ranges::is_sorted(falling.columns[0], std::greater()));
}

TEST(Decimation, KeepsTheFirstAndTheLastRowAndTimesInOrder) {
  for (const std::size_t rows : {5U, 6U, 7U, 99U, 1000U, 1001U, 12'345U}) {
    const Table table = table_of(rows, [](std::size_t i) { return std::cos(static_cast<double>(i)); });
    for (const std::size_t most : {4U, 5U, 50U, 999U}) {
      const Table shorter = decimated(table, most);
      EXPECT_LE(shorter.time.size(), std::max<std::size_t>(most, 4));
      EXPECT_EQ(shorter.time.front(), table.time.front());
      EXPECT_EQ(shorter.time.back(), table.time.back());
      EXPECT_EQ(shorter.columns[0].front(), table.columns[0].front());
      EXPECT_EQ(shorter.columns[0].back(), table.columns[0].back());
      EXPECT_EQ(shorter.columns[0].size(), shorter.time.size());
      // strictly: two values at one time would be a vertical line
      EXPECT_TRUE(std::ranges::is_sorted(shorter.time, std::less_equal()));
    }
  }
}

TEST(Decimation, PassesOverWhatIsNotFinite) {
  const Table table = table_of(1000, [](std::size_t i) {
    return i >= 900 ? nan : i == 500 ? std::numeric_limits<double>::infinity() : static_cast<double>(i);
  });
  const Table shorter = decimated(table, 20);
  double largest = 0;
  for (const double value : shorter.columns[0])
    if (std::isfinite(value)) largest = std::max(largest, value);
  EXPECT_EQ(largest, 899);
  EXPECT_TRUE(std::isnan(shorter.columns[0].back()));
}

TEST(Decimation, ThinsACurveToFourPointsOfEverySlice) {
  const Table table = table_of(100'000, [](std::size_t i) { return std::sin(1e-2 * static_cast<double>(i)); });
  const Curve thin = thinned(table.time, table.columns[0], 100);
  EXPECT_LE(thin.x.size(), 4U * 101U);  // the last point begins a slice of its own
  EXPECT_EQ(thin.x.front(), table.time.front());
  EXPECT_EQ(thin.x.back(), table.time.back());
  EXPECT_TRUE(std::ranges::is_sorted(thin.x, std::less_equal()));
  EXPECT_EQ(std::ranges::minmax(thin.y).min, std::ranges::minmax(table.columns[0]).min);
  EXPECT_EQ(std::ranges::minmax(thin.y).max, std::ranges::minmax(table.columns[0]).max);
  const Curve same = thinned(table.time, table.columns[0], 100'000);
  EXPECT_EQ(same.x, table.time);
  EXPECT_EQ(same.y, table.columns[0]);
}

TEST(Decimation, ThinnedCurvesKeepTheirPointsWhereStepsAreLong) {
  // nearly all steps are in the first hundredth of the time
  std::vector<double> time, values;
  for (int i = 0; i < 100'000; ++i) time.push_back(1e-7 * i);
  for (int i = 1; i <= 100; ++i) time.push_back(0.01 + 0.0099 * i);
  for (const double t : time) values.push_back(t * t);
  const Curve thin = thinned(time, values, 1000);
  EXPECT_GE(std::ranges::count_if(thin.x, [](double t) { return t > 0.01; }), 100);
}

TEST(Decimation, ThinnedCurvesKeepTheirGaps) {
  const std::vector<double> time = {0, 1, 2, 3, 4, 5, 6}, values = {1, 2, nan, nan, 4, 3, 5};
  const Curve thin = thinned(time, values, 1);
  EXPECT_EQ(thin.x, (std::vector<double>{0, 1, 2, 4, 5, 6}));
  EXPECT_TRUE(std::isnan(thin.y[2]));
}

}  // namespace
}  // namespace oldham
