// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "oldham/model/rod/modes.hpp"
#include "rod_at_rest.hpp"
#include "rods.hpp"

// Rods that leave an equilibrium as it becomes unstable. Equal stiffnesses about both axes make two eigenvalues change
// sign together, which the sign of a determinant does not show.

namespace oldham::rod {
namespace {

using test::Rest;

/// Clamped and free, of equal bending stiffness.
RodDescription column(int edges) {
  RodDescription description = test::bending_rod(edges);
  description.section = GeneralSection{{1e7, 1e7, 1e6}, {1, 1, 1}, 1, {1e-4, 1e-4, 2e-4}};
  return description;
}

double lowest_frequency_squared(const Rest& rest) {
  return compute_modes(rest.rod, rest.rod.described_inputs(), rest.state, 1).front().frequency_squared;
}

/// Of what should be none. A stiffness G A/l of 4e8 N/m makes 4e-8 N of how places are rounded, and several add up.
constexpr double rounding = 2e-7;
double largest_force(const Rest& rest) {
  std::vector<double> f(rest.rod.unknown_count());
  rest.rod.forces(rest.state.data(), rest.rod.described_inputs(), f.data());
  double largest = 0;
  for (int i = 3; i < rest.rod.unknown_count(); ++i)
    if (!(rest.rod.is_held(rest.rod.edges()) && i >= 6 * rest.rod.edges())) largest = std::max(largest, std::abs(f[i]));
  return largest;
}

/// The elastica under a load P = 4 E I/L², 1.6 of Euler's: K(p) = √P = 2 tells p; its tip is at x = 2 E(p)/K(p) − 1,
/// z = 2 p/√P.
TEST(RodBuckling, PressedColumnIsTheElasticaOnTheSideOfTheHint) {
  const auto pressed = [](int edges, double hint) {
    RodDescription description = column(edges);
    description.loads.end_force = {-4, 0, hint};
    const Rest rest(description);
    EXPECT_GT(lowest_frequency_squared(rest), 0);
    return rest.tip();
  };
  double p = 0.8;
  for (double low = 0.5, high = 0.99; high - low > 1e-15; p = (low + high) / 2)
    (std::comp_ellint_1(p) < 2 ? low : high) = p;
  // errors of the grid are of order two, and extrapolated away but for N⁻⁴ = 4e-7; it is compressed by P/E A = 4e-6
  const Vector3<double> tip = (4 * pressed(80, 1e-6) - pressed(40, 1e-6)) / 3;
  EXPECT_NEAR(tip[0], std::comp_ellint_2(p) - 1, 2e-5);
  EXPECT_NEAR(tip[1], 0, 2e-5);
  EXPECT_NEAR(tip[2], p, 2e-5);
  EXPECT_NEAR(pressed(40, 1e-3)[0], 0.273, 5e-4);
  EXPECT_NEAR(pressed(40, 1e-3)[2], 0.803, 5e-4);
  EXPECT_NEAR(pressed(40, -1e-3)[2], -0.803, 5e-4);
}

/// Without a hint it leaves its axis all the same, in any direction, and as far.
TEST(RodBuckling, PerfectColumnLeavesItsAxis) {
  RodDescription description = column(40);
  description.loads.end_force = {-4, 0, 1e-3};
  const Rest hinted(description);
  description.loads.end_force = {-4, 0, 0};
  const Rest rest(description);
  EXPECT_GE(rest.report.releases, 1);
  EXPECT_NEAR(std::hypot(rest.tip()[1], rest.tip()[2]), hinted.tip()[2], 1e-3);  // as large as the hint
  EXPECT_LT(largest_force(rest), rounding);
  // twice the same
  EXPECT_EQ(rest.state, Rest(description).state);
  // below Euler's load, π²/4, it stays
  description.loads.end_force = {-2.4, 0, 0};
  const Rest straight(description);
  EXPECT_NEAR(std::hypot(straight.tip()[1], straight.tip()[2]), 0, 1e-10);
}

/// It bends about the weaker axis, whichever stiffness is which.
TEST(RodBuckling, PerfectColumnBendsAboutItsWeakerAxis) {
  RodDescription description = test::bending_rod(20);
  description.section = GeneralSection{{1e4, 1e4, 1e4}, {3, 1, 3}, 1, {1e-3, 1e-3, 2e-3}};
  description.loads.end_force = {-3, 0, 0};  // Euler's loads are 2.47 and 7.4
  const Rest rest(description);
  EXPECT_GT(std::abs(rest.tip()[2]), 0.2);
  EXPECT_NEAR(rest.tip()[1], 0, 1e-6);
  EXPECT_GT(lowest_frequency_squared(rest), 0);
  description.loads.end_force = {-3, 0, 1e-4};
  EXPECT_GT(Rest(description).tip()[2], 0.2);
  description.loads.end_force = {-3, 0, -1e-4};
  EXPECT_LT(Rest(description).tip()[2], -0.2);
}

/// Clamps pushed together by a tenth of the length. The elastica between clamps is four quarter waves: with
/// 2 E(p)/K(p) − 1 = 0.9 it presses by P = 16 K(p)² and rises to z = 4 p/√P.
TEST(RodBuckling, RodBetweenClampsPushedTogetherBuckles) {
  RodDescription description = column(40);
  description.section = GeneralSection{{1e6, 1e6, 1e4}, {1, 1, 1}, 1, {1e-4, 1e-4, 2e-4}};
  description.end.kind = EndKind::clamped;
  description.end.rotation = test::along_x;
  description.end.position = {0.9, 0, 0};
  description.loads.force_per_length = {0, 0, 0.01};
  const Rest rest(description);
  double p = 0.3;
  for (double low = 0, high = 0.9; high - low > 1e-15; p = (low + high) / 2)
    (2 * std::comp_ellint_2(p) / std::comp_ellint_1(p) - 1 > 0.9 ? low : high) = p;
  const double P = 16 * std::pow(std::comp_ellint_1(p), 2);
  // it is compressed by P/E A = 0.4 %, and the grid errs by (4/N)² of a wave
  EXPECT_NEAR(rest.node(20)[2], 4 * p / std::sqrt(P), 0.02 * 4 * p / std::sqrt(P));
  const auto reaction = rest.rod.start_reaction(rest.state.data(), rest.rod.described_inputs());
  EXPECT_NEAR(reaction.force[0], -P, 0.02 * P);
  EXPECT_GT(lowest_frequency_squared(rest), 0);
}

/// Without a load that says which way, the plane it buckles in costs nothing: rounding moves it round the axis, and
/// Newton's method does not come to rest. That must not end every stride.
TEST(RodBuckling, RodThatMayTurnRoundItsAxisIsFollowedInLongStrides) {
  RodDescription description = column(40);
  description.section = CircularSection{0.005, 1100, 5e6, 0.5, {}};
  description.end.kind = EndKind::clamped;
  description.end.rotation = test::along_x;
  description.end.position = {0.4, 0, 0};
  const Rest rest(description);
  EXPECT_LT(largest_force(rest), rounding);
  EXPECT_LT(rest.report.points, 500);
  EXPECT_LT(rest.report.iterations, 10000);
}

/// Above ρ A g L³ = 7.8373 E I an upright rod does not stand.
TEST(RodBuckling, HeavyUprightRodFallsOver) {
  const auto top = [](double load) {
    RodDescription description = column(40);
    description.start.rotation = test::upright;
    description.gravity = {0, 0, -load};
    const Rest rest(description);
    EXPECT_LT(largest_force(rest), rounding);
    EXPECT_GT(lowest_frequency_squared(rest), -1e-3);  // free to swing round the vertical
    return rest.tip();
  };
  EXPECT_NEAR(top(7.5)[2], 1, 1e-4);  // compressed by its weight only
  EXPECT_LT(top(8.5)[2], 0.95);
  EXPECT_LT(top(30)[2], 0);
}

TEST(RodBuckling, UprightRodOnAHingeHangsDown) {
  RodDescription description = column(10);
  description.start.kind = EndKind::hinged;
  description.start.rotation = test::upright;
  description.gravity = {0, 0, -9.81};
  const Rest rest(description);
  EXPECT_NEAR(rest.tip()[2], -1, 1e-4);  // stretched by its weight only
  EXPECT_NEAR(std::hypot(rest.tip()[0], rest.tip()[1]), 0, 1e-8);
  EXPECT_LT(largest_force(rest), rounding);
}

}  // namespace
}  // namespace oldham::rod
