// SPDX-License-Identifier: MIT
#include "oldham/io/advice/ranking.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace oldham::advice {
namespace {

Entry entry(const std::string& label, Standing standing, std::optional<double> error, std::optional<double> cost) {
  Entry e;
  e.label = label;
  e.standing = standing;
  e.error = error;
  e.cost = cost;
  return e;
}

std::vector<std::string> labels(const std::vector<Entry>& entries) {
  std::vector<std::string> list;
  for (const Entry& e : entries) list.push_back(e.label);
  return list;
}

TEST(Ranking, WhatReachesTheAccuracyGoesByCostAndWhatMissesItByError) {
  std::vector<Entry> entries = {
      entry("refused", Standing::refused, {}, {}),  entry("dear", Standing::reaches, 1e-5, 3.0),
      entry("far off", Standing::misses, 0.5, 0.1), entry("unstable", Standing::unstable, {}, {}),
      entry("cheap", Standing::reaches, 9e-3, 1.0), entry("estimated", Standing::untried, {}, 0.01),
      entry("nearly", Standing::misses, 0.02, 3.0), entry("not known", Standing::unproven, 1e-4, 0.1)};
  rank(entries, 0.01);
  EXPECT_THAT(labels(entries), testing::ElementsAre("cheap", "dear", "not known", "nearly", "far off", "estimated",
                                                    "unstable", "refused"));
}

TEST(Ranking, TiesStayInTheOrderTheyCameIn) {
  std::vector<Entry> entries = {entry("b", Standing::reaches, 1e-3, 1.0), entry("a", Standing::reaches, 1e-3, 1.0),
                                entry("d", Standing::unstable, {}, {}), entry("c", Standing::unstable, {}, {})};
  rank(entries, 0.01);
  EXPECT_THAT(labels(entries), testing::ElementsAre("b", "a", "d", "c"));
}

TEST(Ranking, PrecisionThatCostsLittleIsWorthIt) {
  // a quarter of the error is worth twice the cost, and no more
  EXPECT_NEAR(worth(1.0, 2.5e-3, 1e-2), 0.5, 1e-12);
  EXPECT_EQ(worth(1.0, 1e-2, 1e-2), 1.0);
  EXPECT_EQ(worth(1.0, 1e-9, 1e-2), best_worth);
  std::vector<Entry> entries = {entry("cheap", Standing::reaches, 0.01, 1.0),
                                entry("precise", Standing::reaches, 0.0025, 1.9),
                                entry("dear", Standing::reaches, 0.0025, 2.1)};
  rank(entries, 0.01);
  EXPECT_THAT(labels(entries), testing::ElementsAre("precise", "cheap", "dear"));
}

TEST(Ranking, StepsAreRoundedDownToTwoDigits) {
  EXPECT_EQ(round_step(0.0022401), 0.0022);
  EXPECT_EQ(round_step(0.00999), 0.0099);
  EXPECT_EQ(round_step(123.4), 120.0);
  // numbers that are written in two digits stay what they are, bit for bit
  for (const double step : {1e-3, 5e-4, 0.01, 0.1, 1.0, 3e-5, 0.07, 0.29, 4.6e-3}) EXPECT_EQ(round_step(step), step);
}

TEST(Ranking, TheNextStepFollowsTheOrderThatErrorsShow) {
  // error = H²: from 0.1 with error 0.01, an accuracy of 0.9e-4 / 0.9 needs a step of 0.1 sqrt(0.9e-4 / 0.01)
  const std::vector<Measured> one = {{0.1, 0.01}};
  EXPECT_NEAR(*next_step(one, 1e-3, 2), 0.1 * std::sqrt(0.9e-3 / 0.01), 1e-12);
  // two measurements know better than what is expected
  const std::vector<Measured> two = {{0.2, 0.04}, {0.1, 0.01}};
  EXPECT_NEAR(*next_step(two, 1e-3, 1), 0.1 * std::sqrt(0.9e-3 / 0.01), 1e-12);
}

TEST(Ranking, AStepIsNeverCutByMoreThanATenthNorByLessThanWhatHelps) {
  const std::vector<Measured> far = {{0.1, 1.0}}, near = {{0.1, 1.001e-3}};
  EXPECT_DOUBLE_EQ(*next_step(far, 1e-9, 1), 0.01);
  EXPECT_DOUBLE_EQ(*next_step(near, 1e-3, 4), 0.085);
}

TEST(Ranking, AnErrorThatDoesNotFallWithTheStepEndsTheSearch) {
  const std::vector<Measured> flat = {{0.1, 0.010}, {0.05, 0.0099}};
  EXPECT_FALSE(next_step(flat, 1e-3, 2));
}

TEST(Ranking, CuresDifferInOneChoiceAndAreStable) {
  const std::vector<Choice> choices = {
      {"order", Choice::Kind::order, {{"1", {}, {}}, {"0", {}, {}}}},
      {"correction", Choice::Kind::correction, {{"explicit", {}, {}}, {"implicit", {}, {}}}}};
  const auto candidate = [](int order, int correction, Standing standing, std::optional<double> largest) {
    Entry e;
    e.candidate = {order, correction};
    e.standing = standing;
    e.limit.largest = largest;
    return e;
  };
  const std::vector<Entry> entries = {candidate(0, 0, Standing::unstable, {}), candidate(1, 0, Standing::unstable, {}),
                                      candidate(0, 1, Standing::untried, 0.1), candidate(1, 1, Standing::reaches, 0.1)};
  EXPECT_THAT(find_cures(choices, {0, 0}, entries), testing::ElementsAre("correction = implicit"));
}

}  // namespace
}  // namespace oldham::advice
