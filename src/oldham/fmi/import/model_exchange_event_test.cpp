// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/model_exchange_fmu.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "fmu_files.hpp"

namespace oldham::fmi {
namespace {

// Events that are asked for in other ways than by time and state, and refusals.

TEST(ModelExchangeFmu, HandlesEventsThatCompletedStepsAskFor) {
  ModelExchangeFmu fmu("moody", load_exchange_fmu("Moody-2"), {});
  fmu.initialize(0);
  ASSERT_TRUE(advance_held(fmu, 0, 0.1, 30, {0, 0}).is_accepted());
  // from 1 to 1/2 it takes ln 2 s, from 3/2 to 1/2 ln 3 s
  EXPECT_EQ(output_of(fmu, "fillings"), 3);
  EXPECT_GE(output_of(fmu, "x"), 0.5);
  EXPECT_EQ(fmu.event_count(), 3);
  EXPECT_EQ(
      fmu.notes(),
      (std::vector<std::string>{"FMU 'moody' does not tell the nominal values of its states; 1 is taken for each"}));
}

TEST(ModelExchangeFmu, EndsWhereACompletedStepAsksForIt) {
  const auto file = load_exchange_fmu("Moody-2");
  FmuSettings settings;
  settings.values = {setting(*file, "most_fillings", std::vector<std::int64_t>{2})};
  ModelExchangeFmu fmu("moody", file, settings);
  fmu.initialize(0);
  const StepOutcome outcome = advance_held(fmu, 0, 0.1, 100, {0, 0});
  EXPECT_TRUE(outcome.is_accepted());
  EXPECT_TRUE(outcome.is_last);
  // at the end of the first step behind the second filling, ln 2 + ln 3 s from the begin
  const std::string words = "asked to end the simulation at t = ";
  ASSERT_EQ(outcome.reason.find(words), 0u) << outcome.reason;
  EXPECT_NEAR(std::stod(outcome.reason.substr(words.size())), std::log(6.0), 0.02);
}

TEST(ModelExchangeFmu, SeesWhatInputsDoThatJumpBetweenSteps) {
  ModelExchangeFmu fmu("moody", load_exchange_fmu("Moody-2"), {});
  fmu.initialize(0);
  ASSERT_TRUE(advance_held(fmu, 0, 0.1, 1, {0, 0}).is_accepted());
  EXPECT_EQ(fmu.event_count(), 0);
  // across the indicator's zero
  ASSERT_TRUE(advance_held(fmu, 0.1, 0.1, 1, {2, 0}).is_accepted());
  EXPECT_EQ(fmu.event_count(), 1);
  EXPECT_EQ(output_of(fmu, "is_high"), 1);
  // and a discrete input, which may be set in event mode only
  ASSERT_TRUE(advance_held(fmu, 0.2, 0.1, 2, {2, 5}).is_accepted());
  EXPECT_EQ(fmu.event_count(), 2);
  EXPECT_EQ(output_of(fmu, "taken"), 5);
  fmu.apply_inputs(std::vector<double>{2, 6});
  EXPECT_EQ(output_of(fmu, "taken"), 6);
  // inside a step
  ASSERT_TRUE(fmu.advance({0.4, 0.1}, Polynomials(2, {2, 6, -2, 0}).signal()).is_accepted());
  EXPECT_EQ(output_of(fmu, "is_high"), 0);
  EXPECT_EQ(fmu.event_count(), 4);
}

TEST(ModelExchangeFmu, FailsWithTheWordsOfTheFmu) {
  const auto file = load_exchange_fmu("Moody-2");
  FmuSettings settings;
  settings.values = {setting(*file, "refuses_from", 0.15)};
  ModelExchangeFmu fmu("moody", file, settings);
  fmu.initialize(0);
  ASSERT_TRUE(advance_held(fmu, 0, 0.1, 1, {0, 0}).is_accepted());
  const StepOutcome refused = advance_held(fmu, 0.1, 0.1, 1, {0, 0});
  EXPECT_EQ(refused.status, StepOutcome::Status::failed);
  EXPECT_NE(refused.reason.find("the FMU does not tell its derivatives (status \"error\"); it says: "),
            std::string::npos)
      << refused.reason;
  EXPECT_NE(refused.reason.find("no derivatives behind 0.15"), std::string::npos) << refused.reason;

  // the solver tries shorter steps, until there are none
  settings.values = {setting(*file, "discards_from", 0.15)};
  ModelExchangeFmu other("moody", file, settings);
  other.initialize(0);
  ASSERT_TRUE(advance_held(other, 0, 0.15, 1, {0, 0}).is_accepted());
  const StepOutcome discarded = advance_held(other, 0.15, 0.1, 1, {0, 0});
  EXPECT_EQ(discarded.status, StepOutcome::Status::failed);
  EXPECT_NE(discarded.reason.find("I cannot see behind 0.15"), std::string::npos) << discarded.reason;
}

TEST(ModelExchangeFmu, CanBeRestoredBehindAStepThatFailed) {
  const auto file = load_exchange_fmu("Moody-2");
  FmuSettings settings;
  settings.values = {setting(*file, "refuses_from", 0.15)};
  ModelExchangeFmu fmu("moody", file, settings), straight("moody", file, settings);
  for (auto* each : {&fmu, &straight}) {
    each->initialize(0);
    ASSERT_TRUE(advance_held(*each, 0, 0.1, 1, {0, 0}).is_accepted());
  }
  Snapshot<double> saved;
  fmu.save(saved);
  const std::vector<double> before = outputs_of(fmu);
  EXPECT_FALSE(advance_held(fmu, 0.1, 0.1, 1, {0, 0}).is_accepted());
  EXPECT_EQ(outputs_of(fmu), before);
  fmu.restore(saved);
  for (auto* each : {&fmu, &straight}) ASSERT_TRUE(advance_held(*each, 0.1, 0.04, 1, {0, 0}).is_accepted());
  EXPECT_EQ(outputs_of(fmu), outputs_of(straight));
}

TEST(ModelExchangeFmu, TellsWhatTheFmuSaysOfItsOutputs) {
  const auto file = load_exchange_fmu("Naughty-2");
  FmuSettings settings;
  settings.values = {setting(*file, "deed", std::vector<std::int64_t>{10})};
  ModelExchangeFmu fmu("naughty", file, settings);
  fmu.initialize(0);
  ASSERT_TRUE(advance_held(fmu, 0, 0.1, 4, {0}).is_accepted());
  const StepOutcome outcome = advance_held(fmu, 0.4, 0.1, 1, {0});
  EXPECT_EQ(outcome.status, StepOutcome::Status::failed);
  EXPECT_NE(outcome.reason.find("the position is nobody's business"), std::string::npos) << outcome.reason;
}

}  // namespace
}  // namespace oldham::fmi
