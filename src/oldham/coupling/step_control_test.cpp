// SPDX-License-Identifier: MIT
#include "oldham/coupling/step_control.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace oldham {
namespace {

const double infinity = std::numeric_limits<double>::infinity();

StepMemory at(double length) { return {.wanted = length, .length = length}; }

TEST(StepLaw, KeepsWhatIsGoodEnoughOrCannotBeBetter) {
  const StepLaw law{.order = 2, .smallest = 1e-3, .largest = 1};
  EXPECT_TRUE(law.accepts(2, 0.1, 0));
  EXPECT_FALSE(law.accepts(2.001, 0.1, 0));
  EXPECT_FALSE(law.accepts(infinity, 0.1, 5));
  EXPECT_TRUE(law.accepts(2.001, 1e-3, 0)) << "there is no shorter step";
  EXPECT_TRUE(law.accepts(2.001, 0.1, 6)) << "six rejections in a row are enough";
  StepLaw forward = law;
  forward.can_reject = false;
  EXPECT_TRUE(forward.accepts(1e9, 0.1, 0));
}

TEST(StepLaw, LengthsAreALadderOfFourRungsToAnOctave) {
  const StepLaw law{.order = 2, .smallest = 1e-6, .largest = 0.3};
  EXPECT_EQ(law.rung(1), 0.3);
  EXPECT_EQ(law.rung(0.3), 0.3);
  EXPECT_EQ(law.rung(0.15), 0.15);      // halves are exact
  EXPECT_EQ(law.rung(0.0375), 0.0375);  // and their halves
  EXPECT_EQ(law.rung(1e-7), 1e-6);
  std::set<double> lengths;
  for (double wanted = 0.3; wanted > 0.075; wanted *= 0.99) {
    const double length = law.rung(wanted);
    EXPECT_LE(length, wanted * (1 + 1e-9));
    EXPECT_GT(length * std::pow(2, 0.25), wanted * (1 - 1e-9)) << "the next one is too long";
    lengths.insert(length);
  }
  EXPECT_EQ(lengths.size(), 9U);  // two octaves, both ends included
}

TEST(StepLaw, OnAGridLengthsAreMultiples) {
  const StepLaw law{.order = 2, .smallest = 0.01, .largest = 0.1, .grid = 0.01};
  EXPECT_DOUBLE_EQ(law.rung(0.0399), 0.03);
  EXPECT_DOUBLE_EQ(law.rung(0.04 * (1 - 1e-12)), 0.04);  // rounding is no reason for a shorter one
  EXPECT_DOUBLE_EQ(law.rung(0.001), 0.01);
  EXPECT_DOUBLE_EQ(law.rung(7), 0.1);
}

TEST(StepLaw, TriesShorterStepsByTheFormula) {
  const StepLaw law{.order = 2, .smallest = 1e-3, .largest = 1};
  StepMemory memory = at(0.5);
  law.reject(4, 0.5, memory);
  EXPECT_DOUBLE_EQ(memory.wanted, 0.5 * 0.8 / 2);  // 0.8 ε^{−1/2}
  EXPECT_LE(memory.length, memory.wanted);
  EXPECT_EQ(memory.rejections, 1);
  law.reject(1e6, 0.5, memory);
  EXPECT_DOUBLE_EQ(memory.wanted, 0.5 * 0.2) << "never by more than five at once";
  law.reject(infinity, 0.5, memory);
  EXPECT_DOUBLE_EQ(memory.wanted, 0.5 * 0.2) << "a step that failed says nothing of how short";
  law.reject(1e6, 2e-3, memory);
  EXPECT_EQ(memory.length, 1e-3);
}

TEST(StepLaw, GrowsByTheFormulaWithinItsLimits) {
  const StepLaw law{.order = 2, .smallest = 1e-6, .largest = 1};
  StepMemory memory = at(0.125);
  memory.last_error = 0.25;
  law.accept(0.2, 0.125, false, memory);
  EXPECT_DOUBLE_EQ(memory.wanted, 0.125 * 0.8 * std::pow(0.2, -0.35) * std::pow(0.25, 0.2));
  EXPECT_EQ(memory.last_error, 0.2);
  memory = at(0.125);
  law.accept(0, 0.125, false, memory);
  EXPECT_DOUBLE_EQ(memory.wanted, 1.5 * 0.125);
  memory = at(0.125);
  memory.last_error = 1e-9;
  law.accept(1, 0.125, false, memory);
  EXPECT_DOUBLE_EQ(memory.wanted, 0.2 * 0.125);
  memory = at(1);
  law.accept(0, 1, false, memory);
  EXPECT_EQ(memory.length, 1) << "never longer than the largest";
}

TEST(StepLaw, DoesNotGrowAfterARejection) {
  const StepLaw law{.order = 2, .smallest = 1e-6, .largest = 1};
  StepMemory memory = at(0.5);
  law.reject(4, 0.5, memory);
  const double tried = memory.length;
  law.accept(1e-6, tried, false, memory);
  EXPECT_EQ(memory.length, tried);
  EXPECT_EQ(memory.rejections, 0);
  law.accept(1e-6, tried, false, memory);
  EXPECT_GT(memory.length, tried);
}

TEST(StepLaw, AStepThatOnlyMetAnEventLeavesTheLengthAsItWas) {
  const StepLaw law{.order = 2, .smallest = 1e-6, .largest = 1};
  StepMemory memory = at(0.5);
  memory.last_error = 0.3;
  law.accept(1e-8, 1e-3, true, memory);
  EXPECT_EQ(memory.length, 0.5);
  EXPECT_EQ(memory.last_error, 0.3);
  law.accept(1.9, 1e-3, true, memory);
  EXPECT_LT(memory.length, 1e-3) << "unless it was too long already";
}

/// Where 0.8 ε^{−0.3/q} = 1 the law is at rest: ε = 0.8^{q/0.3}. On a ladder it may stay half a rung above and one
/// below.
TEST(StepLaw, SettlesWhereTheErrorAllowsIt) {
  for (const double q : {2.0, 3.0, 4.0}) {
    const StepLaw law{.order = q, .smallest = 1e-6, .largest = 1};
    const double unit = 0.02;  // the length with ε = 1
    StepMemory memory = at(1e-5);
    int steps = 0, changes = 0;
    for (double before = 0; steps < 300; ++steps) {
      const double length = memory.length, error = std::pow(length / unit, q);
      if (steps > 100 && length != before) ++changes;
      before = length;
      if (law.accepts(error, length, memory.rejections))
        law.accept(error, length, false, memory);
      else
        law.reject(error, length, memory);
    }
    EXPECT_EQ(changes, 0) << "the length must not flicker";
    const double rest = unit * std::pow(0.8, 1 / 0.3);
    EXPECT_GT(memory.length, rest / std::pow(2, 0.25) * (1 - 1e-9));
    EXPECT_LT(memory.length, rest * std::pow(2, 0.25));
  }
}

}  // namespace
}  // namespace oldham
