// SPDX-License-Identifier: MIT
#include "oldham/study/advice/reference_quality.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace oldham::advice {
namespace {

using Kind = SchemeFinding::Kind;

/// sin t + error(h, t): what a scheme makes of a solution.
using ErrorOf = std::function<double(double step, double t)>;

void add(std::vector<ReferenceRun>& runs, std::size_t scheme, Family family, std::initializer_list<double> steps,
         const ErrorOf& error) {
  for (const double step : steps) {
    Trajectory t{{"x"}, {}, {}};
    for (int n = 0; n * step < 8 + 1e-9; ++n) {
      t.time.push_back(n * step);
      t.values.push_back(std::sin(n * step) + error(step, n * step));
    }
    runs.push_back({scheme, family, step, std::move(t)});
  }
}

/// Of the best run, as a share of the range.
double true_error(const std::vector<ReferenceRun>& runs, const ReferenceQuality& quality) {
  std::vector<ReferenceRun> exact;
  add(exact, 0, Family::jacobi, {1.0 / 512}, [](double, double) { return 0.0; });
  return find_distance(runs[*quality.best].outputs, exact[0].outputs, std::vector<double>{2.0}).largest;
}

ErrorOf power(double factor, double order) {
  return [=](double h, double t) { return factor * std::pow(h, order) * t; };
}

TEST(ReferenceQuality, TwoFamiliesThatConvergeToTheSameConfirmEachOther) {
  for (const double order : {1.0, 2.0, 3.0}) {
    std::vector<ReferenceRun> runs;
    add(runs, 0, Family::jacobi, {1.0 / 8, 1.0 / 16, 1.0 / 32}, power(0.3, 1));
    add(runs, 1, Family::corrected, {1.0 / 8, 1.0 / 16, 1.0 / 32}, power(-0.2, order));
    const ReferenceQuality quality = assess(runs);
    EXPECT_TRUE(quality.is_known && quality.is_confirmed && quality.is_consistent) << order;
    EXPECT_EQ(runs[*quality.best].scheme, 1u);
    EXPECT_GE(quality.largest, true_error(runs, quality)) << order;
    EXPECT_LE(quality.largest, 0.05) << order;
  }
}

TEST(ReferenceQuality, AnOrderBelowOneIsObservedAndTheErrorStaysAnUpperBound) {
  std::vector<ReferenceRun> runs;
  add(runs, 0, Family::jacobi, {1.0 / 8, 1.0 / 16, 1.0 / 32}, power(0.05, 0.5));
  add(runs, 1, Family::gauss_seidel, {1.0 / 8, 1.0 / 16, 1.0 / 32}, power(0.02, 0.5));
  const ReferenceQuality quality = assess(runs);
  ASSERT_TRUE(quality.is_known);
  EXPECT_GE(quality.largest, true_error(runs, quality));
}

TEST(ReferenceQuality, RunsThatAreEqualAtDifferentStepsAreNoWitness) {
  // below 0.25 s the inner step of an FMU counts: the scheme errs by the same at every step
  const ErrorOf stuck = [](double h, double t) { return 0.4 * std::max(h, 0.25) * t; };
  std::vector<ReferenceRun> runs;
  add(runs, 0, Family::jacobi, {0.25, 0.125, 0.0625}, stuck);
  ReferenceQuality quality = assess(runs);
  EXPECT_EQ(quality.schemes[0].kind, Kind::equal);
  EXPECT_FALSE(quality.is_known);
  // steps above show that it does depend on the step
  runs.clear();
  add(runs, 0, Family::jacobi, {1.0, 0.5, 0.25, 0.125, 0.0625}, stuck);
  quality = assess(runs);
  EXPECT_EQ(quality.schemes[0].kind, Kind::converges);
  EXPECT_EQ(quality.schemes[0].equal_below, 0.25);
  EXPECT_EQ(quality.schemes[0].runs.size(), 3u);
  // and a corrected scheme is the witness
  add(runs, 1, Family::corrected, {0.5, 0.25, 0.125}, power(0.01, 1));
  quality = assess(runs);
  ASSERT_TRUE(quality.is_known);
  EXPECT_EQ(runs[*quality.best].family, Family::corrected);
  EXPECT_GE(quality.largest, true_error(runs, quality));
}

TEST(ReferenceQuality, ASchemeThatIsWrongAtAllStepsIsNotItsOwnWitness) {
  // converges by itself, to something else
  const ErrorOf biased = [](double h, double t) { return (0.1 + 0.01 * h) * t; };
  std::vector<ReferenceRun> runs;
  add(runs, 0, Family::jacobi, {1.0 / 8, 1.0 / 16, 1.0 / 32}, biased);
  add(runs, 1, Family::corrected, {1.0 / 8, 1.0 / 16, 1.0 / 32}, power(0.05, 1));
  const ReferenceQuality quality = assess(runs);
  EXPECT_FALSE(quality.is_consistent);
  EXPECT_GE(quality.largest, true_error(runs, quality));
  EXPECT_GE(quality.largest, 0.4);  // they are 0.8 apart at 8 s, over a range of 2
}

TEST(ReferenceQuality, WhatTheOtherFamilyLeadsToCountsToo) {
  // both nearly converged, and the limits differ by less than the error of the worse one
  std::vector<ReferenceRun> runs;
  add(runs, 0, Family::jacobi, {1.0 / 8, 1.0 / 16, 1.0 / 32}, power(0.2, 1));
  add(runs, 1, Family::corrected, {1.0 / 8, 1.0 / 16, 1.0 / 32},
      [](double h, double t) { return (0.004 + 1e-3 * h) * t; });
  const ReferenceQuality quality = assess(runs);
  // the range is that of the run, which is up to 2 % larger than 2
  EXPECT_GE(1.02 * quality.largest, true_error(runs, quality));
}

TEST(ReferenceQuality, RunsThatDoNotApproachEachOtherLeaveTwiceTheirLargestDistance) {
  const ErrorOf noise = [](double h, double t) { return 0.01 * std::sin(50 * t + 1 / h); };
  std::vector<ReferenceRun> runs;
  add(runs, 0, Family::jacobi, {1.0 / 8, 1.0 / 16, 1.0 / 32}, noise);
  add(runs, 1, Family::corrected, {1.0 / 8, 1.0 / 16, 1.0 / 32}, noise);
  const ReferenceQuality quality = assess(runs);
  ASSERT_TRUE(quality.is_known);
  EXPECT_FALSE(quality.is_confirmed);
  EXPECT_DOUBLE_EQ(quality.largest, 2 * quality.spread);
  EXPECT_GE(quality.largest, true_error(runs, quality));
}

// An FMU with a grid: runs of one scheme approach each other at once, all wrong by the same.
TEST(ReferenceQuality, TheRootMeanSquareCountsWhatAllRunsOfASchemeHaveInCommon) {
  std::vector<ReferenceRun> runs;
  const auto common = [](double h, double t) { return 0.1 * std::cos(t) + 1e-3 * h * h * t; };
  add(runs, 0, Family::jacobi, {1.0 / 8, 1.0 / 16, 1.0 / 32}, common);
  add(runs, 1, Family::corrected, {1.0 / 8, 1.0 / 16, 1.0 / 32}, power(0.05, 1));
  const ReferenceQuality quality = assess(runs);
  ASSERT_TRUE(quality.is_known);
  EXPECT_FALSE(quality.is_consistent);
  EXPECT_GE(quality.rms, 0.1 / std::sqrt(2.0) / 2);  // of 0.1 cos t, over the range of 2
}

TEST(ReferenceQuality, OneFamilyAloneIsTrustedThreeTimesLess) {
  std::vector<ReferenceRun> runs;
  add(runs, 0, Family::jacobi, {1.0 / 8, 1.0 / 16, 1.0 / 32}, power(0.2, 1));
  const ReferenceQuality quality = assess(runs);
  ASSERT_TRUE(quality.is_known);
  EXPECT_FALSE(quality.is_confirmed);
  // the range is that of the run, which errs by 2.5 % of it
  EXPECT_NEAR(quality.largest, 3 * true_error(runs, quality), 0.025 * quality.largest);
  runs.pop_back();  // of two runs no order is observed
  EXPECT_FALSE(assess(runs).is_known);
}

// An FMU with a grid: the orders of one correction agree, a scheme of another family does not approach them
TEST(ReferenceQuality, WhatCannotConfirmARunMakesItUncertain) {
  std::vector<ReferenceRun> runs;
  add(runs, 0, Family::corrected, {1.0 / 8, 1.0 / 16, 1.0 / 32}, power(0.01, 1));
  add(runs, 1, Family::gauss_seidel, {1.0 / 8, 1.0 / 16, 1.0 / 32},
      [](double h, double t) { return 0.6 * std::sin(5 * t + 1 / h); });
  const ReferenceQuality quality = assess(runs);
  EXPECT_EQ(quality.schemes[1].kind, Kind::stagnates);
  EXPECT_FALSE(quality.is_confirmed);
  // one of the two is off by half of their distance or more
  EXPECT_GT(quality.largest, 0.3);
}

TEST(ReferenceQuality, ARunThatGrowsMakesNoErrorSmall) {
  std::vector<ReferenceRun> runs;
  add(runs, 0, Family::jacobi, {1.0 / 8, 1.0 / 16}, [](double h, double t) { return h * std::exp(4 * t); });
  add(runs, 1, Family::corrected, {1.0 / 8, 1.0 / 16, 1.0 / 32}, power(0.2, 1));
  const ReferenceQuality quality = assess(runs);
  EXPECT_EQ(quality.schemes[0].kind, Kind::far_apart);
  EXPECT_EQ(quality.schemes[1].kind, Kind::converges);
  EXPECT_NEAR(quality.ranges[0], 2, 0.2);
  EXPECT_GE(quality.largest, true_error(runs, quality));
}

TEST(ReferenceQuality, EqualRunsAreFoundAlsoWhereTheyHaveGrown) {
  // the same growth at both steps, but for rounding
  std::vector<ReferenceRun> runs;
  add(runs, 0, Family::jacobi, {1.0 / 8, 1.0 / 16},
      [](double h, double t) { return std::exp(4 * t) * (1 + 1e-13 / h); });
  add(runs, 1, Family::corrected, {1.0 / 8, 1.0 / 16, 1.0 / 32}, power(0.2, 1));
  const ReferenceQuality quality = assess(runs);
  EXPECT_EQ(quality.schemes[0].kind, Kind::equal);
  EXPECT_EQ(runs[*quality.best].family, Family::corrected);
}

TEST(ReferenceQuality, WhereNothingDependsOnTheStepOnlyACorrectedSchemeCanConfirmIt) {
  const ErrorOf none = [](double, double) { return 0.0; };
  std::vector<ReferenceRun> runs;
  add(runs, 0, Family::jacobi, {1.0 / 8, 1.0 / 16}, none);
  add(runs, 1, Family::gauss_seidel, {1.0 / 8, 1.0 / 16}, none);
  EXPECT_FALSE(assess(runs).is_known);
  add(runs, 2, Family::corrected, {1.0 / 8, 1.0 / 16}, none);
  EXPECT_TRUE(assess(runs).is_known);
  EXPECT_EQ(assess(runs).largest, 0);
  // and it contradicts where it differs
  runs.resize(4);
  add(runs, 2, Family::corrected, {1.0 / 8, 1.0 / 16}, [](double, double t) { return 0.1 * t; });
  EXPECT_FALSE(assess(runs).is_known);
}

TEST(ReferenceQuality, WithoutRunsThereIsNoReference) { EXPECT_FALSE(assess({}).best); }

}  // namespace
}  // namespace oldham::advice
