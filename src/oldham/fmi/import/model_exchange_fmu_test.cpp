// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/model_exchange_fmu.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "fmu_files.hpp"
#include "oldham/fmi/import/make_fmu_subsystem.hpp"

namespace oldham::fmi {
namespace {

class BothVersions : public testing::TestWithParam<int> {
 protected:
  static std::string name_of(const std::string& model) { return model + "-" + std::to_string(GetParam()); }
};
INSTANTIATE_TEST_SUITE_P(ModelExchangeFmu, BothVersions, testing::Values(2, 3));

TEST_P(BothVersions, AreSolvedToTheTolerance) {
  // x'' = −100 x from x = 1: x = cos 10 t, x' = −10 sin 10 t
  ModelExchangeFmu fmu("oscillator", load_exchange_fmu(name_of("Oscillator")), {});
  fmu.initialize(0);
  ASSERT_TRUE(advance_held(fmu, 0, 0.1, 20, {0}).is_accepted());
  const double tight = std::abs(output_of(fmu, "position") - std::cos(20.0));
  EXPECT_LT(tight, 2e-6);
  EXPECT_NEAR(output_of(fmu, "velocity"), -10 * std::sin(20.0), 2e-5);
  EXPECT_NEAR(output_of(fmu, "acceleration"), -100 * output_of(fmu, "position"), 1e-9);
  EXPECT_EQ(fmu.event_count(), 0);

  FmuSettings loose;
  loose.relative_tolerance = 1e-4;
  ModelExchangeFmu other("oscillator", load_exchange_fmu(name_of("Oscillator")), loose);
  other.initialize(0);
  ASSERT_TRUE(advance_held(other, 0, 0.1, 20, {0}).is_accepted());
  const double error = std::abs(output_of(other, "position") - std::cos(20.0));
  // the tolerance is heard; which of the two is nearer is the luck of whoever solves them
  EXPECT_NE(error, tight);
  EXPECT_LT(error, 1e-3);
}

TEST_P(BothVersions, FollowInputsInsideAStep) {
  // without a spring x'' = f: f = 6 (t − 1) jumps to f = 6 (2 − t) at half of the step from t = 1 to t = 2
  const auto file = load_exchange_fmu(name_of("Oscillator"));
  FmuSettings settings;
  settings.values = {setting(*file, "stiffness", 0), setting(*file, "initial_position", 0)};
  ModelExchangeFmu fmu("oscillator", file, settings);
  fmu.initialize(1);
  const std::vector<double> breaks = {0, 0.5, 1}, coefficients = {0, 6, 6, -6};
  ASSERT_TRUE(fmu.advance({1, 1}, {1, 1, breaks, coefficients.data()}).is_accepted());
  EXPECT_NEAR(output_of(fmu, "velocity"), 1.5, 1e-8);
  EXPECT_NEAR(output_of(fmu, "position"), 0.75, 1e-8);
  EXPECT_EQ(output_of(fmu, "acceleration"), 0);
}

TEST_P(BothVersions, BounceAtTheRightTimes) {
  FmuSettings settings;
  settings.relative_tolerance = 1e-10;
  ModelExchangeFmu fmu("ball", load_exchange_fmu(name_of("BouncingBall")), settings);
  fmu.initialize(0);
  EXPECT_EQ(output_of(fmu, "height"), 1);
  const double first = std::sqrt(2 / 9.81), e = 0.7;
  double begin = first, velocity = 9.81 * first * e, time = 0;
  for (int bounce = 1; bounce <= 5; ++bounce) {
    // in the middle of the flight behind each bounce
    const double flight = 2 * velocity / 9.81, middle = begin + flight / 2;
    ASSERT_TRUE(advance_held(fmu, time, (middle - time) / 7, 7).is_accepted());
    time = middle;
    EXPECT_EQ(output_of(fmu, "bounces"), bounce);
    EXPECT_NEAR(output_of(fmu, "height"), velocity * velocity / (2 * 9.81), 1e-8);  // what energy is left
    EXPECT_NEAR(output_of(fmu, "velocity"), 0, 9.81 * 1e-8);                        // the time of the bounce
    begin += flight;
    velocity *= e;
  }
  // it comes to rest, with nothing that keeps the solver from going on
  ASSERT_TRUE(advance_held(fmu, time, 0.1, 30).is_accepted());
  EXPECT_NEAR(output_of(fmu, "height"), 0, 1e-12);
  EXPECT_EQ(output_of(fmu, "velocity"), 0);
}

TEST_P(BothVersions, HandleTimeEventsAndEnd) {
  ModelExchangeFmu fmu("stair", load_exchange_fmu(name_of("Stair")), {});
  fmu.initialize(0);
  // 0.1 + ... + 0.1 is not 1, but the tenth step ends there
  double time = 0;
  for (int n = 1; n <= 25; ++n) {
    ASSERT_TRUE(advance_held(fmu, time, 0.1, 1).is_accepted());
    time += 0.1;
    EXPECT_EQ(output_of(fmu, "counter"), n / 10) << n;
  }
  EXPECT_EQ(fmu.event_count(), 2);
  const StepOutcome outcome = advance_held(fmu, time, 2, 10);
  EXPECT_TRUE(outcome.is_accepted());
  EXPECT_TRUE(outcome.is_last);
  EXPECT_EQ(outcome.reason, "asked to end the simulation at t = 10 s");
  EXPECT_EQ(output_of(fmu, "counter"), 10);
}

TEST_P(BothVersions, RepeatAStepBitwise) {
  ModelExchangeFmu fmu("ball", load_exchange_fmu(name_of("BouncingBall")), {});
  EXPECT_TRUE(fmu.description().capabilities.rollback);
  fmu.initialize(0);
  ASSERT_TRUE(advance_held(fmu, 0, 0.1, 4).is_accepted());
  Snapshot<double> before, behind;
  fmu.save(before);
  ASSERT_TRUE(advance_held(fmu, 0.4, 0.1, 10).is_accepted());
  const std::vector<double> once = outputs_of(fmu);
  fmu.save(behind);
  ASSERT_TRUE(advance_held(fmu, 1.4, 0.1, 5).is_accepted());
  const std::vector<double> later = outputs_of(fmu);
  fmu.restore(before);
  EXPECT_EQ(output_of(fmu, "bounces"), 0);
  ASSERT_TRUE(advance_held(fmu, 0.4, 0.1, 10).is_accepted());
  EXPECT_EQ(outputs_of(fmu), once);
  fmu.restore(behind);
  EXPECT_EQ(outputs_of(fmu), once);
  ASSERT_TRUE(advance_held(fmu, 1.4, 0.1, 5).is_accepted());
  EXPECT_EQ(outputs_of(fmu), later);
}

TEST_P(BothVersions, LetTheirEquationsBeEvaluatedBetweenSteps) {
  ModelExchangeFmu fmu("oscillator", load_exchange_fmu(name_of("Oscillator")), {});
  fmu.initialize(0);
  fmu.apply_inputs(std::vector<double>{3});
  ASSERT_TRUE(advance_held(fmu, 0, 0.1, 3, {3}).is_accepted());
  const std::vector<double> y = outputs_of(fmu);
  const Equations<double>* equations = fmu.equations();
  ASSERT_NE(equations, nullptr);
  EXPECT_EQ(equations->velocity_of(), (std::vector<int>{1, -1}));
  std::vector<double> x(2), dx(2), other(3);
  equations->read_equation_state(x);
  EXPECT_EQ(x, (std::vector<double>{y[0], y[1]}));
  equations->derivative(5, std::vector<double>{1, 2}, std::vector<double>{4}, dx);
  EXPECT_EQ(dx, (std::vector<double>{2, -96}));
  equations->output(5, std::vector<double>{1, 2}, std::vector<double>{4}, other);
  EXPECT_EQ(other, (std::vector<double>{1, 2, -96}));
  EXPECT_EQ(outputs_of(fmu), y);

  // states that others write are seen by the outputs, with inputs that others apply
  Snapshot<double> snapshot;
  fmu.write_state(std::vector<double>{0.5, -1});
  fmu.save(snapshot);
  EXPECT_EQ(outputs_of(fmu), (std::vector<double>{0.5, -1, -47}));
  equations->derivative(7, std::vector<double>{1, 2}, std::vector<double>{4}, dx);
  fmu.apply_inputs(std::vector<double>{1});
  EXPECT_EQ(outputs_of(fmu), (std::vector<double>{0.5, -1, -49}));
  fmu.restore(snapshot);
  EXPECT_EQ(outputs_of(fmu), (std::vector<double>{0.5, -1, -47}));
  fmu.read_state(x);
  EXPECT_EQ(x, (std::vector<double>{0.5, -1}));
}

TEST_P(BothVersions, TellHowAStepAnswersToItsInputs) {
  ModelExchangeFmu fmu("oscillator", load_exchange_fmu(name_of("Oscillator")), {});
  EXPECT_TRUE(fmu.description().capabilities.step_sensitivity);
  fmu.initialize(0);
  const Polynomials inputs(1, {1, 2});
  const double h = 0.2;
  ASSERT_TRUE(fmu.advance({0, h}, inputs.signal()).is_accepted());
  const std::vector<double> y = outputs_of(fmu);
  ASSERT_NE(fmu.step_sensitivity(), nullptr);
  // δf = s θ, δx = (s/ω²)(θ − sin(ω h θ)/(ω h)) at θ = 1
  const std::vector<double> direction = {0, 3};
  std::vector<double> dy(3), drate(3);
  fmu.step_sensitivity()->respond({0, h}, {1, 1, inputs.breaks, direction.data()}, dy, drate, {});
  const double angle = 10 * h, position = 0.03 * (1 - std::sin(angle) / angle),
               velocity = 0.03 / h * (1 - std::cos(angle));
  EXPECT_NEAR(dy[0], position, 1e-9);
  EXPECT_NEAR(dy[1], velocity, 1e-8);
  EXPECT_NEAR(dy[2], 3 - 100 * position, 1e-7);
  EXPECT_NEAR(drate[0], velocity, 1e-7);
  EXPECT_NEAR(drate[1], 3 - 100 * position, 1e-6);
  EXPECT_NEAR(drate[2], 3 / h - 100 * velocity, 1e-5);
  EXPECT_EQ(outputs_of(fmu), y);
}

TEST(ModelExchangeFmu, WithoutStatesPassesItsInputsOn) {
  const auto fmu = make_fmu_subsystem("trivial", load_exchange_fmu("Trivial-3"), {});
  EXPECT_EQ(fmu->description().state_size, 0);
  fmu->initialize(0);
  fmu->apply_inputs(std::vector<double>{2});
  EXPECT_EQ(outputs_of(*fmu), (std::vector<double>{3}));
  ASSERT_TRUE(fmu->advance({0, 1}, Polynomials(1, {1, 4}).signal()).is_accepted());
  EXPECT_EQ(outputs_of(*fmu), (std::vector<double>{6}));
  ASSERT_TRUE(advance_held(*fmu, 1, 0, 1, {7}).is_accepted());
  EXPECT_EQ(outputs_of(*fmu), (std::vector<double>{8}));
}

TEST(ModelExchangeFmu, HasNoEquationsWhereEventsChangeIt) {
  ModelExchangeFmu ball("ball", load_exchange_fmu("BouncingBall-2"), {});
  EXPECT_FALSE(ball.description().capabilities.equations);
  EXPECT_FALSE(ball.description().capabilities.step_sensitivity);
  EXPECT_TRUE(ball.description().capabilities.state_access);
  EXPECT_EQ(ball.equations(), nullptr);
  EXPECT_EQ(ball.step_sensitivity(), nullptr);
}

TEST(ModelExchangeFmu, SavesItselfWhereTheFmuCannot) {
  ModelExchangeFmu fmu("forgetful", load_exchange_fmu("Forgetful-2"), {});
  EXPECT_TRUE(fmu.description().capabilities.rollback);
  EXPECT_FALSE(fmu.description().capabilities.step_sensitivity);
  fmu.initialize(0);
  ASSERT_TRUE(advance_held(fmu, 0, 0.1, 3, {1}).is_accepted());
  Snapshot<double> before;
  fmu.save(before);
  ASSERT_TRUE(advance_held(fmu, 0.3, 0.1, 3, {2}).is_accepted());
  const std::vector<double> once = outputs_of(fmu);
  fmu.restore(before);
  ASSERT_TRUE(advance_held(fmu, 0.3, 0.1, 3, {2}).is_accepted());
  EXPECT_EQ(outputs_of(fmu), once);
  // in a new instance too
  fmu.initialize(0);
  fmu.restore(before);
  ASSERT_TRUE(advance_held(fmu, 0.3, 0.1, 3, {2}).is_accepted());
  EXPECT_EQ(outputs_of(fmu), once);
}

}  // namespace
}  // namespace oldham::fmi
