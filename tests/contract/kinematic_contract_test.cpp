// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "contract/kinematic_contract.hpp"
#include "contract/scheme_contract.hpp"
#include "oldham/analysis/one_step_map.hpp"
#include "oldham/analysis/stability.hpp"

// What every scheme promises, for kinematic pairs: steps that can be repeated, threads that change nothing, one map in
// two precisions; and what corrections promise.

namespace oldham::test {
namespace {

using Velocity = MotionCoupling::Velocity;
using Outputs = MotionCoupling::Outputs;
using Loop = MotionCoupling::Loop;
constexpr double step_length = 0.01;  // s

/// All choices of a kinematic coupling in turn, the orders with them.
std::vector<Scheme> all_schemes() {
  std::vector<Scheme> schemes;
  for (const char* correction : {"explicit", "semi-implicit", "implicit"})
    for (auto schedule : {Schedule::Kind::jacobi, Schedule::Kind::gauss_seidel})
      for (Velocity velocity : {Velocity::derivative, Velocity::sampled})
        for (Outputs outputs : {Outputs::actual, Outputs::extrapolated})
          for (Loop loop : {Loop::jacobi, Loop::updated_acceleration, Loop::updated_force}) {
            const bool is_corrected = std::string(correction) != "explicit";
            // corrected schemes take the defaults of both
            if (is_corrected &&
                (velocity == Velocity::derivative || outputs == Outputs::actual || loop != Loop::jacobi))
              continue;
            const int k = static_cast<int>(schemes.size());
            Scheme scheme = KinematicScheme{k % 3, 1 + k / 3 % 2, loop, velocity, outputs, schedule}.scheme();
            scheme.correction = correction_named(correction);
            schemes.push_back(scheme);
          }
  return schemes;
}

/// Steps that are accepted; explicit approximate forces may grow, which twenty steps survive.
void step_on(Cosimulation<double>& system, MacroState<double>& state, int count, double H = step_length) {
  for (int n = 0; n < count; ++n) {
    const StepReport report = system.step(state, {state.time, H});
    ASSERT_TRUE(report.is_accepted()) << report.reason;
  }
}

class KinematicContract : public testing::TestWithParam<unsigned> {};
INSTANTIATE_TEST_SUITE_P(Seeds, KinematicContract, testing::Range(1u, 4u));

TEST_P(KinematicContract, RepeatsAStepInEveryBit) {
  const ChanceMechanics chance(GetParam());
  for (ForceKind forces : all_forces)
    for (const Scheme& scheme : all_schemes()) {
      const auto system = chance.couple<double>(forces, scheme);
      MacroState<double> state = system->initial_state(0);
      step_on(*system, state, 5);
      MacroState<double> again = state.clone();
      step_on(*system, state, 10);
      // from the middle, after others have gone by, and on another object
      step_on(*system, again, 4);
      MacroState<double> rest = again.clone();
      step_on(*system, again, 6);
      EXPECT_TRUE(identical(*system, state, again));
      const auto other = chance.couple<double>(forces, scheme);
      (void)other->initial_state(0);
      step_on(*other, rest, 6);
      EXPECT_TRUE(identical(*other, state, rest));
    }
}

TEST_P(KinematicContract, HasOneMapInTwoPrecisions) {
  const ChanceMechanics chance(GetParam());
  for (ForceKind forces : all_forces)
    for (const Scheme& scheme : all_schemes()) {
      const auto system = chance.couple<double>(forces, scheme);
      const auto precise = chance.couple<Multiprecision>(forces, scheme);
      const Multiprecision H = Multiprecision(step_length);
      const auto map = compute_one_step_map(*system, state_to_analyse(*system, 0.0, step_length), step_length);
      const auto exact = compute_one_step_map(*precise, state_to_analyse(*precise, Multiprecision(0), H), H);
      ASSERT_EQ(map.size, exact.size);
      EXPECT_LT(map.linearity_defect, 1e-10);
      double largest = 0, error = 0;
      for (std::size_t i = 0; i < map.matrix.size(); ++i) {
        const double entry = to_double(exact.matrix[i]);
        largest = std::max(largest, std::abs(entry));
        error = std::max(error, std::abs(map.matrix[i] - entry));
      }
      // a hundred roundings of the largest entry; ten were measured
      EXPECT_LE(error, 0x1p-52 * 100 * largest);
    }
}

/// A mover on a nonlinear spring: its steps cost as much as its integrator takes.
std::unique_ptr<Cosimulation<double>> costly_pair(ForceKind forces, Scheme scheme, int threads) {
  const ChanceMechanics chance(2);
  scheme.threads = threads;
  // a cost far above what threads are used for: 2000 steps of rk4 in a macro step
  const IntegratorSettings rk4{.kind = IntegratorKind::rk4, .micro_step = step_length / 2000};
  return std::make_unique<Cosimulation<double>>(
      join_kinematically<double>({"R", chance.mover<double>(), chance.of_mover, rk4},
                                 {"F", chance.moved<double>(), chance.of_moved, rk4}, forces),
      scheme);
}

TEST(KinematicThreads, DoNotChangeABit) {
  for (ForceKind forces : all_forces)
    for (const Scheme& scheme : all_schemes()) {
      if (scheme.schedule.kind != Schedule::Kind::jacobi) continue;
      const auto one = costly_pair(forces, scheme, 1), two = costly_pair(forces, scheme, 2);
      MacroState<double> a = one->initial_state(0), b = two->initial_state(0);
      step_on(*one, a, 3);
      step_on(*two, b, 3);
      EXPECT_TRUE(identical(*one, a, b));
    }
}

TEST(KinematicPair, NeedsNoInnerCoordinates) {
  // the moved side then has no state at all: a mass that is carried along
  for (ForceKind forces : all_forces) {
    auto mover = linear_mechanics<double>({2.5}, {0.3}, {40.0}, 1);
    auto moved = linear_mechanics<double>({0.5}, {0.1}, {20.0}, 1);
    mover->q0 = moved->q0 = {1.0};
    const auto system = couple<double>(mover, moved, {0}, {0}, forces,
                                       {.force_order = 1, .motion_order = 1, .schedule = Schedule::Kind::gauss_seidel});
    MacroState<double> state = system->initial_state(0);
    EXPECT_NEAR(forces_of(*system, state)[0], 10, 1e-13);  // Λ = k_F q + m_F a with a = −60/3
    step_on(*system, state, 1000, 0.001);
    // m = 3, k = 60, d = 0.4: q = e^{-δt} (cos ωt + δ/ω sin ωt); order 2 leaves some (ω H)² = 2e-5
    const double delta = 0.4 / 6, omega = std::sqrt(20 - delta * delta);
    EXPECT_NEAR(state.outputs[0], std::exp(-delta) * (std::cos(omega) + delta / omega * std::sin(omega)), 1e-4);
  }
}

TEST(KinematicPair, ShowsInnerCoordinatesOfBothSides) {
  for (unsigned seed = 1; seed <= 3; ++seed)
    for (ForceKind forces : all_forces) {
      const ChanceMechanics chance(seed);
      const auto system = chance.couple<double>(forces, KinematicScheme{}.scheme());
      MacroState<double> state = system->initial_state(0);
      step_on(*system, state, 3);
      const Vector x = states_of(*system, state);
      const auto n_R = chance.M_R.rows(), n_F = chance.M_F.rows(),
                 m = static_cast<Eigen::Index>(chance.of_mover.size());
      const auto shown = [&](const std::string& name) {
        return state.outputs[system->plan().output_offset[name[0] == 'F'] + system->assembly().output(name, "").port];
      };
      int k = 0;
      for (int i = 0; i < n_R; ++i) {
        if (std::find(chance.of_mover.begin(), chance.of_mover.end(), i) != chance.of_mover.end()) continue;
        EXPECT_EQ(shown(fmt::format("R.inner{}.position", ++k)), x(i));
        EXPECT_EQ(shown(fmt::format("R.inner{}.velocity", k)), x(n_R + i));
      }
      EXPECT_EQ(k, n_R - m);
      for (int i = 0; i < n_F - m; ++i) {
        EXPECT_EQ(shown(fmt::format("F.inner{}.position", i + 1)), x(2 * n_R + i));
        EXPECT_EQ(shown(fmt::format("F.inner{}.velocity", i + 1)), x(2 * n_R + n_F - m + i));
      }
    }
}

// ---- corrected: no limit of the mass ratio ----

double radius(ForceKind forces, const char* correction, double ratio, int order, double H) {
  Scheme scheme = KinematicScheme{.force_order = order, .motion_order = order}.scheme();
  scheme.correction = correction_named(correction);
  const TwoMasses p{.m_R = 5, .m_Fco = 5 / ratio};
  const IntegratorSettings exact{.kind = IntegratorKind::exact};
  const double c = p.c_F, d = p.d_F;
  Cosimulation<double> system(
      join_kinematically<double>(
          {"R", linear_mechanics<double>({p.m_R}, {p.d_R}, {p.c_R}, 1), {0}, exact},
          {"F",
           linear_mechanics<double>({p.m_Fco, 0, 0, p.m_Fin}, {d, -d, -d, 2 * d}, {c, -c, -c, 2 * c}, 2),
           {0},
           exact},
          forces),
      scheme);
  return find_spectral_radius(system, state_to_analyse(system, 0.0, H), H);
}

TEST(CorrectedKinematicCoupling, IsStableWhereMassesForbidTheExplicitOne) {
  for (double ratio : {0.1, 0.01})
    for (double H : {1e-4, 1e-3, 1e-2}) {
      // the loop alone multiplies by more than √10, whatever the step
      EXPECT_GT(radius(ForceKind::approximate, "explicit", ratio, 1, H), 3) << ratio << " " << H;
      for (ForceKind forces : all_forces)
        for (const char* correction : {"semi-implicit", "implicit"})
          EXPECT_LT(radius(forces, correction, ratio, 1, H), 1) << ratio << " " << H;
    }
}

TEST(CorrectedKinematicCoupling, IsOneSchemeForAllForces) {
  // solved for, inner and prescribed accelerations are those of the whole, and the three kinds say the same
  const ChanceMechanics chance(3);
  for (int order = 0; order <= 2; ++order) {
    Scheme scheme = KinematicScheme{.force_order = order, .motion_order = order}.scheme();
    scheme.correction = correction_named("semi-implicit");
    std::vector<Vector> ends;
    for (ForceKind forces : all_forces) {
      const auto system = chance.couple<double>(forces, scheme);
      MacroState<double> state = system->initial_state(0);
      step_on(*system, state, 50);
      ends.push_back(states_of(*system, state));
    }
    // rounding of fifty steps
    EXPECT_TRUE(ends[1].isApprox(ends[0], 1e-12)) << order << " " << (ends[1] - ends[0]).norm();
    EXPECT_TRUE(ends[2].isApprox(ends[0], 1e-12)) << order << " " << (ends[2] - ends[0]).norm();
  }
}

}  // namespace
}  // namespace oldham::test
