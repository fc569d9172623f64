// SPDX-License-Identifier: MIT
#include "oldham/report/comparison.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace oldham {
namespace {

TEST(Comparison, ComparesByNameAndUnitWhateverTheOrder) {
  const Table first{.header = {{"x", "m"}, {"v", "m/s"}, {"only", "m"}, {"y", "mm"}},
                    .time = {0, 1},
                    .columns = {{1, 2}, {3, 4}, {0, 0}, {5, 5}}};
  const Table second{
      .header = {{"v", "m/s"}, {"x", "m"}, {"y", "m"}}, .time = {0, 1}, .columns = {{3, 4.5}, {1, 2}, {5, 5}}};
  const Comparison comparison = compare_tables(first, second);
  ASSERT_EQ(comparison.quantities.size(), 2U);
  EXPECT_EQ(comparison.quantities[0].column.name, "x");
  EXPECT_EQ(comparison.quantities[0].largest, 0);
  EXPECT_EQ(comparison.quantities[1].largest, 0.5);
  EXPECT_DOUBLE_EQ(comparison.quantities[1].rms, std::sqrt(0.125));
  EXPECT_EQ(comparison.quantities[1].magnitude, 4.5);
  EXPECT_EQ(comparison.differences.columns[1], (std::vector<double>{0, -0.5}));
}

TEST(Comparison, InterpolatesTheSecondAndLeavesOutWhatItDoesNotReach) {
  const Table first{
      .header = {{"x", ""}}, .time = {-1, 0, 0.25, 1, 1.5, 2, 3}, .columns = {{9, 0, 0.25, 1, 1.5, 2, 9}}};
  const Table second{.header = {{"x", ""}}, .time = {0, 1, 2}, .columns = {{0, 1, 2}}};
  const Comparison comparison = compare_tables(first, second);
  EXPECT_EQ(comparison.differences.time, (std::vector<double>{0, 0.25, 1, 1.5, 2}));
  EXPECT_EQ(comparison.quantities[0].largest, 0);
}

TEST(Comparison, TakesRunsOfOneRowOrNone) {
  const Table one{.header = {{"x", ""}}, .time = {0}, .columns = {{1}}};
  const Table none{.header = {{"x", ""}}, .time = {}, .columns = {{}}};
  EXPECT_EQ(compare_tables(one, one).differences.columns[0], (std::vector<double>{0}));
  EXPECT_TRUE(compare_tables(one, none).differences.time.empty());
  EXPECT_TRUE(compare_tables(none, one).differences.time.empty());
}

}  // namespace
}  // namespace oldham
