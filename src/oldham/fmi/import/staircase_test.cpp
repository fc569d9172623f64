// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/staircase.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "fmu_files.hpp"

namespace oldham::fmi {
namespace {

/// Notes a straight line from one value to another.
void note_line(Staircase& staircase, double from, double to) {
  staircase.note(Polynomials(1, {from, to - from}).signal());
}

// over a range of 1, a line of slope s per step is off by s/(2 n) at the end of n parts: 1e-4 of the range at n = 5000
// s
TEST(Staircase, HasPartsByItsDistanceFromThePolynomial) {
  for (const auto& [slope, parts] :
       std::vector<std::pair<double, int>>{{1e-4, 10}, {3e-3, 20}, {1.2e-2, 80}, {0.5, 160}}) {
    Staircase staircase(1, false);
    EXPECT_EQ(staircase.parts(0.1), 160);  // of the first step nothing is known
    note_line(staircase, -0.5, 0.5);
    for (int n = 0; n < 5; ++n) note_line(staircase, 0, slope);
    EXPECT_EQ(staircase.parts(0.1), parts) << slope;
  }
}

TEST(Staircase, DoesNotDependOnUnits) {
  for (const double unit : {1e-12, 1.0, 1e12}) {
    Staircase staircase(1, false);
    note_line(staircase, -0.5 * unit, 0.5 * unit);
    for (int n = 0; n < 5; ++n) note_line(staircase, 0, 1.2e-2 * unit);
    EXPECT_EQ(staircase.parts(0.1), 80) << unit;
  }
}

// what reads outputs again at the end of a step has errors of the second order alone, s/(8 n²)
TEST(Staircase, HasFewerPartsWhereErrorsAreOfTheSecondOrder) {
  Staircase staircase(1, true);
  note_line(staircase, 0, 1);
  EXPECT_EQ(staircase.parts(0.1), 40);  // 1/(8 · 36²) = 1e-4
}

TEST(Staircase, FollowsTheInnerStepsOfAnFmu) {
  Staircase staircase(1, false);
  std::vector<double> y = {0};
  for (int step = 0; step < 4; ++step) {
    ASSERT_TRUE(staircase.watches_grid());
    staircase.begin_step(y);
    // four inner steps in a macro step of 0.1 s
    for (int k = 0; k < 160; ++k) {
      if (k % 40 == 39) y[0] += 1;
      staircase.add_part(y);
    }
    staircase.end_step(0.1);
  }
  EXPECT_FALSE(staircase.watches_grid());
  EXPECT_DOUBLE_EQ(staircase.grid(), 0.025);
  EXPECT_EQ(staircase.parts(0.1), 4);
  EXPECT_EQ(staircase.parts(0.01), 1);
}

TEST(Staircase, TakesOutputsThatFollowEveryPartForNoGrid) {
  Staircase staircase(1, false);
  std::vector<double> y = {0};
  for (int step = 0; step < 2; ++step) {
    staircase.begin_step(y);
    for (int k = 0; k < 10; ++k) {
      if (step > 0) y[0] += 1;  // at rest in the first step, which shows nothing
      staircase.add_part(y);
    }
    staircase.end_step(0.1);
    EXPECT_EQ(staircase.watches_grid(), step == 0);
  }
  EXPECT_EQ(staircase.grid(), 0);
}

TEST(Staircase, IsRestoredAsItWas) {
  Staircase one(2, false), other(2, false);
  one.note(Polynomials(2, {1, 2, 0.5, 0}).signal());
  std::vector<double> saved;
  one.save(saved);
  std::span<const double> values = saved;
  other.restore(values);
  EXPECT_TRUE(values.empty());
  one.note(Polynomials(2, {0, 2, 0.01, 0.1}).signal());
  other.note(Polynomials(2, {0, 2, 0.01, 0.1}).signal());
  EXPECT_EQ(one.parts(0.1), other.parts(0.1));
}

}  // namespace
}  // namespace oldham::fmi
