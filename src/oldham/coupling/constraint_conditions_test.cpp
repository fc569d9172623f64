// SPDX-License-Identifier: MIT
#include "oldham/coupling/constraint_conditions.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "oldham/core/scalar.hpp"

namespace oldham {
namespace {

using Kind = Stabilisation::Kind;
using Levels = std::array<double, 3>;

constexpr double step_length = 0.25;  // H, a power of two: 1/H is exact

TEST(ConditionSets, OfBaumgarteCombineTheLevelsInUnitsOfTheStep) {
  const auto sets = condition_sets<double>({.kind = Kind::baumgarte, .alpha = 1.5, .beta = 3}, step_length);
  ASSERT_EQ(sets.size(), 1u);
  EXPECT_EQ(sets[0].weight, 1.0);
  // g̈ + 2 (α/H) ġ + (β/H)² g
  EXPECT_EQ(sets[0].rows[0], (Levels{144.0, 12.0, 1.0}));
}

TEST(ConditionSets, OfTheWeightedMultiplierAreOnePerLevelWithAWeight) {
  const auto sets = condition_sets<double>({.kind = Kind::weighted, .weights = {0.25, 0.25, 0.5}}, step_length);
  ASSERT_EQ(sets.size(), 3u);
  const double weights[] = {0.25, 0.25, 0.5};
  for (int level = 0; level < 3; ++level) {
    EXPECT_EQ(sets[level].weight, weights[level]);
    Levels row{};
    row[level] = 1;
    EXPECT_EQ(sets[level].rows[0], row);
  }
  const auto without = condition_sets<double>({.kind = Kind::weighted, .weights = {0.5, 0, 0.5}}, step_length);
  ASSERT_EQ(without.size(), 2u);
  EXPECT_EQ(without[1].rows[0], (Levels{0, 0, 1}));
}

TEST(ConditionSets, OfProjectionAreItsLevel) {
  for (int level = 0; level < 3; ++level) {
    const auto sets = condition_sets<double>({.kind = Kind::projection, .level = level}, step_length);
    ASSERT_EQ(sets.size(), 1u);
    Levels row{};
    row[level] = 1;
    EXPECT_EQ(sets[0].rows[0], row);
  }
}

TEST(ConditionSets, OfTheIndexFormsHoldEachPromisedLevelOnce) {
  const std::pair<Kind, Levels> promised[] = {
      {Kind::index_1, {1, 1, 1}}, {Kind::index_2, {1, 1, 0}}, {Kind::index_3, {1, 0, 0}}};
  for (const auto& [kind, levels] : promised) {
    const Stabilisation stabilisation{.kind = kind};
    const auto sets = condition_sets<double>(stabilisation, step_length);
    ASSERT_EQ(sets.size(), 1u);
    Levels sum{};
    for (int s = 0; s < stabilisation.samples(); ++s) {
      double entries = 0;
      for (int level = 0; level < 3; ++level) {
        sum[level] += sets[0].rows[s][level];
        entries += std::abs(sets[0].rows[s][level]);
      }
      EXPECT_EQ(entries, 1.0) << "one level for each sample";
    }
    EXPECT_EQ(sum, levels);
    EXPECT_EQ(stabilisation.uses_accelerations(), levels[2] != 0);
  }
}

TEST(ConditionSets, TakeDecimalsAsWritten) {
  const Multiprecision step = from_decimal<Multiprecision>(0.1);
  const auto sets = condition_sets<Multiprecision>({.kind = Kind::baumgarte, .alpha = 0.1, .beta = 0.1}, step);
  EXPECT_EQ(sets[0].rows[0][0], Multiprecision(1));
  EXPECT_EQ(sets[0].rows[0][1], Multiprecision(2));
}

/// Two rows on y = (x1, v1, x2, v2, x3, v3): g = x1 − x2 − 0.5 and g = 2 x2 + x3.
Plan<double> two_rows(int samples) {
  Plan<double> plan;
  plan.multipliers.push_back({{0, 0, 0}, 0, 2, 0.5});
  plan.multipliers.push_back({{1, 1, 1}, 2, 2, 0.0});
  plan.multiplier_terms = {{0, 1, 0, 1, 1, 1}, {2, 3, 1, -1, -1, -1}, {2, 3, 1, 2, 2, 2}, {4, 5, 2, 1, 1, 1}};
  for (int s = 1; s < samples; ++s)
    for (int row = 0; row < 2; ++row) plan.multipliers[row].samples[s] = 2 * s + row;
  plan.variables = 2 * samples;
  plan.nominal.assign(plan.variables, 1.0);
  return plan;
}

TEST(ConstraintConditions, AreTheLevelsOfTheirRows) {
  const Plan<double> plan = two_rows(3);
  ConstraintConditions<double> conditions(plan, {.kind = Kind::index_1});
  conditions.begin_step(step_length);
  const std::vector<double> y = {4, 5, 2, 3, -1, 7}, rates = {5, 0.5, 3, 0.25, 7, 2}, z(6, 9.0);
  std::vector<double> returned(6), r(6);
  conditions.evaluate(y, rates, z, returned);
  EXPECT_EQ(returned, z) << "multipliers are not returned by outputs";
  conditions.write_residuals(0, r);
  // by sample: the end holds g̈, the first inside g, the second ġ
  EXPECT_EQ(r, (std::vector<double>{0.25, 2.5, 1.5, 3.0, 2.0, 13.0}));
  // 13 beside terms of 6 and 7
  EXPECT_DOUBLE_EQ(conditions.worst().residual, 13.0 / 7);
  EXPECT_EQ(conditions.worst().variable, 5);
}

TEST(ConstraintConditions, OfAMeanAreFoundWhenTheMultiplierNoLongerMoves) {
  const Plan<double> plan = two_rows(1);
  ConstraintConditions<double> conditions(plan, {.kind = Kind::weighted});
  conditions.begin_step(step_length);
  const std::vector<double> y = {4, 5, 2, 3, -1, 7}, rates(6, 1.0);
  std::vector<double> z = {10, 20}, returned(2);
  conditions.evaluate(y, rates, z, returned);
  EXPECT_EQ(conditions.worst().residual, std::numeric_limits<double>::infinity());
  z = {10, 16};
  conditions.evaluate(y, rates, z, returned);
  EXPECT_DOUBLE_EQ(conditions.worst().residual, 4.0 / 16);
  EXPECT_EQ(conditions.worst().variable, 1);
  conditions.evaluate(y, rates, z, returned);
  EXPECT_EQ(conditions.worst().residual, 0.0);
  // another step begins without a memory of this one
  conditions.begin_step(step_length);
  conditions.evaluate(y, rates, z, returned);
  EXPECT_EQ(conditions.worst().residual, std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace oldham
