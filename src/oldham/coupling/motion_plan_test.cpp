// SPDX-License-Identifier: MIT
#include "oldham/coupling/motion_plan.hpp"

#include <gtest/gtest.h>

#include "kinematic_pairs.hpp"
#include "oldham/analysis/stability.hpp"

namespace oldham {
namespace {

using test::KinematicScheme;
using test::TwoMasses;

double radius(Cosimulation<double>& system) {
  const double H = 0.08;
  return find_spectral_radius(system, state_to_analyse(system, 0.0, H), H);
}

/// The pair of two masses twice, side by side in one mover and one structure.
std::unique_ptr<Cosimulation<double>> couple_twice(const TwoMasses& p, ForceKind forces,
                                                   const KinematicScheme& scheme) {
  const auto twice = [](double co, double between, double in) {
    return std::vector<double>{co, 0, between, 0, 0, co, 0, between, between, 0, in, 0, 0, between, 0, in};
  };
  return test::couple<double>(
      test::linear_mechanics<double>({p.m_R, 0, 0, p.m_R}, {p.d_R, 0, 0, p.d_R}, {p.c_R, 0, 0, p.c_R}, 2),
      test::linear_mechanics<double>(twice(p.m_Fco, 0, p.m_Fin), twice(p.d_F, -p.d_F, 2 * p.d_F),
                                     twice(p.c_F, -p.c_F, 2 * p.c_F), 4),
      {0, 1}, {0, 1}, forces, scheme);
}

TEST(MotionPlan, ForcesSeeTheActualMotionOfEveryCoordinate) {
  for (auto loop : {MotionCoupling::Loop::jacobi, MotionCoupling::Loop::updated_acceleration,
                    MotionCoupling::Loop::updated_force}) {
    const KinematicScheme scheme{.force_order = 1, .motion_order = 1, .loop = loop};
    const auto once = test::couple<double>(TwoMasses{}, ForceKind::approximate, scheme);
    const auto twice = couple_twice(TwoMasses{}, ForceKind::approximate, scheme);
    // eigenvalues are double: rounding splits them, but each of the two blocks has its own
    EXPECT_NEAR(radius(*twice), radius(*once), 1e-10) << static_cast<int>(loop);
    EXPECT_EQ(twice->plan().second_looks.size(), loop == MotionCoupling::Loop::updated_force ? 2u : 1u);
  }
}

}  // namespace
}  // namespace oldham
