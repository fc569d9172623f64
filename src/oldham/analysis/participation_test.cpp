// SPDX-License-Identifier: MIT
#include "oldham/analysis/participation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace oldham {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

constexpr double digits = 1e-12;  // eigenvectors of well-conditioned matrices of a few rows

/// T = V diag(0.9, 1.2) V^-1 with V = [1 1; 2 -1], hence V^-1 = [1 1; 2 -1]/3.
const std::vector<double> two_modes = {(0.9 + 2 * 1.2) / 3, (0.9 - 1.2) / 3, (2 * 0.9 - 2 * 1.2) / 3,
                                       (2 * 0.9 + 1.2) / 3};

TEST(Participation, IsTheProductOfLeftAndRightEigenvectors) {
  // of the first mode v = (1, 2), w = (1, 1)/3; of the second v = (1, -1), w = (2, -1)/3
  EXPECT_THAT(compute_participation(two_modes, 2, {0.9, 0}).shares,
              ElementsAre(DoubleNear(1.0 / 3, digits), DoubleNear(2.0 / 3, digits)));
  EXPECT_THAT(compute_participation(two_modes, 2, {1.2, 0}).shares,
              ElementsAre(DoubleNear(2.0 / 3, digits), DoubleNear(1.0 / 3, digits)));
}

TEST(Participation, DoesNotDependOnUnits) {
  // D T D^-1 with D = diag(1, 1e9): a length and a pressure, say
  const std::vector<double> scaled = {two_modes[0], two_modes[1] * 1e-9, two_modes[2] * 1e9, two_modes[3]};
  EXPECT_THAT(compute_participation(scaled, 2, {1.2, 0}).shares,
              ElementsAre(DoubleNear(2.0 / 3, digits), DoubleNear(1.0 / 3, digits)));
}

TEST(Participation, OfAnOscillationIsSharedByBothItsStates) {
  // a rotation beside an entry of its own: |w_k v_k| of (1, ±i) is the same for both
  const double c = std::cos(0.3), s = std::sin(0.3);
  const std::vector<double> rotation = {c, -s, 0, s, c, 0, 0, 0, 0.5};
  EXPECT_THAT(compute_participation(rotation, 3, {c, s}).shares,
              ElementsAre(DoubleNear(0.5, digits), DoubleNear(0.5, digits), DoubleNear(0, digits)));
}

TEST(Participation, KnowsEigenvaluesThatMoveEasily) {
  // a double μ = 1, as of a body that nothing holds, torn apart by an error of 1e-14 to 1 ± √(0.5e-14): the error moved
  // it by 7e6 times as much, and each of the four entries may be wrong
  const double split = std::sqrt(0.5e-14);
  const double condition = compute_participation({1.5 + 1e-14, -0.5, 0.5, 0.5}, 2, {1 + split, 0}).condition;
  EXPECT_GT(condition, 7e6);
  EXPECT_LT(condition, 1e8);
  EXPECT_LT(compute_participation(two_modes, 2, {1.2, 0}).condition, 2);
}

TEST(Participation, NamesModesByFrequencyAndCarriers) {
  ModeShares shares;
  shares.carriers = {{"crane", 0.6}, {"controller", 0.39}, {"lamp", 0.01}};
  const double H = 1e-3, angle = 2 * M_PI * 41.6 * H;
  EXPECT_EQ(name_mode(shares, {std::cos(angle), std::sin(angle)}, H),
            "the 41.6 Hz mode between 'crane' and 'controller'");
  EXPECT_EQ(name_mode(shares, {-1.1, 0}, H),
            "the mode that changes sign with every step between 'crane' and 'controller'");
  shares.carriers = {{"crane", 0.99}, {"lamp", 0.01}};
  EXPECT_EQ(name_mode(shares, {1.1, 0}, H), "the mode without oscillation of 'crane'");
}

}  // namespace
}  // namespace oldham
