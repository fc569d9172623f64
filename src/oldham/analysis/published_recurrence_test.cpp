// SPDX-License-Identifier: MIT
#include "oldham/analysis/published_recurrence.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "kinematic_pairs.hpp"
#include "oldham/core/error.hpp"

namespace oldham {
namespace {

using test::ChancePair;
using test::KinematicScheme;
using test::TwoMasses;
using Matrix = KinematicMatrices<double>::Matrix;

Matrix rows(std::initializer_list<std::initializer_list<double>> entries) {
  Matrix m(entries.size(), entries.begin()->size());
  int i = 0;
  for (const auto& row : entries) {
    int j = 0;
    for (double value : row) m(i, j++) = value;
    ++i;
  }
  return m;
}

void expect_equal(const Matrix& found, const Matrix& expected, const char* name) {
  ASSERT_EQ(found.rows(), expected.rows()) << name;
  ASSERT_EQ(found.cols(), expected.cols()) << name;
  // a handful of operations on numbers up to 200
  EXPECT_LT((found - expected).cwiseAbs().maxCoeff(), 1e-13 * 200) << name << "\n" << found;
}

PublishedForm<double> form_of(const TwoMasses& p, ForceKind forces) {
  const auto system = test::couple<double>(p, forces, {});
  return make_published_form(read_kinematic_matrices(*system).value());
}

TEST(PublishedForm, OfTheTwoMassModelIsThatOfThePaper) {
  const TwoMasses p{.m_R = 4, .m_Fco = 0.7, .m_Fin = 0.5, .c_R = 90, .d_R = 1.5, .c_F = 50, .d_F = 0.2};
  const double m = p.m_R + p.m_Fco;
  const PublishedForm<double> exact = form_of(p, ForceKind::exact);
  expect_equal(exact.A_R, rows({{0, 1}, {-p.c_R / p.m_R, -p.d_R / p.m_R}}), "A_R");
  expect_equal(exact.B_R, rows({{0}, {-1 / p.m_R}}), "B_R");
  expect_equal(exact.C_R, rows({{1, 0}, {0, 1}, {-p.c_R / p.m_R, -p.d_R / p.m_R}}), "C_R");
  expect_equal(exact.D_R, rows({{0}, {0}, {-1 / p.m_R}}), "D_R");
  expect_equal(exact.A_F, rows({{0, 1}, {-2 * p.c_F / p.m_Fin, -2 * p.d_F / p.m_Fin}}), "A_F");
  expect_equal(exact.B_F, rows({{0, 0, 0}, {p.c_F / p.m_Fin, p.d_F / p.m_Fin, 0}}), "B_F");
  expect_equal(exact.C_F, rows({{-p.m_R * p.c_F / m, -p.m_R * p.d_F / m}}), "C_F");
  // (67) with the sign that makes the force the one of the coupled equations
  expect_equal(exact.D_F, rows({{(p.m_R * p.c_F - p.m_Fco * p.c_R) / m, (p.m_R * p.d_F - p.m_Fco * p.d_R) / m, 0}}),
               "D_F");
  EXPECT_EQ(exact.D_F(0, 2), 0.0);  // the acceleration takes no part at all

  const PublishedForm<double> approximate = form_of(p, ForceKind::approximate);
  expect_equal(approximate.C_F, rows({{-p.c_F, -p.d_F}}), "approximate C_F");
  expect_equal(approximate.D_F, rows({{p.c_F, p.d_F, p.m_Fco}}), "approximate D_F");  // (68)
}

double published_radius(const Cosimulation<double>& system, double H) {
  return spectral_radius(make_published_recurrence(system).eigenvalues(H));
}

TEST(PublishedRecurrence, HasTheRadiiOfAnIndependentProgram) {
  // computed in 40 digits from the matrices of the paper
  const auto with = [](ForceKind forces, int order) {
    return test::couple<double>(TwoMasses{}, forces, {.force_order = order, .motion_order = order});
  };
  EXPECT_NEAR(published_radius(*with(ForceKind::exact, 0), 0.05), 0.9953720142393553, 1e-12);
  EXPECT_NEAR(published_radius(*with(ForceKind::exact, 1), 0.05), 0.9953286965838141, 1e-12);
  const auto zero = make_published_recurrence(*with(ForceKind::exact, 0));
  EXPECT_EQ(zero.matrix(0.05).rows(), 8);
  EXPECT_NEAR(zero.matrix(0.05).norm(), 54.66838740600581, 1e-11);
  const auto one = make_published_recurrence(*with(ForceKind::exact, 1));
  EXPECT_EQ(one.matrix(0.05).rows(), 16);
  EXPECT_NEAR(one.matrix(0.05).norm(), 91.39270811361989, 1e-11);
}

/// Of the step that is simulated, with velocities from their own samples as the paper's matrix has them.
double simulated_radius(const ChancePair& pair, ForceKind forces, int order, MotionCoupling::Outputs outputs,
                        double H) {
  const auto system = pair.couple<double>(
      forces,
      {.force_order = order, .motion_order = order, .velocity = MotionCoupling::Velocity::sampled, .outputs = outputs});
  return find_spectral_radius(*system, state_to_analyse(*system, 0.0, H), H);
}

TEST(PublishedRecurrence, WithExactForcesIsTheStepWithSampledVelocities) {
  // then u_k = L (C x_k + D L y_k) is the actual motion, and the force that it gives; the acceleration in it is not
  // that of the step, so nothing may depend on it
  for (unsigned seed = 1; seed <= 20; ++seed) {
    ChancePair pair(seed);
    pair.part_masses_of_moved();
    const int order = pair.pick(0, 3);
    const auto system = pair.couple<double>(ForceKind::exact, {.force_order = order, .motion_order = order});
    const double expected = simulated_radius(pair, ForceKind::exact, order, MotionCoupling::Outputs::actual, 0.08);
    // rounding of eigenvalues of matrices with entries up to 1e3
    EXPECT_NEAR(published_radius(*system, 0.08), expected, 1e-9 * expected) << seed << " order " << order;
  }
}

TEST(PublishedRecurrence, WithDirectSamplesIsTheStepWithExtrapolatedOutputs) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    ChancePair pair(seed);
    const int order = pair.pick(0, 3);
    const auto system = pair.couple<double>(ForceKind::approximate, {.force_order = order, .motion_order = order});
    PublishedRecurrence<double> recurrence = make_published_recurrence(*system);
    recurrence.samples = InputSamples::direct;
    const double expected =
        simulated_radius(pair, ForceKind::approximate, order, MotionCoupling::Outputs::extrapolated, 0.08);
    EXPECT_NEAR(spectral_radius(recurrence.eigenvalues(0.08)), expected, 1e-9 * expected) << seed << " order " << order;
  }
}

TEST(PublishedRecurrence, IsTheSameInManyDigits) {
  const KinematicScheme scheme{.force_order = 2, .motion_order = 2};
  const auto system = test::couple<double>(TwoMasses{}, ForceKind::approximate, scheme);
  const auto precise = test::couple<Multiprecision>(TwoMasses{}, ForceKind::approximate, scheme);
  const Multiprecision expected =
      spectral_radius(make_published_recurrence(*precise).eigenvalues(from_decimal<Multiprecision>(0.05)));
  EXPECT_NEAR(published_radius(*system, 0.05), to_double(expected), 1e-11);
}

TEST(PublishedRecurrence, IsRefusedWhereNoneIsPublished) {
  const auto refuses = [](const KinematicScheme& scheme) {
    const auto system = test::couple<double>(TwoMasses{}, ForceKind::approximate, scheme);
    try {
      make_published_recurrence(*system);
    } catch (const Error& error) {
      return error.kind() == ErrorKind::missing_capability;
    }
    return false;
  };
  EXPECT_FALSE(refuses({}));
  EXPECT_TRUE(refuses({.force_order = 1}));
  EXPECT_TRUE(refuses({.schedule = Schedule::Kind::gauss_seidel}));
  EXPECT_TRUE(refuses({.loop = MotionCoupling::Loop::updated_force}));
}

}  // namespace
}  // namespace oldham
