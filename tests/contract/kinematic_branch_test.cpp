// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "contract/kinematic_contract.hpp"
#include "contract/scheme_contract.hpp"
#include "oldham/analysis/monolithic.hpp"
#include "oldham/interface/joint_library.hpp"

// A joint with two solutions stays with the one that it started from, and says where both end.

namespace oldham::test {
namespace {

constexpr double length = 1, height = 0.3, H = 0.05;  // m, m, s

/// A point (x, y) that draws a slider behind it, or pushes it, by a rod; the slider runs along y = 0. Nothing holds
/// them.
std::unique_ptr<Cosimulation<double>> rod(ForceKind forces, double side, std::vector<double> velocity,
                                          IntegratorKind integrator, const char* correction = "explicit") {
  auto point = linear_mechanics<double>({3.0, 0, 0, 3.0}, std::vector<double>(4), std::vector<double>(4), 2);
  point->q0 = {0, height};
  point->v0 = velocity;
  auto slider = linear_mechanics<double>({0.1}, {0.0}, {0.0}, 1);
  const double along = side * std::sqrt(length * length - height * height);
  slider->q0 = {along};
  slider->v0 = {velocity[0] - height * velocity[1] / along};
  Scheme scheme = KinematicScheme{.force_order = 1, .motion_order = 1}.scheme();
  scheme.correction = correction_named(correction);
  const IntegratorSettings settings{.kind = integrator, .micro_step = integrator == IntegratorKind::rk4 ? H / 4 : 0};
  return std::make_unique<Cosimulation<double>>(
      join_kinematically<double>(
          {"R", point, {0, 1}, settings, "", make_distance_joint<double>({{0, 0}, {1, 0}}, length)},
          {"F", slider, {0}, settings}, forces),
      scheme);
}

TEST(KinematicBranch, IsKeptFarFromWhereItBegan) {
  // the point passes the place where the slider stood at first, which lies nearer to the other solution from then on
  for (ForceKind forces : all_forces)
    for (const char* correction : {"explicit", "implicit"})
      for (double side : {1.0, -1.0}) {
        const auto system = rod(forces, side, {2 * side, 0}, IntegratorKind::rk4, correction);
        MacroState<double> state = system->initial_state(0);
        for (int n = 1; n <= 60; ++n) {
          ASSERT_TRUE(system->step(state, {(n - 1) * H, H}).is_accepted());
          // both move along without a force, at 2 m/s
          const double expected = side * (2 * n * H + std::sqrt(length * length - height * height));
          ASSERT_NEAR(state.outputs[0], expected, 1e-12) << n;
        }
      }
}

TEST(KinematicBranch, IsKeptByTheMonolithicSolution) {
  const auto system = rod(ForceKind::exact, 1, {2, 0}, IntegratorKind::rk4);
  Monolithic<double> monolithic(*system);
  std::vector<double> x = monolithic.read_states(system->initial_state(0)), y(system->plan().outputs()),
                      w(system->plan().variables);
  monolithic.advance({0, 3}, x);
  monolithic.outputs(3, x, y, w);
  EXPECT_NEAR(y[0], 6 + std::sqrt(length * length - height * height), 1e-9);
}

TEST(KinematicBranch, IsPartOfWhatIsSaved) {
  const auto system = rod(ForceKind::exact, 1, {2, 0.4}, IntegratorKind::rk4);
  MacroState<double> state = system->initial_state(0);
  const auto step_on = [](Cosimulation<double>& one, MacroState<double>& from, int count) {
    for (int n = 0; n < count; ++n) ASSERT_TRUE(one.step(from, {from.time, H}).is_accepted());
  };
  step_on(*system, state, 15);
  MacroState<double> again = state.clone(), elsewhere = state.clone();
  step_on(*system, state, 10);
  step_on(*system, again, 10);
  EXPECT_TRUE(identical(*system, state, again));
  // on an object that has never been near
  const auto other = rod(ForceKind::exact, 1, {2, 0.4}, IntegratorKind::rk4);
  (void)other->initial_state(0);
  step_on(*other, elsewhere, 10);
  EXPECT_TRUE(identical(*other, state, elsewhere));
}

TEST(KinematicBranch, IsMissedWithItsReasonWhereItEnds) {
  // the point leaves the reach of its rod
  for (IntegratorKind integrator : {IntegratorKind::rk4, IntegratorKind::cvode, IntegratorKind::trapezoidal})
    for (ForceKind forces : all_forces) {
      const auto system = rod(forces, 1, {0, 1}, integrator);
      MacroState<double> state = system->initial_state(0);
      StepReport report;
      for (int n = 0; n < 100 && report.is_accepted(); ++n) report = system->step(state, {n * H, H});
      EXPECT_EQ(report.status, StepReport::Status::failed) << report.reason;
      EXPECT_THAT(report.reason, testing::HasSubstr("subsystem 'R' failed in the step from t = "));
      EXPECT_THAT(report.reason, testing::HasSubstr("joint 'distance' at t = "));
      EXPECT_THAT(report.reason, testing::HasSubstr("dg/dq_F"));
    }
}

}  // namespace
}  // namespace oldham::test
