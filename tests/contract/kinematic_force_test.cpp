// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>

#include "contract/kinematic_contract.hpp"
#include "oldham/analysis/feedthrough_loop.hpp"
#include "oldham/analysis/stability.hpp"

// Forces of kinematic coupling on chance systems, against the multipliers of the index-1 system of both sides.

namespace oldham::test {
namespace {

double relative_error(const std::vector<double>& found, const Vector& expected) {
  EXPECT_EQ(static_cast<Eigen::Index>(found.size()), expected.size());
  return (Eigen::Map<const Vector>(found.data(), expected.size()) - expected).norm() / expected.norm();
}

class ChanceForce : public testing::TestWithParam<unsigned> {
 protected:
  const ChanceMechanics chance_{GetParam()};
  const WholePair whole_ = chance_.whole();
};
INSTANTIATE_TEST_SUITE_P(Seeds, ChanceForce, testing::Range(1u, 21u));

TEST_P(ChanceForce, IsTheMultiplierAtTheStart) {
  // at the start coupled equations are solved, so that inner and prescribed accelerations are known to all kinds
  const Vector expected = whole_.at(0, whole_.start()).force;
  for (ForceKind forces : {ForceKind::exact, ForceKind::reduced, ForceKind::approximate})
    for (auto outputs : {MotionCoupling::Outputs::actual, MotionCoupling::Outputs::extrapolated}) {
      const auto system = chance_.couple<double>(
          forces, KinematicScheme{.force_order = 1, .motion_order = 1, .outputs = outputs}.scheme());
      const MacroState<double> state = system->initial_state(0);
      // matrices of up to ten rows and condition below 1e4
      EXPECT_LT(relative_error(forces_of(*system, state), expected), 1e-10) << static_cast<int>(forces);
    }
}

TEST_P(ChanceForce, IsTheMultiplierAtEveryCommunicationPointWhenExact) {
  // exact forces take positions and velocities, which are known there: no extrapolation enters
  for (auto schedule : {Schedule::Kind::jacobi, Schedule::Kind::gauss_seidel})
    for (int order = 0; order <= 2; ++order) {
      const auto system = chance_.couple<double>(
          ForceKind::exact,
          KinematicScheme{.force_order = order, .motion_order = order, .schedule = schedule}.scheme());
      MacroState<double> state = system->initial_state(0);
      double worst = 0;
      for (int n = 0; n < 50; ++n) {
        ASSERT_TRUE(system->step(state, {state.time, 0.01}).is_accepted());
        worst = std::max(
            worst, relative_error(forces_of(*system, state), whole_.at(state.time, states_of(*system, state)).force));
      }
      EXPECT_LT(worst, 1e-10) << order;
    }
}

TEST_P(ChanceForce, IsNotTheMultiplierAlongARunWhenAccelerationsAreExtrapolated) {
  // the claim above would be empty if reduced forces fulfilled it too
  const auto system = chance_.couple<double>(ForceKind::reduced, KinematicScheme{}.scheme());
  MacroState<double> state = system->initial_state(0);
  ASSERT_TRUE(system->step(state, {state.time, 0.01}).is_accepted());
  EXPECT_GT(relative_error(forces_of(*system, state), whole_.at(state.time, states_of(*system, state)).force), 1e-6);
}

// ---- H -> 0 ----

/// Limit of the step and closed form of reduced forces, linear extrapolation.
std::pair<double, double> radii(const ChanceMechanics& chance, ForceKind forces) {
  const auto system =
      chance.couple<Multiprecision>(forces, KinematicScheme{.force_order = 1, .motion_order = 1}.scheme());
  return {judge_zero_stability(*system, from_decimal<Multiprecision>(0.01)).spectral_radius,
          to_double(make_feedthrough_loop(*system).value().spectral_radius())};
}

TEST_P(ChanceForce, HasALoopThroughMassesBetweenCoupledAndInnerCoordinatesOnly) {
  // the limit is taken at 1e-45 of the step: vanishing eigenvalues keep (1e-47)^{1/5} = 4e-10 of themselves
  const double tolerance = 1e-9;
  const auto expect_loop = [&](const ChanceMechanics& chance, bool is_there) {
    const auto [limit, closed_form] = radii(chance, ForceKind::reduced);
    EXPECT_NEAR(limit, closed_form, tolerance * std::max(1.0, closed_form));
    if (is_there) {
      EXPECT_GT(closed_form, 1e-3);
    } else {
      EXPECT_EQ(closed_form, 0);
    }
  };
  ChanceMechanics mover_parted = chance_, moved_parted = chance_, both_parted = chance_;
  mover_parted.part_masses_of_mover();
  moved_parted.part_masses_of_moved();
  both_parted.part_masses_of_mover();
  both_parted.part_masses_of_moved();
  expect_loop(chance_, true);
  expect_loop(mover_parted, true);
  expect_loop(moved_parted, true);
  expect_loop(both_parted, false);
}

}  // namespace
}  // namespace oldham::test
