// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/staircase.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
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

constexpr double macro_step = 0.1;  // s

/// Makes a step: `changes` says whether the output changes in a part; it has so many values.
void make_step(Staircase& staircase, int n, double& y, const std::function<bool(double begin, double end)>& changes,
               double values = 1e9) {
  const double begin = n * macro_step;
  if (staircase.watches_grid()) {
    staircase.begin_step(begin, std::vector<double>{y});
    const int parts = staircase.parts(macro_step);
    for (int k = 0; k < parts; ++k) {
      const double from = begin + macro_step * k / parts;
      const Interval<double> part{from, begin + macro_step * (k + 1) / parts - from};
      if (changes(part.begin, part.end())) y = std::fmod(y + 1, values);
      staircase.add_part(part, std::vector<double>{y});
    }
    staircase.end_step(macro_step);
  }
  note_line(staircase, -0.5, 0.5);
}

/// At whole multiples of a grid, with the rounding of the times.
auto on_grid(double grid) {
  return [=](double begin, double end) { return std::floor(end / grid + 1e-9) > std::floor(begin / grid + 1e-9); };
}

TEST(Staircase, FollowsTheInnerStepsOfAnFmu) {
  Staircase staircase(1, false);
  double y = 0;
  for (int n = 0; n < 4; ++n) {
    ASSERT_TRUE(staircase.watches_grid());
    make_step(staircase, n, y, on_grid(0.025));
  }
  EXPECT_FALSE(staircase.watches_grid());
  EXPECT_DOUBLE_EQ(staircase.grid(), 0.025);
  EXPECT_EQ(staircase.parts(0.1), 4);
  EXPECT_EQ(staircase.parts(0.01), 1);
  // trials now and then find the same
  int trials = 0;
  for (int n = 4; n < 200; ++n) {
    trials += staircase.watches_grid();
    make_step(staircase, n, y, on_grid(0.025));
  }
  EXPECT_EQ(trials, 3);
  EXPECT_DOUBLE_EQ(staircase.grid(), 0.025);
}

TEST(Staircase, FindsAGridThatDoesNotDivideTheStep) {
  Staircase staircase(1, false);
  double y = 0;
  for (int n = 0; n < 200; ++n) make_step(staircase, n, y, on_grid(0.03));
  EXPECT_DOUBLE_EQ(staircase.grid(), 0.025);  // the most changes in one step are four
}

TEST(Staircase, FindsAGridThatIsCoarserThanTheStep) {
  Staircase staircase(1, false);
  double y = 0;
  for (int n = 0; n < 25; ++n) make_step(staircase, n, y, on_grid(0.37));
  EXPECT_EQ(staircase.parts(macro_step), 1);  // more would change nothing
}

// few changes, at instants that follow the inputs
TEST(Staircase, TakesOutputsThatAreRoundedForNoGrid) {
  Staircase staircase(1, false);
  double y = 0;
  for (int n = 0; n < 20; ++n)
    make_step(staircase, n, y, [](double begin, double end) {
      const auto level = [](double t) { return std::floor(40 * std::sin(1.3 * t)); };
      return level(begin) != level(end);
    });
  EXPECT_EQ(staircase.grid(), 0);
  EXPECT_FALSE(staircase.watches_grid());
}

TEST(Staircase, TakesARelayForNoGrid) {
  Staircase staircase(1, false);
  double y = 0;
  for (int n = 0; n < 30; ++n) make_step(staircase, n, y, on_grid(0.37), 2);
  EXPECT_EQ(staircase.grid(), 0);
  EXPECT_FALSE(staircase.watches_grid());
}

// in the first second it looks as if the FMU made one step in a macro step
TEST(Staircase, DropsAGridThatAnOutputBelies) {
  Staircase staircase(1, false);
  double y = 0;
  for (int n = 0; n < 100; ++n) {
    make_step(staircase, n, y, [](double begin, double end) { return begin > 1 || on_grid(macro_step)(begin, end); });
    if (n != 9) continue;
    EXPECT_DOUBLE_EQ(staircase.grid(), macro_step);
    EXPECT_EQ(staircase.parts(macro_step), 1);
  }
  EXPECT_EQ(staircase.grid(), 0);
  EXPECT_EQ(staircase.parts(macro_step), 160);
}

TEST(Staircase, TakesOutputsThatFollowEveryPartForNoGrid) {
  Staircase staircase(1, false);
  double y = 0;
  for (int n = 0; n < 2; ++n) {
    make_step(staircase, n, y, [n](double, double) { return n > 0; });  // a first step at rest shows nothing
    EXPECT_EQ(staircase.watches_grid(), n == 0);
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
