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

TEST(TimeLeft, AMachineThatIsBusierFromSomeTimeOnIsFollowed) {
  // nobody knows at first; the two fifths before the last one tell what that will take
  const auto time = [](double f) { return f < 0.4 ? 60 * f : 24 + 120 * (f - 0.4); };
  TimeLeft estimate;
  for (int i = 1; i < 1000; ++i) {
    const double f = i / 1000.0;
    estimate.add(time(f), f);
    const double truth = time(1) - time(f);
    if (f < 0.75) continue;
    EXPECT_NEAR(*estimate.at(time(f)), truth, (f < 0.81 ? 0.2 : 0.01) * truth) << "at " << 100 * f << " %";
  }
}

TEST(TimeLeft, WorkThatTurnsOutToBeMoreIsCountedAnew) {
  TimeLeft estimate;
  for (int i = 1; i <= 30; ++i) estimate.add(i, i / 100.0);
  EXPECT_NEAR(*estimate.at(30), 70, 1e-9);
  estimate.add(30.1, 0.1);
  EXPECT_NEAR(*estimate.at(30.1), 9 * 30.1, 1e-9);
  estimate.add(31, 0.11);
  EXPECT_NEAR(*estimate.at(31), 31 / 0.11 * 0.89, 1e-9);
}

TEST(TimeLeft, WorkThatTurnsOutToBeLessIsCountedAnew) {
  // one unit of ten is done in 1 s each, and then there are only five
  TimeLeft estimate;
  for (int i = 1; i <= 20; ++i) estimate.add(0.1 * i, 0.01 * i);
  for (int i = 21; i < 50; ++i) {
    estimate.add(0.1 * i, 0.02 * i);
    EXPECT_NEAR(*estimate.at(0.1 * i), 5 - 0.1 * i, 1e-9) << i;
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
