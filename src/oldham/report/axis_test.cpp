// SPDX-License-Identifier: MIT
#include "oldham/report/axis.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "not_a_number.hpp"

namespace oldham {
namespace {

std::vector<std::string> labels_of(const Axis& axis) {
  std::vector<std::string> labels;
  for (const Tick& tick : axis.ticks) labels.push_back(tick.label);
  return labels;
}

using Labels = std::vector<std::string>;

TEST(Axis, TicksAreRoundNumbersWithTheDecimalsOfTheirStep) {
  EXPECT_EQ(labels_of(make_axis({0, 1}, false, 5)), (Labels{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
  EXPECT_EQ(labels_of(make_axis({0.3, 12.1}, false, 6)), (Labels{"2", "4", "6", "8", "10", "12"}));
}

TEST(Axis, NegativeNumbersHaveAMathematicalMinusAndZeroNone) {
  EXPECT_EQ(labels_of(make_axis({-1, 1}, false, 4)), (Labels{"−1.0", "−0.5", "0.0", "0.5", "1.0"}));
  EXPECT_EQ(decimal_label(-1e-17, 2), "0.00");
}

TEST(Axis, LongNumbersShareAPowerOfTen) {
  const Axis large = make_axis({0, 3e6}, false, 3);
  EXPECT_EQ(large.exponent, 6);
  EXPECT_EQ(labels_of(large), (Labels{"0", "1", "2", "3"}));
  const Axis small = make_axis({0, 2e-5}, false, 4);
  EXPECT_EQ(small.exponent, -5);
  EXPECT_EQ(labels_of(small), (Labels{"0.0", "0.5", "1.0", "1.5", "2.0"}));
}

TEST(Axis, DecadesCarryPowersOfTenAndNineParts) {
  const Axis axis = make_axis({1e-3, 1}, true, 6);
  EXPECT_EQ(labels_of(axis), (Labels{"10⁻³", "10⁻²", "10⁻¹", "10⁰"}));
  EXPECT_EQ(axis.minor_ticks.size(), 3u * 8u);  // 2 to 9 in each decade
}

TEST(Axis, ManyDecadesAreLabelledAtAnEvenStride) {
  const Axis axis = make_axis({1e-12, 1}, true, 7);
  EXPECT_EQ(labels_of(axis), (Labels{"10⁻¹²", "10⁻¹⁰", "10⁻⁸", "10⁻⁶", "10⁻⁴", "10⁻²", "10⁰"}));
  EXPECT_EQ(axis.minor_ticks.size(), 6u);  // the odd powers
}

TEST(Axis, FewDecadesAreLabelledInBetween) {
  EXPECT_EQ(labels_of(make_axis({0.2, 7}, true, 6)), (Labels{"0.2", "0.5", "1", "2", "5"}));
  // within a factor of four, evenly spaced numbers tell more
  EXPECT_EQ(labels_of(make_axis({3.1, 3.4}, true, 3)), (Labels{"3.1", "3.2", "3.3", "3.4"}));
}

TEST(Axis, EveryTickLiesWithinTheRange) {
  for (const bool log : {false, true})
    for (double low = 1e-9; low < 1e9; low *= 7.3)
      for (double factor = 1.0001; factor < 1e12; factor *= 3.1)
        for (const int wanted : {1, 4, 9}) {
          const Axis axis = make_axis({low, low * factor}, log, wanted);
          EXPECT_LE(axis.ticks.size(), 2u * static_cast<unsigned>(wanted) + 6);
          for (const Tick& tick : axis.ticks) {
            EXPECT_GE(axis.fraction(tick.value), -1e-6);  // rounding of a tick at the very end, narrow range
            EXPECT_LE(axis.fraction(tick.value), 1 + 1e-6);
          }
        }
}

TEST(Axis, FractionFollowsTheScale) {
  EXPECT_DOUBLE_EQ(make_axis({2, 4}, false, 3).fraction(2.5), 0.25);
  EXPECT_DOUBLE_EQ(make_axis({1, 1e4}, true, 3).fraction(10), 0.25);
  EXPECT_TRUE(std::isnan(make_axis({1, 1e4}, true, 3).fraction(-1)));
  EXPECT_TRUE(std::isnan(make_axis({1, 1e4}, true, 3).fraction(0)));
  EXPECT_TRUE(std::isnan(make_axis({0, 1}, false, 3).fraction(nan)));
}

TEST(Axis, CoveredRangeSkipsWhatCannotBeShown) {
  const std::vector<double> values{nan, -3, 0, 2, 7, std::numeric_limits<double>::infinity()};
  EXPECT_EQ(covered_range(values, false)->low, -3);
  EXPECT_EQ(covered_range(values, true)->low, 2);
  EXPECT_EQ(covered_range(values, true)->high, 7);
  EXPECT_FALSE(covered_range(std::vector{nan, nan}, false).has_value());
}

TEST(Axis, EqualValuesGetRoomAroundThem) {
  for (const bool log : {false, true})
    for (const double value : {5.0, 1e-200, 1e200}) {
      const Range range = padded_range({value, value}, log, 0);
      EXPECT_LT(range.low, value);
      EXPECT_GT(range.high, value);
    }
  EXPECT_EQ(padded_range({0, 0}, false, 0).low, -1);
}

TEST(Axis, NumbersAreLabelledShortly) {
  EXPECT_EQ(number_label(0.25), "0.25");
  EXPECT_EQ(number_label(-2), "−2");
  EXPECT_EQ(number_label(1e-9), "10⁻⁹");
  EXPECT_EQ(number_label(2.5e7), "2.5·10⁷");
  EXPECT_EQ(power_of_ten(-12), "10⁻¹²");
}

}  // namespace
}  // namespace oldham
