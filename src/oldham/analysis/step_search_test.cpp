// SPDX-License-Identifier: MIT
#include "oldham/analysis/step_search.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <set>
#include <vector>

#include "oldham/analysis/scatter.hpp"

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
  const CostlyRadius costly{.exact = [&](double step) { return ++exact, judge_radius(smooth(step)); },
                            .composed = [&](double base, int n) { return smooth(n * base); }};
  const LargestStep found = search_largest_step(costly, {1e-4, 0.1, 100});
  ASSERT_TRUE(found.largest_stable_step);
  EXPECT_NEAR(*found.largest_stable_step, 0.0123, 1e-6);
  ASSERT_EQ(found.crossings.size(), 1);
  EXPECT_TRUE(found.crossings[0].upward);
  EXPECT_FALSE(found.stable_throughout);
  EXPECT_LT(exact, 20);
}

TEST(StepSearch, AsksForNoMoreThanTheResolutionOfTheScan) {
  const auto count = [](double resolution) {
    int exact = 0;
    const CostlyRadius costly{.exact = [&](double step) { return ++exact, judge_radius(0.5 + 0.5 * step / 0.0123); }};
    StepScan scan{1e-2, 1.5e-2, 2};
    scan.resolution = resolution;
    EXPECT_NEAR(*search_largest_step(costly, scan).largest_stable_step, 0.0123, resolution * 0.0123);
    return exact;
  };
  // two ends, and a third of the step halved until it is what was asked for
  EXPECT_LE(count(5e-3), 2 + 7);
  EXPECT_GT(count(1e-4), 2 + 11);
}

TEST(StepSearch, DoesNotBelieveComposedStepsThatDisagree) {
  const CostlyRadius costly{.exact = [](double step) { return judge_radius(radius(step, 0.01)); },
                            .composed = [](double, int) { return 0.5; }};
  const LargestStep found = search_largest_step(costly, {1e-4, 0.1, 40});
  ASSERT_TRUE(found.largest_stable_step);
  EXPECT_NEAR(*found.largest_stable_step, 0.01, 2e-6);
  EXPECT_EQ(found.crossings.size(), 3) << "up, down again, and up";
}

/// Stable in two windows, and alternating below the upper one.
JudgedStep alternating(double step) {
  if (step < 0.002) return judge_radius(static_cast<int>(std::floor(step / 2e-4)) % 2 == 0 ? 0.9 : 1.1);
  return judge_radius(step < 0.05 ? 0.9 : 1.1);
}

TEST(StepSearch, IsNotSureWhereNeighboursAlternate) {
  const CostlyRadius costly{.exact = alternating};
  const LargestStep found = search_largest_step(costly, {1e-4, 0.1, 40});
  EXPECT_GT(found.crossings.size(), 4u);
  EXPECT_NE(found.confidence, Confidence::high);
}

TEST(StepSearch, LooksAboutTheStepInQuestionFirstWhereTimeIsShort) {
  std::vector<double> asked;
  const CostlyRadius slow{.exact = [&](double step) {
    asked.push_back(step);
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(5);
    while (std::chrono::steady_clock::now() < end) {
    }
    return alternating(step);
  }};
  StepScan scan{1e-4, 0.1, 40};
  scan.about = 0.01;
  scan.budget = 0.1;
  const auto begin = std::chrono::steady_clock::now();
  const LargestStep found = search_largest_step(slow, scan);
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(), 10 * scan.budget);
  ASSERT_FALSE(asked.empty());
  EXPECT_EQ(asked.front(), 0.01);
  EXPECT_TRUE(found.is_budget_over);
  EXPECT_FALSE(found.interrupted);
  EXPECT_NE(found.confidence, Confidence::high);
}

TEST(StepSearch, ReportsEveryEvaluationAlsoOfComposedSteps) {
  int reported = 0, composed = 0;
  const CostlyRadius costly{.exact = [](double step) { return judge_radius(step < 0.0123 ? 0.9 : 1.1); },
                            .composed = [&](double base, int n) { return ++composed, n * base < 0.0123 ? 0.9 : 1.1; }};
  StepScan scan{1e-4, 0.1, 40};
  scan.evaluated = [&] { ++reported; };
  search_largest_step(costly, scan);
  EXPECT_GT(composed, 10);
  EXPECT_GT(reported, composed);
}

TEST(StepSearch, KeepsToTheGrid) {
  const CostlyRadius costly{.exact =
                                [](double step) {
                                  EXPECT_NEAR(step / 0.01, std::round(step / 0.01), 1e-9);
                                  return judge_radius(step < 0.125 ? 0.99 : 1.01);
                                },
                            .grid = 0.01};
  const LargestStep found = search_largest_step(costly, {0.01, 1, 10});
  ASSERT_TRUE(found.largest_stable_step);
  EXPECT_NEAR(*found.largest_stable_step, 0.12, 1e-12);
  ASSERT_EQ(found.crossings.size(), 1);
  EXPECT_NEAR(found.crossings[0].step, 0.13, 1e-12);
}

TEST(StepSearch, SaysWhenThereIsNoLimitOrNothingStable) {
  const LargestStep all = search_largest_step({.exact = [](double) { return judge_radius(0.5); }}, {1e-3, 1, 10});
  EXPECT_TRUE(all.stable_throughout);
  EXPECT_EQ(all.largest_stable_step, 1.0);
  const LargestStep none = search_largest_step({.exact = [](double) { return judge_radius(2.0); }}, {1e-3, 1, 10});
  EXPECT_FALSE(none.largest_stable_step);
  EXPECT_FALSE(none.is_left_open);
}

TEST(StepSearch, SaysStableThroughoutOfNoRangeWhoseEndItHasNotSeen) {
  // 1 s is no composed step: those of the last base end below it
  std::set<double> asked;
  const CostlyRadius costly{
      .exact = [&](double step) { return asked.insert(step), judge_radius(step < 1 ? 0.5 : 1.5); },
      .composed = [](double, int) { return 0.5; }};
  const LargestStep found = search_largest_step(costly, {1e-3, 1, 10});
  EXPECT_TRUE(asked.contains(1.0));
  EXPECT_FALSE(found.stable_throughout);
  std::atomic<bool> interrupted{false};
  const CostlyRadius slow{.exact = [&](double) { return interrupted = true, judge_radius(0.5); }};
  EXPECT_FALSE(search_largest_step(slow, {1e-3, 1, 10}, default_margin, &interrupted).stable_throughout);
}

TEST(StepSearch, PassesOverStepsOfWhichNothingIsKnown) {
  const CostlyRadius costly{.exact = [](double step) {
    return step < 2e-4 || (step > 1e-3 && step < 2e-3) ? JudgedStep{} : judge_radius(radius(step, 0.01));
  }};
  const LargestStep found = search_largest_step(costly, {1e-4, 0.02, 40});
  ASSERT_TRUE(found.largest_stable_step);
  EXPECT_NEAR(*found.largest_stable_step, 0.01, 2e-6);
  EXPECT_FALSE(found.is_range);
  EXPECT_EQ(found.steps, 40);
  // 40 points over a factor of 200: ln 2 / ln 200 * 39 = 5.1 of them in each of both gaps
  EXPECT_NEAR(found.steps_left_open, 11, 1);
  EXPECT_NE(found.confidence, Confidence::high);
}

TEST(StepSearch, CallsNothingStableBehindALongGap) {
  // over a factor of 6.7 nothing is known: steps there may be unstable
  const CostlyRadius costly{
      .exact = [](double step) { return step > 0.015 && step < 0.1 ? JudgedStep{} : judge_radius(0.9); }};
  const LargestStep found = search_largest_step(costly, {1e-3, 1, 40});
  ASSERT_TRUE(found.largest_stable_step);
  EXPECT_LE(*found.largest_stable_step, 0.015);
  EXPECT_GT(*found.largest_stable_step, 0.012) << "the last point before it, at least";
  EXPECT_TRUE(found.is_range);
  EXPECT_FALSE(found.stable_throughout);
  EXPECT_EQ(found.confidence, Confidence::low);
}

TEST(StepSearch, TellsARangeWhereTheCrossingCannotBeSeen) {
  const CostlyRadius costly{.exact = [](double step) {
    return step > 0.005 && step < 0.02 ? JudgedStep{} : judge_radius(radius(step, 0.01));
  }};
  const LargestStep found = search_largest_step(costly, {1e-4, 0.025, 40});
  EXPECT_TRUE(found.is_range);
  EXPECT_EQ(found.confidence, Confidence::low);
  ASSERT_TRUE(found.stable_up_to && found.unstable_from);
  EXPECT_EQ(found.largest_stable_step, found.stable_up_to) << "never too long";
  EXPECT_NEAR(*found.stable_up_to, 0.005, 0.005 * 0.005);
  EXPECT_LE(*found.stable_up_to, 0.005);
  EXPECT_NEAR(*found.unstable_from, 0.02, 0.005 * 0.02);
  EXPECT_GE(*found.unstable_from, 0.02);
}

TEST(StepSearch, LeavesOpenWhatLiesBeyondTheLastKnownStep) {
  const auto known_to = [](double end) {
    return search_largest_step({.exact = [=](double step) { return step > end ? JudgedStep{} : judge_radius(0.5); }},
                               {1e-3, 1, 20});
  };
  const LargestStep some = known_to(0.1), nothing = known_to(0);
  EXPECT_FALSE(some.stable_throughout);
  EXPECT_TRUE(some.is_range);
  EXPECT_NEAR(some.largest_stable_step.value_or(0), 0.1, 0.005 * 0.1);
  EXPECT_FALSE(some.unstable_from);
  EXPECT_TRUE(nothing.is_left_open);
  EXPECT_FALSE(nothing.largest_stable_step);
  EXPECT_EQ(nothing.steps_left_open, nothing.steps);
}

TEST(StepSearch, IsNotEndedByOneStepThatItsNeighboursContradict) {
  const double odd = 1e-4 * std::pow(200, 10.0 / 39);  // one of those looked at
  const auto with_width = [&](double width) {
    return search_largest_step(
        {.exact =
             [=](double step) { return judge_radius(std::abs(step / odd - 1) < width ? 1.1 : radius(step, 0.01)); }},
        {1e-4, 0.02, 40});
  };
  EXPECT_NEAR(with_width(1e-3).largest_stable_step.value_or(0), 0.01, 2e-6);
  EXPECT_EQ(with_width(1e-3).steps_left_open, 1);
  // an island that is seen beside it as well is one
  EXPECT_NEAR(with_width(0.02).largest_stable_step.value_or(0), 0.98 * odd, 1e-3 * odd);
}

TEST(StepSearch, FindsTheCrossingAmongScatteredValues) {
  // ρ is known within 0.02 only, so that nothing is certain 20 % about the crossing, and errs by 0.002 from step to
  // step
  const CostlyRadius costly{.exact = [](double step) {
    const double noise = 1e-3 * scatter(static_cast<int>(std::lround(1e7 * step))),
                 value = std::pow(step / 0.01, 0.1) + noise;
    return JudgedStep{value < 0.98   ? JudgedStep::Kind::stable
                      : value > 1.02 ? JudgedStep::Kind::unstable
                                     : JudgedStep::Kind::too_close,
                      value, Confidence::medium};
  }};
  const LargestStep found = search_largest_step(costly, {1e-3, 0.1, 40});
  ASSERT_TRUE(found.largest_stable_step && found.error);
  // 0.001 / √3 over a slope of 0.1, of nine values: 0.2 %
  EXPECT_LT(*found.error, 0.005 * 0.01);
  EXPECT_NEAR(*found.largest_stable_step, 0.01, 3 * *found.error);
  EXPECT_FALSE(found.is_range);
  EXPECT_LT(found.stable_up_to.value_or(1), 0.009);
  EXPECT_GT(found.unstable_from.value_or(0), 0.011);
}

TEST(StepSearch, PassesOverUnknownMultiplesOfAGrid) {
  const CostlyRadius costly{.exact =
                                [](double step) {
                                  const auto n = std::lround(step / 0.01);
                                  return n == 5 || n == 12 ? JudgedStep{} : judge_radius(n < 12 ? 0.99 : 1.01);
                                },
                            .grid = 0.01};
  const LargestStep found = search_largest_step(costly, {0.01, 0.4, 40});
  EXPECT_NEAR(found.largest_stable_step.value_or(0), 0.11, 1e-12);
  EXPECT_NEAR(found.unstable_from.value_or(0), 0.13, 1e-12);
}

}  // namespace
}  // namespace oldham
