// SPDX-License-Identifier: MIT
#include "oldham/study/advice/trajectory.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace oldham::advice {
namespace {

/// sin t and 3, with some error in the first column.
Trajectory wave(double step, double error = 0, double end = 6) {
  Trajectory made{{"wave", "rest"}, {}, {}};
  for (int n = 0; n * step < end + 1e-9; ++n) {
    made.time.push_back(n * step);
    made.values.insert(made.values.end(), {std::sin(n * step) + error, 3.0});
  }
  return made;
}

TEST(Trajectory, AtItsPointsIsWhatWasKeptAndBetweenThemTheCubic) {
  const Trajectory t = wave(0.125);
  std::vector<double> row;
  t.at(0.75, row);
  EXPECT_EQ(row, (std::vector<double>{std::sin(0.75), 3.0}));
  t.at(0.8, row);
  EXPECT_NEAR(row[0], std::sin(0.8), 6e-6);  // 9/16 h⁴ / 24 is 5.8e-6
  t.at(0, row);
  EXPECT_EQ(row[0], 0);
}

TEST(Trajectory, RangesAreThoseOfWhatMovesAndSmallSharesOfWhatRests) {
  Trajectory t = wave(0.01);
  EXPECT_NEAR(find_ranges(t)[0], 2, 1e-4);  // 1 - cos of half a step
  EXPECT_DOUBLE_EQ(find_ranges(t)[1], 3e-3);
  t.values[1] = 3 * (1 + 1e-12);  // rounding is no motion
  EXPECT_NEAR(find_ranges(t)[1], 3e-3, 1e-14);
  for (std::size_t row = 0; row < t.rows(); ++row) t.values[2 * row + 1] = 0;
  EXPECT_EQ(find_ranges(t)[1], 0);
  t.values[0] = std::nan("");
  EXPECT_EQ(find_ranges(t)[0], 0);
}

TEST(Trajectory, ADistanceIsTheLargestOfAnyOutputAtAnyTimeRelativeToItsRange) {
  const Trajectory exact = wave(0.01);
  const std::vector<double> ranges = {2, 0};
  Trajectory run = wave(0.02);
  run.values[2 * 100] += 0.5;
  run.values[2 * 7 + 1] += 100;  // an output without a range does not count
  const Distance d = find_distance(run, exact, ranges);
  EXPECT_DOUBLE_EQ(d.largest, 0.25);
  EXPECT_DOUBLE_EQ(d.time, 2.0);
  EXPECT_EQ(d.output, 0);
  EXPECT_NEAR(d.rms, 0.25 / std::sqrt(301), 1e-12);
}

TEST(Trajectory, WhatStepsLeaveOutCountsThoughTheirEndsAreRight) {
  const Trajectory exact = wave(0.01);
  const std::vector<double> ranges = {2, 0};
  const Distance d = find_distance(wave(1), exact, ranges);
  EXPECT_LT(d.largest, 1e-12);
  // a chord of sin misses by up to h²/8: here about a third of that in the mean, over a range of 2
  EXPECT_GT(d.skipped, 0.01);
}

TEST(Trajectory, ColumnsAreMatchedByNameAndInfinityIsFar) {
  const Trajectory exact = wave(0.01);
  Trajectory run{{"rest", "wave"}, {0, 1}, {3, 0, 3, HUGE_VAL}};
  const Distance d = find_distance(run, exact, std::vector<double>{2, 0});
  EXPECT_GT(d.largest, 1e50);
  EXPECT_TRUE(std::isfinite(d.rms));
}

TEST(Trajectory, ExtrapolationRemovesAnErrorOfTheFirstOrder) {
  const Trajectory limit = extrapolate(wave(0.02, 0.02), wave(0.01, 0.01), 2);
  EXPECT_LT(find_distance(limit, wave(0.01), std::vector<double>{2, 0}).largest, 1e-12);
}

}  // namespace
}  // namespace oldham::advice
