// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <unsupported/Eigen/MatrixFunctions>

#include "contract/kinematic_contract.hpp"
#include "oldham/analysis/monolithic.hpp"

// Kinematic coupling of chance systems against e^{At} of the index-1 system of both sides.

namespace oldham::test {
namespace {

using Velocity = MotionCoupling::Velocity;
constexpr auto gauss_seidel = Schedule::Kind::gauss_seidel;
constexpr double end = 0.5;  // s
/// The next term of the error is smaller by ω H, about 0.02, and by chance a few times that: 0.09 was measured at most.
constexpr double tolerance = 0.2;

/// The largest error of the states at any communication point; uneven: steps of 3/4 and 5/4 in turn.
double error_of(const ChanceMechanics& chance, ForceKind forces, const Scheme& scheme, int steps, bool uneven = false) {
  const auto system = chance.couple<double>(forces, scheme);
  const double H = end / steps;
  MacroState<double> state = system->initial_state(0);
  if (scheme.startup == Startup::exact) {
    Monolithic<double> monolithic(*system);
    system->fill_history(state, H, exact_past(monolithic, *system, state, H));
  }
  const WholePair whole = chance.whole();
  const double lengths[] = {uneven ? 0.75 * H : H, uneven ? 1.25 * H : H};
  const Matrix A = whole.matrix(), flows[] = {(A * lengths[0]).exp(), (A * lengths[1]).exp()};
  Vector x = whole.start();
  double worst = 0;
  for (int n = 0; n < steps; ++n) {
    EXPECT_TRUE(system->step(state, {state.time, lengths[n % 2]}).is_accepted());
    x = flows[n % 2] * x;
    worst = std::max(worst, (states_of(*system, state) - x).cwiseAbs().maxCoeff());
  }
  return worst;
}

double order_of(const ChanceMechanics& chance, ForceKind forces, const Scheme& scheme, int steps, bool uneven = false) {
  const double coarse = error_of(chance, forces, scheme, steps, uneven);
  const double fine = error_of(chance, forces, scheme, 2 * steps, uneven);
  EXPECT_GT(fine, 1e-11);  // far above the rounding of a thousand steps
  return std::log2(coarse / fine);
}

class ChanceOrder : public testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Seeds, ChanceOrder, testing::Range(1u, 7u));

TEST_P(ChanceOrder, WithSampledVelocitiesIsTheLowerOfBothPlusOne) {
  const ChanceMechanics chance(GetParam());
  for (int r = 0; r <= 2; ++r)
    for (int s = 0; s <= 2; ++s) {
      Scheme scheme = KinematicScheme{.force_order = r, .motion_order = s, .velocity = Velocity::sampled}.scheme();
      scheme.startup = Startup::exact;
      EXPECT_NEAR(order_of(chance, ForceKind::exact, scheme, 256), std::min(r, s) + 1, tolerance) << r << s;
      // from one sample: the first step errs by O(H²), once
      scheme.startup = Startup::ramp;
      EXPECT_NEAR(order_of(chance, ForceKind::exact, scheme, 256), std::min({r + 1, s + 1, 2}), tolerance) << r << s;
    }
}

TEST_P(ChanceOrder, WithDerivedVelocitiesIsThatOfTheJumpsOfThePosition) {
  // dampers ten times as strong feel them at once
  const ChanceMechanics chance(GetParam(), 3.0);
  for (int r = 0; r <= 2; ++r)
    for (int s = 1; s <= 3; ++s) {
      Scheme scheme = KinematicScheme{.force_order = r, .motion_order = s, .velocity = Velocity::derivative}.scheme();
      scheme.startup = Startup::exact;
      EXPECT_NEAR(order_of(chance, ForceKind::exact, scheme, 1024), std::min(r + 1, s), tolerance) << r << s;
    }
}

TEST_P(ChanceOrder, OfGaussSeidelIsTheLowerOfBothPlusOne) {
  const ChanceMechanics chance(GetParam(), 3.0);
  for (int r = 0; r <= 2; ++r)
    for (int s = 1; s <= 2; ++s) {
      Scheme scheme =
          KinematicScheme{
              .force_order = r, .motion_order = s, .velocity = Velocity::derivative, .schedule = gauss_seidel}
              .scheme();
      EXPECT_NEAR(order_of(chance, ForceKind::exact, scheme, 1024), std::min({r + 1, s + 1, 2}), tolerance) << r << s;
      scheme.startup = Startup::exact;
      EXPECT_NEAR(order_of(chance, ForceKind::exact, scheme, 1024), std::min(r, s) + 1, tolerance) << r << s;
    }
}

TEST_P(ChanceOrder, OfUnevenStepsIsThatOfEvenOnes) {
  const ChanceMechanics chance(GetParam(), 3.0);
  for (int order = 1; order <= 2; ++order)
    for (Velocity velocity : {Velocity::sampled, Velocity::derivative}) {
      Scheme scheme = KinematicScheme{.force_order = order, .motion_order = order, .velocity = velocity}.scheme();
      scheme.startup = Startup::exact;
      EXPECT_NEAR(order_of(chance, ForceKind::exact, scheme, 1024, true),
                  velocity == Velocity::sampled ? order + 1 : order, tolerance)
          << order;
    }
}

TEST_P(ChanceOrder, OfDerivedVelocitiesFromARampIsTwoWhenTheStartIsAtRest) {
  // the first step has a constant position, hence no velocity: as it is at rest
  ChanceMechanics chance(GetParam(), 3.0);
  chance.v_R.setZero();
  chance.v_F.setZero();
  const Scheme scheme = KinematicScheme{.force_order = 2, .motion_order = 2, .velocity = Velocity::derivative}.scheme();
  EXPECT_NEAR(order_of(chance, ForceKind::exact, scheme, 1024), 2, tolerance);
}

TEST_P(ChanceOrder, OfCorrectedStepsIsTheLowerOfBothPlusOneForAllForces) {
  const ChanceMechanics chance(GetParam());
  for (ForceKind forces : {ForceKind::exact, ForceKind::reduced, ForceKind::approximate})
    for (int order = 0; order <= 2; ++order) {
      Scheme scheme = KinematicScheme{.force_order = order, .motion_order = order}.scheme();
      scheme.correction = correction_named("semi-implicit");
      scheme.startup = Startup::exact;
      EXPECT_NEAR(order_of(chance, forces, scheme, 128), order + 1, tolerance) << static_cast<int>(forces) << order;
    }
}

TEST_P(ChanceOrder, OfConvergenceIsLostWhereAConstantPositionIsDifferentiated) {
  // velocities of zero are those of another system, which smaller steps come no nearer to
  const ChanceMechanics chance(GetParam(), 3.0);
  const Scheme derived = KinematicScheme{.velocity = Velocity::derivative}.scheme();
  const double fine = error_of(chance, ForceKind::exact, derived, 512);
  EXPECT_GT(fine, 0.9 * error_of(chance, ForceKind::exact, derived, 256));
  EXPECT_LT(error_of(chance, ForceKind::exact, KinematicScheme{}.scheme(), 512), 0.2 * fine);
}

}  // namespace
}  // namespace oldham::test
