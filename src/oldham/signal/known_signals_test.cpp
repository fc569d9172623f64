// SPDX-License-Identifier: MIT
#include "oldham/signal/known_signals.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace oldham {
namespace {

using Inside = KnownSignals<double>::Inside;

/// 0 until 0.25 s, then up with 8 /s until 0.5 s, then 1.
SignalDescription bent() { return {{{0, 0}, {0.25, 0}, {0.5, 2}, {0.5, 1}, {1, 1}}, {}}; }

double at(const InputSignal<double>& signal, double theta, int input) {
  std::vector<double> u(signal.inputs);
  signal.evaluate(theta, u.data());
  return u[input];
}

TEST(KnownSignals, AreTheFunctionInsideAStepWithItsKinksAndJumps) {
  KnownSignals<double> known;
  known.add(bent(), Inside::follows);
  known.add(SignalDescription::constant(7), Inside::follows);
  const InputSignal<double>& signal = known.over({0, 1}, nullptr);
  EXPECT_EQ(signal.pieces(), 3);
  EXPECT_EQ(signal.degree, 1);
  const TimeSignal<double> exact(bent());
  for (const double theta : {0.0, 0.1, 0.3, 0.49, 0.51, 0.9, 1.0}) {
    EXPECT_NEAR(at(signal, theta, 0), exact(theta), 4e-16) << theta;  // rounding of values up to 2
    EXPECT_EQ(at(signal, theta, 1), 7);
  }
  // the value before a jump belongs to the piece that ends there
  double u[2];
  signal.evaluate_piece(1, 0.5, u);
  EXPECT_NEAR(u[0], 2, 1e-15);
}

TEST(KnownSignals, EndAStepWithTheValueBeforeAJumpAndBeginOneWithTheValueAfterIt) {
  KnownSignals<double> known;
  known.add(bent(), Inside::follows);
  EXPECT_NEAR(at(known.over({0.4, 0.1}, nullptr), 1, 0), 2, 1e-14);
  // 5 · 0.1 and 0.3 + 0.2 are the jump up to rounding, on either side of it
  for (const double begin : {0.5 - 1e-15, 0.5, 0.5 + 1e-15}) {
    const InputSignal<double>& after = known.over({begin, 0.1}, nullptr);
    EXPECT_EQ(after.pieces(), 1);
    EXPECT_EQ(after.degree, 0);
    EXPECT_EQ(at(after, 0, 0), 1);
    double u = 0;
    known.read(begin, 1e-10, &u);
    EXPECT_EQ(u, 1);
  }
}

TEST(KnownSignals, AreHeldOverAStepWhereAskedTo) {
  KnownSignals<double> known;
  known.add(bent(), Inside::is_held);
  const InputSignal<double>& signal = known.over({0.3, 0.4}, nullptr);
  EXPECT_EQ(signal.pieces(), 1);
  EXPECT_EQ(signal.degree, 0);
  EXPECT_NEAR(at(signal, 0.9, 0), 0.4, 1e-15);
  EXPECT_EQ(at(known.over({0.5 - 1e-15, 0.4}, nullptr), 0.5, 0), 1);
}

TEST(KnownSignals, FollowInputsFromOutsideWithTheirOwnPieces) {
  const double breaks[] = {0, 0.5, 1}, c[] = {1, 2, 0, 5, 0, 4};  // 1 + 2θ, then 5 + 4θ²
  const InputSignal<double> outside{1, 2, breaks, c};
  KnownSignals<double> known;
  known.add({{{0, 0}, {0.75, 0}, {0.75, 3}}, {}}, Inside::follows);
  const InputSignal<double>& signal = known.over({0, 1}, &outside);
  ASSERT_EQ(signal.inputs, 2);
  EXPECT_EQ(signal.pieces(), 3);
  EXPECT_EQ(signal.degree, 2);
  for (const double theta : {0.0, 0.2, 0.6, 0.7, 0.8, 1.0}) {
    double u = 0;
    outside.evaluate(theta, &u);
    EXPECT_EQ(at(signal, theta, 0), u);
    EXPECT_EQ(at(signal, theta, 1), theta < 0.75 ? 0 : 3);
  }
}

TEST(KnownSignals, HaveTheirFirstKinkAndValuesHeldBeyondTheirEnds) {
  KnownSignals<double> known;
  known.add(bent(), Inside::follows);
  known.add({{{0.4, 1}, {0.6, 2}}, {}}, Inside::follows);
  EXPECT_EQ(known.next_kink(0), 0.25);
  EXPECT_EQ(known.next_kink(0.25), 0.4);
  EXPECT_EQ(known.next_kink(0.6), INFINITY);
  EXPECT_EQ(at(known.over({-1, 0.5}, nullptr), 0.3, 1), 1);
  EXPECT_EQ(at(known.over({5, 0.5}, nullptr), 0.3, 1), 2);
}

}  // namespace
}  // namespace oldham
