// SPDX-License-Identifier: MIT
#include "oldham/study/duration_counts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace oldham {
namespace {

/// The nearest rank among all values.
double exact_quantile(std::vector<double> values, double share) {
  std::ranges::sort(values);
  const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size())));
  return values[std::max<std::size_t>(1, rank) - 1];
}

TEST(DurationCounts, HaveNothingToSayOfNothing) {
  const Durations none = DurationCounts().result();
  EXPECT_EQ(none.count, 0);
  EXPECT_EQ(none.p50, 0);
  EXPECT_EQ(none.p99, 0);
  EXPECT_EQ(none.largest, 0);
  EXPECT_TRUE(none.bins.empty());
}

TEST(DurationCounts, PercentilesAreNearestRanks) {
  DurationCounts counts;
  for (int ns = 1; ns <= 200; ++ns) counts.add(1e-9 * ns);  // counted one by one
  EXPECT_DOUBLE_EQ(counts.quantile(0.5), 100e-9);
  EXPECT_DOUBLE_EQ(counts.quantile(0.99), 198e-9);
  EXPECT_DOUBLE_EQ(counts.quantile(0), 1e-9);
  EXPECT_DOUBLE_EQ(counts.quantile(1), 200e-9);
}

TEST(DurationCounts, OneDurationIsItsOwnPercentile) {
  DurationCounts counts;
  counts.add(123.456e-6);
  EXPECT_EQ(counts.result().p50, 123.456e-6);  // never more than the largest
  EXPECT_EQ(counts.result().largest, 123.456e-6);
}

// a class holds all durations up to 1/128 above its first one, and half a nanosecond goes to rounding
TEST(DurationCounts, PercentilesAreRoundedUpByLessThanOnePercent) {
  std::mt19937 random(1);
  std::lognormal_distribution<double> lateness(std::log(20e-6), 1.5);
  std::vector<double> values(100'000);
  DurationCounts counts;
  for (double& value : values) counts.add(value = lateness(random));
  for (const double share : {0.01, 0.1, 0.5, 0.9, 0.99, 0.999}) {
    const double exact = exact_quantile(values, share);
    EXPECT_GE(counts.quantile(share), exact - 0.5e-9) << share;
    EXPECT_LE(counts.quantile(share), exact * (1 + 1.0 / 128) + 0.5e-9) << share;
  }
  EXPECT_EQ(counts.largest(), *std::ranges::max_element(values));
}

TEST(DurationCounts, BinsAreHalfOpenAndHaveNoGap) {
  DurationCounts counts;
  for (const double us : {0.0, 0.999, 1.0, 1.999, 2.0, 4.999, 5.0, 50.0, 50.0, 700.0}) counts.add(1e-6 * us);
  const Durations found = counts.result();
  ASSERT_EQ(found.bins.size(), 10U);  // up to 500 us and from there to 1 ms
  const std::vector<std::int64_t> expected = {2, 2, 2, 1, 0, 0, 2, 0, 0, 1};
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(found.bins[i].count, expected[i]) << i;
    EXPECT_EQ(found.bins[i].from, i == 0 ? 0 : found.bins[i - 1].to) << i;
    sum += found.bins[i].count;
  }
  EXPECT_EQ(sum, found.count);
  EXPECT_DOUBLE_EQ(found.bins.back().from, 500e-6);
  EXPECT_DOUBLE_EQ(found.bins.back().to, 1e-3);
}

TEST(DurationCounts, CountTheImpossibleWithoutHarm) {
  DurationCounts counts;
  counts.add(-1);    // a clock that was set back
  counts.add(1e12);  // longer than nanoseconds can be counted
  const Durations found = counts.result();
  EXPECT_EQ(found.count, 2);
  EXPECT_EQ(found.bins.front().count, 1);
  EXPECT_EQ(found.bins.back().count, 1);
  EXPECT_EQ(found.largest, 1e12);
  EXPECT_EQ(found.p50, 0);
}

}  // namespace
}  // namespace oldham
