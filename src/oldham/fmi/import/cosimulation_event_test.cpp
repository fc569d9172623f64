// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "fmu_files.hpp"

// What FMUs do besides making the step they are asked for: events, and asking for the end.

namespace oldham::fmi {
namespace {

using testing::HasSubstr;

std::unique_ptr<CosimulationFmu> make(const std::string& name, const FmuSettings& settings = {}) {
  auto made = std::make_unique<CosimulationFmu>("it", load_fmu(name), settings);
  made->initialize(0);
  return made;
}

const InputSignal<double>& no_inputs() {
  static const std::vector<double> breaks = {0, 1};
  static const InputSignal<double> signal{0, 0, breaks, nullptr};
  return signal;
}

class Ball : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Versions, Ball, testing::Values("BouncingBall-2", "BouncingBall-3"));

// falls for √(2h/g), then flies for 2 v/g with v = e √(2gh)
TEST_P(Ball, BouncesWhereItReachesTheFloorAndNotWhereStepsEnd) {
  const auto ball = make(GetParam());
  for (int i = 0; i < 4; ++i) ASSERT_TRUE(ball->advance({i * 0.2, 0.2}, no_inputs()).is_accepted());
  const double g = 9.81, fall = std::sqrt(2 / g), v = 0.7 * std::sqrt(2 * g), t = 0.8 - fall;
  EXPECT_EQ(output_of(*ball, "bounces"), 1);
  EXPECT_NEAR(output_of(*ball, "height"), v * t - g / 2 * t * t, 1e-10);  // the solver is exact for parabolas
  EXPECT_NEAR(output_of(*ball, "velocity"), v - g * t, 1e-10);
}

TEST_P(Ball, LosesNoBounceInOneLongStep) {
  const auto ball = make(GetParam());
  ASSERT_TRUE(ball->advance({0, 3}, no_inputs()).is_accepted());
  // it rests once it leaves the floor more slowly than 0.05 m/s
  EXPECT_EQ(output_of(*ball, "bounces"), std::ceil(std::log(0.05 / std::sqrt(2 * 9.81)) / std::log(0.7)));
  EXPECT_NEAR(output_of(*ball, "height"), 0, 1e-300);
}

TEST_P(Ball, RepeatsAStepWithABounceBitwise) {
  const auto ball = make(GetParam());
  ASSERT_TRUE(ball->advance({0, 0.4}, no_inputs()).is_accepted());
  Snapshot<double> saved;
  ball->save(saved);
  ASSERT_TRUE(ball->advance({0.4, 0.1}, no_inputs()).is_accepted());
  const std::vector<double> first = outputs_of(*ball);
  ball->restore(saved);
  EXPECT_EQ(output_of(*ball, "bounces"), 0);
  ASSERT_TRUE(ball->advance({0.4, 0.1}, no_inputs()).is_accepted());
  EXPECT_EQ(output_of(*ball, "bounces"), 1);
  EXPECT_EQ(outputs_of(*ball), first);
}

class Stair : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Versions, Stair, testing::Values("Stair-2", "Stair-3"));

TEST_P(Stair, CountsTimeEventsAndAsksForTheEnd) {
  const auto stair = make(GetParam());
  for (int i = 0; i < 6; ++i) {
    const StepOutcome outcome = stair->advance({i * 1.5, 1.5}, no_inputs());
    ASSERT_TRUE(outcome.is_accepted()) << outcome.reason;
    EXPECT_FALSE(outcome.is_last);
    EXPECT_EQ(output_of(*stair, "counter"), std::floor((i + 1) * 1.5));
  }
  const StepOutcome last = stair->advance({9, 1.5}, no_inputs());
  EXPECT_TRUE(last.is_accepted()) << last.reason;
  EXPECT_TRUE(last.is_last);
  EXPECT_THAT(last.reason, HasSubstr("t = 10 s"));
  EXPECT_EQ(output_of(*stair, "counter"), 10);  // what it has come to is told
}

/// Inputs of the FMU that passes everything through: those given, the others as they start.
std::vector<double> inputs_with(const CosimulationFmu& passing, const std::string& name, double value) {
  std::vector<double> u;
  for (const Port& port : passing.description().boundary->inputs)
    u.push_back(port.name == name ? value : port.rest.value_or(0));
  return u;
}

class Passing : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Versions, Passing, testing::Values("Feedthrough-1", "Feedthrough-2", "Feedthrough-3"));

// the FMU of FMI 3.0 refuses discrete inputs outside of event mode
TEST_P(Passing, TakesDiscreteInputsThatChange) {
  const auto passing = make(GetParam());
  passing->apply_inputs(inputs_with(*passing, "int32_in", 1));
  EXPECT_EQ(output_of(*passing, "int32_out"), 1);
  double t = 0;
  for (const double value : {1.0, 2.0, 2.0, -7.0}) {
    const Polynomials input = held(inputs_with(*passing, "int32_in", value));
    const StepOutcome outcome = passing->advance({t, 0.1}, input.signal());
    EXPECT_TRUE(outcome.is_accepted()) << outcome.reason;
    EXPECT_EQ(output_of(*passing, "int32_out"), value);
    t += 0.1;
  }
  passing->apply_inputs(inputs_with(*passing, "boolean_in", 1));
  EXPECT_EQ(output_of(*passing, "boolean_out"), 1);
  EXPECT_EQ(output_of(*passing, "int32_out"), 0);
}

TEST_P(Passing, KnowsAfterRollbackWhichDiscreteInputsItHas) {
  const auto passing = make(GetParam());
  if (!passing->description().capabilities.rollback) return;
  const Polynomials one = held(inputs_with(*passing, "int32_in", 1));
  const Polynomials two = held(inputs_with(*passing, "int32_in", 2));
  ASSERT_TRUE(passing->advance({0, 0.1}, one.signal()).is_accepted());
  Snapshot<double> saved;
  passing->save(saved);
  ASSERT_TRUE(passing->advance({0.1, 0.1}, two.signal()).is_accepted());
  EXPECT_EQ(output_of(*passing, "int32_out"), 2);
  passing->restore(saved);
  ASSERT_TRUE(passing->advance({0.1, 0.1}, two.signal()).is_accepted());
  EXPECT_EQ(output_of(*passing, "int32_out"), 2);
}

TEST_P(Passing, TellsTexts) {
  const auto passing = make(GetParam());
  const auto texts = passing->text_outputs();
  ASSERT_FALSE(texts.empty());
  EXPECT_EQ(texts.front(), std::make_pair(std::string("string_out"), std::string("hi")));
}

TEST(Arrays, HaveAsManyPortsAsTheirStructuralParameterSays) {
  const auto fmu = load_fmu("Feedthrough-3");
  const auto passing = make("Feedthrough-3", {.values = {setting(*fmu, "array_size", std::vector<std::uint64_t>{2})}});
  const Polynomials input = held(inputs_with(*passing, "array_in[2]", 5));
  ASSERT_TRUE(passing->advance({0, 0.1}, input.signal()).is_accepted());
  EXPECT_EQ(output_of(*passing, "array_out[2]"), 5);
  EXPECT_EQ(output_of(*passing, "array_out[1]"), 0);
  EXPECT_THROW(output_of(*passing, "array_out[3]"), std::logic_error);
}

}  // namespace
}  // namespace oldham::fmi
