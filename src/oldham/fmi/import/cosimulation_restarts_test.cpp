// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "deeds.hpp"
#include "fmu_files.hpp"

namespace oldham::fmi {
namespace {

// x = v = 0 under a force that rises in the second step to what the FMU would not take for a whole step
TEST(TrialSteps, ThatFailUnderInputsOfTheirOwnDoNotEndTheStep) {
  const auto fmu = load_fmu("Naughty-2");
  CosimulationFmu mass("mass", fmu,
                       {.values = {setting(*fmu, "deed", std::vector<std::int64_t>{break_under_load}),
                                   setting(*fmu, "when", 0.0), setting(*fmu, "initial_position", 0.0)}});
  mass.initialize(0);
  mass.apply_inputs(std::vector<double>{0.0});
  mass.expect_return(Return::to_step_begin);
  double time = 0;
  const auto advance = [&](const std::vector<double>& force) {
    Snapshot<double> saved;
    mass.save(saved);
    const StepOutcome outcome = mass.advance({time, 0.1}, Polynomials(1, force).signal());
    time += 0.1;
    return outcome;
  };
  EXPECT_TRUE(advance({0, 0}).is_accepted());
  const StepOutcome outcome = advance({0, 10});
  EXPECT_TRUE(outcome.is_accepted()) << outcome.reason;
  // what the step itself does not take ends it
  EXPECT_EQ(advance({10, 5}).status, StepOutcome::Status::failed);
}

TEST(TrialSteps, OfAStepThatFailsItselfTellItsReason) {
  const auto fmu = load_fmu("Naughty-2");
  CosimulationFmu mass("mass", fmu,
                       {.values = {setting(*fmu, "deed", std::vector<std::int64_t>{break_under_load}),
                                   setting(*fmu, "when", 0.0), setting(*fmu, "initial_position", 0.0)}});
  mass.initialize(0);
  mass.apply_inputs(std::vector<double>{20.0});
  mass.expect_return(Return::to_step_begin);
  const StepOutcome outcome = mass.advance({0, 0.1}, Polynomials(1, {20, 5}).signal());
  EXPECT_EQ(outcome.status, StepOutcome::Status::failed);
  EXPECT_NE(outcome.reason.find("is too large"), std::string::npos) << outcome.reason;
}

}  // namespace
}  // namespace oldham::fmi
