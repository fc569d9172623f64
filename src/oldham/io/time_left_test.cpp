// SPDX-License-Identifier: MIT
#include "oldham/io/time_left.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

namespace oldham {
namespace {

/// The largest relative error of the estimate from the first tenth on, for work that has come to fraction f at time(f);
/// looked at as often as a progress bar is redrawn.
double worst_error(const std::function<double(double)>& time, int looks = 1000) {
  TimeLeft estimate;
  double worst = 0;
  for (int i = 1; i < looks; ++i) {
    const double f = static_cast<double>(i) / looks, now = time(f);
    estimate.add(now, f);
    if (f < 0.1) continue;
    const double truth = time(1) - now;
    worst = std::max(worst, std::abs(*estimate.at(now) - truth) / truth);
  }
  return worst;
}

TEST(TimeLeft, NothingIsKnownBeforeAnythingIsDone) {
  TimeLeft estimate;
  EXPECT_FALSE(estimate.at(3));
  estimate.add(3, 0);
  EXPECT_FALSE(estimate.at(3));
}

TEST(TimeLeft, ConstantWorkIsPredictedExactly) {
  EXPECT_LT(worst_error([](double f) { return 60 * f; }), 1e-9);  // rounding
}

TEST(TimeLeft, WorkWhoseCostGrowsFromNothingIsPredicted) {
  EXPECT_LT(worst_error([](double f) { return 60 * f * f; }), 0.01);
}

TEST(TimeLeft, WorkWhoseCostDoublesIsPredicted) {
  EXPECT_LT(worst_error([](double f) { return 40 * f + 20 * f * f; }), 0.01);
}

TEST(TimeLeft, WorkWhoseCostFallsIsPredicted) {
  EXPECT_LT(worst_error([](double f) { return 60 * f - 20 * f * f; }), 0.01);
}

TEST(TimeLeft, AMachineThatIsBusyNowAndThenDoesNotMislead) {
  // each look finds between half and one and a half times the usual progress
  std::mt19937 random(7);
  for (int repeat = 0; repeat < 20; ++repeat) {
    std::vector<double> times(1001, 0.0);
    for (std::size_t i = 1; i < times.size(); ++i)
      times[i] = times[i - 1] + 0.06 * (0.5 + static_cast<double>(random()) / std::mt19937::max());
    const auto time = [&](double f) { return times[static_cast<std::size_t>(std::lround(1000 * f))]; };
    TimeLeft estimate;
    for (int i = 1; i <= 900; ++i) {
      estimate.add(time(i / 1000.0), i / 1000.0);
      if (i < 100) continue;
      const double truth = time(1) - time(i / 1000.0);
      EXPECT_NEAR(*estimate.at(time(i / 1000.0)), truth, 0.2 * truth) << "at " << i / 10.0 << " %";
    }
  }
}

TEST(TimeLeft, WorkInAFewLumpsIsPredictedByTheirMean) {
  TimeLeft estimate;
  estimate.add(10, 0.25);
  estimate.add(20, 0.5);
  EXPECT_NEAR(*estimate.at(20), 20, 1e-9);
  EXPECT_NEAR(*estimate.at(25), 15, 1e-9);  // inside a lump the clock runs down
  EXPECT_NEAR(*estimate.at(45), 45, 1e-9);  // one that does not end makes the mean longer
}

TEST(TimeLeft, MillionsOfLooksTakeLittleRoom) {
  EXPECT_LT(worst_error([](double f) { return 3600 * f + 1800 * f * f; }, 200'000), 0.01);
}

}  // namespace
}  // namespace oldham
