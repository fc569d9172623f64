// SPDX-License-Identifier: MIT
#include "oldham/analysis/feedthrough_loop.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "kinematic_pairs.hpp"
#include "oldham/analysis/published_recurrence.hpp"
#include "oldham/analysis/stability.hpp"

namespace oldham {
namespace {

using test::ChancePair;
using test::KinematicScheme;
using test::TwoMasses;
using Loop = MotionCoupling::Loop;

constexpr auto gauss_seidel = Schedule::Kind::gauss_seidel;

/// Loops, and the schedule that closes the loop in another way.
const KinematicScheme variants[] = {{.loop = Loop::jacobi},
                                    {.loop = Loop::updated_acceleration},
                                    {.loop = Loop::updated_force},
                                    {.schedule = gauss_seidel}};

/// The limit is taken at 1e-45 of the step: vanishing eigenvalues keep (1e-47)^{1/5} = 4e-10 of themselves, all others
/// err by the step.
constexpr double tolerance = 1e-9;

template <class T>
double closed_form(const Cosimulation<T>& system) {
  return to_double(make_feedthrough_loop(system).value().spectral_radius());
}

double limit_of_the_step(Cosimulation<Multiprecision>& system) {
  return judge_zero_stability(system, from_decimal<Multiprecision>(0.01)).spectral_radius;
}

double two_mass_radius(double ratio, KinematicScheme scheme, int r, int s) {
  scheme.force_order = r;
  scheme.motion_order = s;
  return closed_form(*test::couple<double>(TwoMasses{.m_R = 5, .m_Fco = 5 / ratio}, ForceKind::approximate, scheme));
}

TEST(FeedthroughLoop, OfTwoMassesIsTheRootOfThePolynomial) {
  // r = s = 0: μ² = −m_Fco/m_R
  EXPECT_NEAR(two_mass_radius(0.5, variants[0], 0, 0), std::sqrt(2.0), 1e-14);
  EXPECT_NEAR(two_mass_radius(40, variants[0], 0, 0), std::sqrt(1 / 40.0), 1e-14);
  // r = s = 2, ratio 10: the growth that quadratic extrapolation shows; 16 digits of an independent program
  EXPECT_NEAR(two_mass_radius(10, variants[0], 2, 2), 1.4107847558857218, 1e-13);
  EXPECT_NEAR(two_mass_radius(10, variants[0], 1, 1), 0.8517548935980781, 1e-13);
}

TEST(FeedthroughLoop, IsTheSameWhenItIsMeasured) {
  for (int r = 0; r <= 2; ++r)
    for (int s = 0; s <= 2; ++s) {
      const auto system = test::couple<double>(TwoMasses{.m_R = 5, .m_Fco = 0.5}, ForceKind::approximate,
                                               {.force_order = r, .motion_order = s});
      const auto measured = measure_feedthrough_loop(*system, system->initial_state(0.0));
      ASSERT_TRUE(measured);
      EXPECT_NEAR(measured->spectral_radius(), closed_form(*system), 1e-12) << r << " " << s;
    }
}

TEST(FeedthroughLoop, IsNoLoopWithForcesOutOfBothSides) {
  const auto system = test::couple<double>(TwoMasses{}, ForceKind::exact, {.force_order = 1, .motion_order = 1});
  const auto measured = measure_feedthrough_loop(*system, system->initial_state(0.0));
  ASSERT_TRUE(measured);
  EXPECT_EQ(measured->spectral_radius(), 0.0);
}

TEST(FeedthroughLoop, IsNeutralAtTheCriticalRatios) {
  // Jacobi in motions and forces, rows r, columns s = 0, 1, 2
  const double ratios[3][3] = {{1, 1 + std::sqrt(2.0), 4.8996877890},
                               {1 + std::sqrt(2.0), 3 + 2 * std::sqrt(3.0), 14},
                               {4.8996877890, 14, 31.6398605659}};
  for (int r = 0; r < 3; ++r)
    for (int s = 0; s < 3; ++s)
      EXPECT_NEAR(two_mass_radius(ratios[r][s], variants[0], r, s), 1, 1e-10) << r << s;  // ten decimals are given
  // one extrapolation only: 2^{r+1} − 1
  for (int v = 1; v < 4; ++v)
    for (int r = 0; r < 3; ++r)
      EXPECT_NEAR(two_mass_radius(std::pow(2, r + 1) - 1, variants[v], r, r), 1, 1e-14) << v << r;
}

TEST(FeedthroughLoop, IsWhatTheStepTendsTo) {
  for (const KinematicScheme& variant : variants)
    for (int r = 0; r <= 3; ++r)
      for (int s = 0; s <= 3; ++s) {
        KinematicScheme scheme = variant;
        scheme.force_order = r;
        scheme.motion_order = s;
        const auto system = test::couple<Multiprecision>(TwoMasses{}, ForceKind::approximate, scheme);
        EXPECT_NEAR(closed_form(*system), limit_of_the_step(*system), tolerance)
            << r << s << " loop " << static_cast<int>(variant.loop) << " schedule "
            << static_cast<int>(variant.schedule);
      }
}

TEST(FeedthroughLoop, IsBrokenByExactForces) {
  for (const KinematicScheme& variant : variants) {
    KinematicScheme scheme = variant;
    scheme.force_order = scheme.motion_order = 3;
    EXPECT_EQ(closed_form(*test::couple<double>(TwoMasses{}, ForceKind::exact, scheme)), 0);
    EXPECT_EQ(closed_form(*ChancePair(7).couple<double>(ForceKind::exact, scheme)), 0);
    // reduced forces use inner accelerations only, which move nothing where masses are not coupled
    EXPECT_EQ(closed_form(*test::couple<double>(TwoMasses{}, ForceKind::reduced, scheme)), 0);
  }
}

TEST(FeedthroughLoop, HasTheMatricesOfThePaper) {
  using Matrix = ChancePair::Matrix;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const ChancePair pair(seed);
    const Matrix M_R = pair.mass_of_mover(), M_F = pair.mass_of_moved(), W = M_R.inverse();
    const int m = pair.coupled(), n_R = static_cast<int>(M_R.rows()) - m, n_F = static_cast<int>(M_F.rows()) - m;
    const Matrix M_co = M_F.topLeftCorner(m, m), through_inner = M_F.topRightCorner(m, n_F) *
                                                                 M_F.bottomRightCorner(n_F, n_F).inverse() *
                                                                 M_F.bottomLeftCorner(n_F, m);
    // approximate, (43) with the transposed inverse: G_R = 1, G_F = -1
    const auto approximate =
        make_feedthrough_loop(*pair.couple<double>(ForceKind::approximate, KinematicScheme{})).value();
    // full matrices of a few rows, of condition 10 to 100
    EXPECT_TRUE(approximate.gain.isApprox(-(M_co - through_inner) * W.topLeftCorner(m, m), 1e-12)) << seed;
    // reduced, (41a) and (41b)
    const auto reduced = make_feedthrough_loop(*pair.couple<double>(ForceKind::reduced, KinematicScheme{})).value();
    const Matrix R_co = M_R.topLeftCorner(m, m).inverse(), S = (R_co + M_co.inverse()).inverse();
    const Matrix of_moved = S * M_co.inverse() * through_inner * W.topLeftCorner(m, m),
                 of_mover = S * R_co * M_R.topRightCorner(m, n_R) * W.bottomLeftCorner(n_R, m);
    EXPECT_LT((reduced.gain - of_moved - of_mover).norm(), 1e-12) << seed;
  }
}

TEST(FeedthroughLoop, IsWhatThePublishedRecurrenceTendsTo) {
  for (unsigned seed = 1; seed <= 20; ++seed)
    for (ForceKind forces : {ForceKind::reduced, ForceKind::approximate}) {
      ChancePair pair(seed);
      const int order = pair.pick(0, 2);
      const auto system = pair.couple<Multiprecision>(forces, {.force_order = order, .motion_order = order});
      // states stand still: their eigenvalues are 1 to the step
      double largest = 0;
      for (const auto& e : make_published_recurrence(*system).eigenvalues(Multiprecision("1e-45")))
        if (std::hypot(to_double(e.real) - 1, to_double(e.imaginary)) > 1e-6)
          largest = std::max(largest, to_double(e.modulus()));
      const double radius = closed_form(*system);
      EXPECT_NEAR(largest, radius, tolerance * std::max(1.0, radius)) << seed << " order " << order;
    }
}

class ChanceLoop : public testing::TestWithParam<unsigned> {};

TEST_P(ChanceLoop, IsWhatTheStepTendsTo) {
  ChancePair pair(GetParam());
  for (ForceKind forces : {ForceKind::reduced, ForceKind::approximate}) {
    KinematicScheme scheme = variants[pair.pick(0, 3)];
    scheme.force_order = pair.pick(0, 3);
    scheme.motion_order = pair.pick(0, 3);
    const auto system = pair.couple<Multiprecision>(forces, scheme);
    const double radius = closed_form(*system);
    EXPECT_GT(radius, 1e-3);  // there is a loop
    EXPECT_NEAR(radius, limit_of_the_step(*system), tolerance * std::max(1.0, radius))
        << "r " << scheme.force_order << " s " << scheme.motion_order << " loop " << static_cast<int>(scheme.loop)
        << " schedule " << static_cast<int>(scheme.schedule) << " coupled " << pair.coupled();
  }
}

INSTANTIATE_TEST_SUITE_P(Pairs, ChanceLoop, testing::Range(1u, 21u));

TEST(FeedthroughLoop, HasNoClosedFormWhereCouplingIsCorrected) {
  Scheme scheme = KinematicScheme{}.scheme();
  scheme.correction.least = scheme.correction.most = 1;
  auto mover = test::linear_mechanics<double>({1.0}, {0.0}, {1.0}, 1);
  auto moved = test::linear_mechanics<double>({1.0}, {0.0}, {1.0}, 1);
  const IntegratorSettings exact{.kind = IntegratorKind::exact};
  const Cosimulation<double> system(
      join_kinematically<double>({"R", mover, {0}, exact}, {"F", moved, {0}, exact}, ForceKind::approximate), scheme);
  EXPECT_FALSE(make_feedthrough_loop(system).has_value());
}

}  // namespace
}  // namespace oldham
