// SPDX-License-Identifier: MIT
#include "oldham/signal/time_signal.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "oldham/core/scalar.hpp"

namespace oldham {
namespace {

const SignalDescription ramp{{{1.0, 2.0}, {1.5, 2.0}, {2.0, -4.0}, {3.0, -4.0}}, {}};

TEST(TimeSignal, IsConstantWithOnePoint) {
  const TimeSignal<double> signal(SignalDescription::constant(7));
  EXPECT_TRUE(signal.is_constant());
  for (const double t : {-1e9, 0.0, 1e9}) EXPECT_EQ(signal(t), 7);
  EXPECT_EQ(signal.next_kink(-1e9), INFINITY);
}

TEST(TimeSignal, GoesStraightBetweenPointsAndStaysOutside) {
  const TimeSignal<double> signal(ramp);
  EXPECT_FALSE(signal.is_constant());
  EXPECT_EQ(signal(-5), 2);
  EXPECT_EQ(signal(1.2), 2);
  EXPECT_DOUBLE_EQ(signal(1.75), -1);
  EXPECT_NEAR(signal(1.6), 2 - 0.1 * 12, 1e-14);
  EXPECT_EQ(signal(2.5), -4);
  EXPECT_EQ(signal(99), -4);
}

TEST(TimeSignal, HasKinksWhereItBendsOnly) {
  // neither the first point, where it goes on as it was, nor the last is one
  const TimeSignal<double> signal(ramp);
  EXPECT_EQ(signal.next_kink(-1), 1.5);
  EXPECT_EQ(signal.next_kink(1.5), 2);  // after t, not at it
  EXPECT_EQ(signal.next_kink(1.99), 2);
  EXPECT_EQ(signal.next_kink(2), INFINITY);
}

TEST(TimeSignal, ASlopeAtAnEndIsAKink) {
  const TimeSignal<double> signal(SignalDescription{{{1.0, 0.0}, {2.0, 1.0}}, {}});
  EXPECT_EQ(signal.next_kink(0), 1);
  EXPECT_EQ(signal.next_kink(1), 2);
  EXPECT_EQ(signal.next_kink(2), INFINITY);
}

TEST(TimeSignal, JumpsAtTwoPointsOfOneTime) {
  const TimeSignal<double> step(SignalDescription{{{0.5, 1.0}, {0.5, 3.0}}, {}});
  EXPECT_EQ(step(std::nextafter(0.5, 0)), 1);
  EXPECT_EQ(step(0.5), 3);
  EXPECT_EQ(step(9), 3);
  EXPECT_EQ(step.next_kink(0), 0.5);
  EXPECT_EQ(step.next_kink(0.5), INFINITY);
}

TEST(TimeSignal, JumpsInTheMiddleOfSlopes) {
  // the slope is the same on both sides, so that only the jump tells them apart
  const TimeSignal<double> saw(SignalDescription{{{0, 0}, {1, 1}, {1, 0}, {2, 1}}, {}});
  EXPECT_DOUBLE_EQ(saw(0.75), 0.75);
  EXPECT_EQ(saw(1), 0);
  EXPECT_DOUBLE_EQ(saw(1.25), 0.25);
  EXPECT_EQ(saw.next_kink(0), 1);
}

TEST(TimeSignal, IsASine) {
  SignalDescription description;
  description.sine = {1.0, 2.0, 0.25, std::numbers::pi / 6};
  const TimeSignal<double> signal(description);
  EXPECT_FALSE(signal.is_constant());
  EXPECT_DOUBLE_EQ(signal(0), 1 + 2 * 0.5);
  EXPECT_DOUBLE_EQ(signal(1), 1 + 2 * std::cos(std::numbers::pi / 6));  // a quarter of a period later
  EXPECT_EQ(signal.next_kink(0), INFINITY);
}

TEST(TimeSignal, KeepsTheDecimalsOfTheFileInMultiprecision) {
  const TimeSignal<Multiprecision> signal(SignalDescription{{{0, 0}, {0.3, 0.1}}, {}});
  // 0.1/0.3 · 0.1 with exact tenths
  const Multiprecision difference = signal(Multiprecision("0.1")) - Multiprecision(1) / 30;
  EXPECT_LT(abs(difference), Multiprecision("1e-150"));
  EXPECT_TRUE(isinf(signal.next_kink(Multiprecision(1))));
}

}  // namespace
}  // namespace oldham
