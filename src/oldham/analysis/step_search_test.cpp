// SPDX-License-Identifier: MIT
#include "oldham/analysis/step_search.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace oldham {
namespace {

/// Stable below `border`, with a second window of stability above.
double radius(double step, double border) {
  if (step > 3 * border && step < 4 * border) return 0.95;
  return step < border ? 0.9 + 0.1 * step / border : 1.1;
}

TEST(StepSearch, FindsCrossingsWithFewExactValues) {
  int exact = 0;
  const auto smooth = [](double step) { return 0.5 + 0.5 * step / 0.0123; };
  const CostlyRadius costly{.exact = [&](double step) { return ++exact, smooth(step); },
                            .composed = [&](double base, int n) { return smooth(n * base); }};
  const LargestStep found = search_largest_step(costly, {1e-4, 0.1, 100});
  ASSERT_TRUE(found.largest_stable_step);
  EXPECT_NEAR(*found.largest_stable_step, 0.0123, 1e-6);
  ASSERT_EQ(found.crossings.size(), 1);
  EXPECT_TRUE(found.crossings[0].upward);
  EXPECT_FALSE(found.stable_throughout);
  EXPECT_LT(exact, 20);
}

TEST(StepSearch, DoesNotBelieveComposedStepsThatDisagree) {
  const CostlyRadius costly{.exact = [](double step) { return radius(step, 0.01); },
                            .composed = [](double, int) { return 0.5; }};
  const LargestStep found = search_largest_step(costly, {1e-4, 0.1, 40});
  ASSERT_TRUE(found.largest_stable_step);
  EXPECT_NEAR(*found.largest_stable_step, 0.01, 2e-6);
  EXPECT_EQ(found.crossings.size(), 3) << "up, down again, and up";
}

TEST(StepSearch, KeepsToTheGrid) {
  const CostlyRadius costly{.exact =
                                [](double step) {
                                  EXPECT_NEAR(step / 0.01, std::round(step / 0.01), 1e-9);
                                  return step < 0.125 ? 0.99 : 1.01;
                                },
                            .grid = 0.01};
  const LargestStep found = search_largest_step(costly, {0.01, 1, 10});
  ASSERT_TRUE(found.largest_stable_step);
  EXPECT_NEAR(*found.largest_stable_step, 0.12, 1e-12);
  ASSERT_EQ(found.crossings.size(), 1);
  EXPECT_NEAR(found.crossings[0].step, 0.13, 1e-12);
}

TEST(StepSearch, SaysWhenThereIsNoLimitOrNothingStable) {
  EXPECT_TRUE(search_largest_step({.exact = [](double) { return 0.5; }}, {1e-3, 1, 10}).stable_throughout);
  EXPECT_FALSE(search_largest_step({.exact = [](double) { return 2.0; }}, {1e-3, 1, 10}).largest_stable_step);
}

}  // namespace
}  // namespace oldham
