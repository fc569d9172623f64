// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "fmu_files.hpp"
#include "oldham/fmi/import/model_exchange_fmu.hpp"

// FMI 1.0 has libraries for model exchange of another kind, without modes. The FMUs of the tests refuse fmiInitialize
// before fmiSetTime and fmiEventUpdate before fmiCompletedIntegratorStep, and leave the first event to fmiEventUpdate.

namespace oldham::fmi {
namespace {

TEST(EarlyModelExchange, SolvesAnOscillator) {
  const auto file = load_exchange_fmu("Oscillator-1x");
  FmuSettings settings;
  settings.values = {setting(*file, "mass", 4.0), setting(*file, "initial_position", 2.0)};
  ModelExchangeFmu fmu("fmu", file, settings);
  EXPECT_EQ(fmu.description().state_size, 2);
  EXPECT_TRUE(fmu.description().capabilities.equations);
  EXPECT_TRUE(fmu.description().capabilities.rollback);
  fmu.initialize(3);
  ASSERT_TRUE(advance_held(fmu, 3, 0.1, 10, {0}).is_accepted());
  EXPECT_NEAR(output_of(fmu, "position"), 2 * std::cos(5.0), 1e-7);  // 10 rad/s over the root of 4, at 1e-9
}

TEST(EarlyModelExchange, IsTakenBackWithoutStatesOfTheFmu) {
  ModelExchangeFmu fmu("fmu", load_exchange_fmu("Oscillator-1x"), {});
  fmu.initialize(0);
  ASSERT_TRUE(advance_held(fmu, 0, 0.1, 1, {0}).is_accepted());
  Snapshot<double> saved;
  fmu.save(saved);
  ASSERT_TRUE(advance_held(fmu, 0.1, 0.1, 1, {5}).is_accepted());
  const std::vector<double> first = outputs_of(fmu);
  fmu.restore(saved);
  ASSERT_TRUE(advance_held(fmu, 0.1, 0.1, 1, {5}).is_accepted());
  EXPECT_EQ(outputs_of(fmu), first);
}

TEST(EarlyModelExchange, MeetsTheStateEventsThatFmi2Meets) {
  const auto run = [](const char* name) {
    ModelExchangeFmu ball("ball", load_exchange_fmu(name), {});
    ball.initialize(0);
    EXPECT_TRUE(advance_held(ball, 0, 0.01, 150).is_accepted()) << name;
    EXPECT_EQ(ball.event_count(), 2) << name;  // at 0.45 and 1.08 s; the next is at 1.52 s
    return outputs_of(ball);
  };
  EXPECT_EQ(run("BouncingBall-1x"), run("BouncingBall-2"));
}

TEST(EarlyModelExchange, MeetsTimeEventsAndEndsWhereTheFmuAsksForIt) {
  ModelExchangeFmu stair("stair", load_exchange_fmu("Stair-1x"), {});
  stair.initialize(0);
  ASSERT_TRUE(advance_held(stair, 0, 0.7, 5).is_accepted());
  EXPECT_EQ(output_of(stair, "counter"), 3);
  const StepOutcome last = advance_held(stair, 3.5, 0.7, 20);
  EXPECT_TRUE(last.is_last);
  EXPECT_EQ(last.reason, "asked to end the simulation at t = 10 s");
}

TEST(EarlyModelExchange, HandlesEventsThatCompletedStepsAskFor) {
  ModelExchangeFmu fmu("refill", load_exchange_fmu("Refill-1x"), {});
  fmu.initialize(0);
  ASSERT_TRUE(advance_held(fmu, 0, 0.1, 30).is_accepted());
  // from 1 to 1/2 it takes ln 2 s, from 3/2 to 1/2 ln 3 s
  EXPECT_EQ(output_of(fmu, "fillings"), 3);
}

TEST(EarlyModelExchange, SetsDiscreteInputsAtEvents) {
  ModelExchangeFmu fmu("fmu", load_exchange_fmu("Feedthrough-1x"), {});
  fmu.initialize(0);
  std::vector<double> u(fmu.description().boundary->inputs.size(), 0);
  for (const double value : {0.0, 7.0}) {
    for (std::size_t i = 0; i < u.size(); ++i)
      if (fmu.description().boundary->inputs[i].name == "sampled_in") u[i] = value;
    ASSERT_TRUE(advance_held(fmu, value, 1, 1, u).is_accepted());
    EXPECT_EQ(output_of(fmu, "sampled_out"), value);
  }
}

}  // namespace
}  // namespace oldham::fmi
