// SPDX-License-Identifier: MIT
#include "oldham/analysis/alternation_watch.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "oldham/analysis/scatter.hpp"

namespace oldham {
namespace {

std::vector<AlternationWatch::Alternation> alternating(const std::function<double(int)>& signal, int steps = 4000) {
  AlternationWatch alternation({1, steps});
  for (int n = 0; n <= steps; ++n) {
    const double value = signal(n);
    alternation.observe(0.01 * n, &value);
  }
  return alternation.alternations();
}

double sign(int n) { return n % 2 == 0 ? 1 : -1; }

TEST(AlternationWatch, FindsWhatAlternatesWithinBounds) {
  for (const int steps : {80, 400, 4000, 100'000}) {
    const auto found = alternating([](int n) { return sign(n) * (1 + 0.1 * std::sin(0.3 * n)); }, steps);
    ASSERT_EQ(found.size(), 1) << steps;
    EXPECT_NEAR(found[0].difference, 2, 0.1) << steps;  // mean of 2 + 0.2 sin, over bursts
    EXPECT_EQ(found[0].begin, 0) << steps;
  }
}

TEST(AlternationWatch, FindsItAlsoWhereItBeginsLaterOrEnds) {
  const auto found =
      alternating([](int n) { return n < 1000 || n > 3000 ? 1.0 : sign(n) * (1 + 0.1 * std::sin(0.3 * n)); });
  ASSERT_EQ(found.size(), 1);
  EXPECT_NEAR(found[0].begin, 10, 1.5);
  EXPECT_NEAR(found[0].end, 30, 1.5);
}

TEST(AlternationWatch, LeavesAloneWhatIsNone) {
  EXPECT_TRUE(alternating([](int) { return 1.0; }).empty());
  EXPECT_TRUE(alternating([](int n) { return std::sin(0.3 * n); }).empty());
  EXPECT_TRUE(alternating([](int n) { return sign(n); }).empty()) << "a switch";
  EXPECT_TRUE(alternating([](int n) { return sign(n) * std::exp(-0.002 * n); }).empty()) << "decay";
  EXPECT_TRUE(alternating([](int n) { return 100 + sign(n) * (1 + 0.1 * std::sin(0.3 * n)); }).empty()) << "ripple";
  EXPECT_TRUE(alternating([](int n) { return scatter(n); }).empty()) << "noise";
  EXPECT_TRUE(alternating([](int n) { return n < 30 ? sign(n) * (1 + 0.1 * std::sin(n)) : 1.0; }).empty())
      << "start-up";
  EXPECT_TRUE(alternating([](int n) { return sign(n) * (1 + 0.1 * std::sin(n)); }, 40).empty()) << "too short";
  EXPECT_TRUE(alternating([](int) { return NAN; }).empty());
}

}  // namespace
}  // namespace oldham
