// SPDX-License-Identifier: MIT
#include "oldham/study/growth_trial.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "oldham/io/run_check.hpp"
#include "oldham/io/toml_file.hpp"
#include "oldham/study/alarm.hpp"

namespace oldham {
namespace {

using Kind = SchemeChange::Kind;
using Outcome = GrowthTrial::Outcome;

/// A mass on a spring that another subsystem computes: explicit, x'' = -k x(T_n) grows at about k H / 4 m, by energy
/// that the held force makes. `damping` acts in the mass itself.
std::string file(double step, double stiffness, double damping, double end = 20) {
  return fmt::format(R"(
[simulation]
end = {}
[scheme]
step = {}
order = 0
[[subsystem]]
name = "mass"
model = "oscillator"
parameters = {{mass = 1.0, stiffness = 1.0, damping = {}, position = 0.01}}
[[subsystem]]
name = "spring"
model = "linear"
[subsystem.parameters]
inputs = ["x [m]"]
outputs = ["f [N]"]
D = [[{}]]
[[connect]]
from = "mass.position"
to = "spring.x"
[[connect]]
from = "spring.f"
to = "mass.force"
)",
                     end, step, damping, -stiffness);
}

struct Ran {
  Value root;
  std::unique_ptr<System<double>> system;  // the recorder knows where it is
  RecordedRun run;
};

Ran ran(const std::string& text) {
  Value root = parse_toml(text, "here");
  auto system = std::make_unique<System<double>>(build_system<double>(root));
  RecordedRun run = record_run(*system, {});
  return {std::move(root), std::move(system), std::move(run)};
}

RunWitness witness_of(const Ran& ran) {
  const Aftermath after = look_back(&ran.root, *ran.system, ran.run);
  RunWitness witness;
  add_alarms(ran.run.recorder->ledger(), ran.run.recorder->growth().growths(), after.inquiry,
             ran.run.recorder->watched_names(), witness);
  return witness;
}

TEST(GrowthTrial, GrowthOfTheCouplingIsAnAlarmWithACure) {
  const Ran made = ran(file(0.05, 100, 0));
  ASSERT_EQ(made.run.summary.status, RunSummary::Status::completed);
  const RunWitness witness = witness_of(made);
  ASSERT_EQ(witness.alarms.size(), 1);
  EXPECT_EQ(witness.alarms[0].kind, Alarm::Kind::growth);
  EXPECT_EQ(witness.alarms[0].evidence, Alarm::Evidence::runs);
  EXPECT_GT(witness.alarms[0].factor, 1e3);
  EXPECT_THAT(witness.alarms[0].variables, testing::UnorderedElementsAre("mass.position", "spring.f"));
  const Aftermath after = look_back(&made.root, *made.system, made.run);
  ASSERT_TRUE(after.explanation);
  EXPECT_EQ(after.explanation->owner, GrowthOwner::coupling);
}

TEST(GrowthTrial, GrowthOfTheSystemIsNone) {
  // a damping of -0.8 grows at 0.4 /s whatever the step; the held force adds 1 * 0.001 / 4
  const Ran made = ran(file(0.001, 1, -0.8));
  ASSERT_TRUE(made.run.recorder->growth().has_growth());
  const RunWitness witness = witness_of(made);
  EXPECT_TRUE(witness.alarms.empty());
  ASSERT_EQ(witness.own_growths.size(), 1);
  EXPECT_GT(witness.own_growths[0].factor, 6);
}

TEST(GrowthTrial, AStableRunIsNotEvenAsked) {
  EXPECT_FALSE(ran(file(0.001, 100, 0.5)).run.recorder->growth().has_growth());
}

TEST(GrowthTrial, WithoutTrialsOnlyLargeGrowthIsAnAlarm) {
  const std::vector<std::string> names = {"a.x"};
  const Ran quiet = ran(file(0.001, 1, 0.5, 1));
  GrowthWatch::Growth growth{.variable = 0, .seen = 8};
  for (int k = 0; k < GrowthWatch::windows + 1; ++k) growth.bounds[k] = k;
  for (const auto& [each, alarms] : {std::pair{2.0, 0}, {5.0, 1}}) {
    for (int k = 0; k < GrowthWatch::windows - 1; ++k) growth.envelope[k] = std::pow(each, k);
    growth.total = growth.factor();
    RunWitness witness;
    add_alarms(quiet.run.recorder->ledger(), {growth}, {}, names, witness);
    ASSERT_EQ(witness.alarms.size(), alarms) << each;
    EXPECT_EQ(witness.open_growths.size(), 1 - alarms) << each;
    if (alarms > 0) {
      EXPECT_EQ(witness.alarms[0].evidence, Alarm::Evidence::none);
    }
  }
}

GrowthTrial trial(Kind kind, Outcome outcome) { return {.change = {"", kind}, .outcome = outcome}; }

// as of a long run, which other steps cannot follow to its end
TEST(GrowthTrial, GrowthThatAnotherStepShowsAlikeIsNoAlarmWhereThatRunWasCutLater) {
  const Ran quiet = ran(file(0.001, 1, 0.5, 1));
  GrowthWatch::Growth growth{.variable = 0, .seen = 8};
  for (int k = 0; k < GrowthWatch::windows + 1; ++k) growth.bounds[k] = k;
  for (int k = 0; k < GrowthWatch::windows - 1; ++k) growth.envelope[k] = std::pow(5.0, k);
  growth.total = growth.factor();
  GrowthTrial cut = trial(Kind::step, Outcome::unknown);
  for (const bool is_alike : {false, true}) {
    if (is_alike) cut.alike = {0};
    RunWitness witness;
    add_alarms(quiet.run.recorder->ledger(), {growth}, {.trials = {cut}}, {"a.x"}, witness);
    EXPECT_EQ(witness.alarms.empty(), is_alike);
    EXPECT_EQ(witness.open_growths.size(), is_alike ? 1 : 0);
  }
}

TEST(GrowthTrial, AlikeRunsAreNoWitnessWhereAnFmuHasACoarseGrid) {
  const Ran quiet = ran(file(0.001, 1, 0.5, 1));
  GrowthWatch::Growth growth{.variable = 0, .seen = 8};
  for (int k = 0; k < GrowthWatch::windows + 1; ++k) growth.bounds[k] = k;
  for (int k = 0; k < GrowthWatch::windows - 1; ++k) growth.envelope[k] = std::pow(5.0, k);
  growth.total = growth.factor();
  const GrowthInquiry alike{.owner = GrowthOwner::system};
  for (const double grid : {0.001, 0.05}) {
    CouplingVerdict check{.kind = CouplingVerdict::Kind::stable, .step = 0.01};
    check.subsystems.push_back({.name = "a", .grid = grid});
    RunWitness witness;
    witness.verdict.coupling = check;
    add_alarms(quiet.run.recorder->ledger(), {growth}, alike, {"a.x"}, witness);
    EXPECT_EQ(witness.alarms.empty(), grid < 0.01);
    EXPECT_EQ(witness.own_growths.empty(), grid > 0.01);
  }
}

TEST(GrowthTrial, BelongsToTheCouplingWhereAnotherStepOrScheduleShowsLess) {
  using Trials = std::vector<GrowthTrial>;
  EXPECT_EQ(find_owner(Trials{}), GrowthOwner::unknown);
  EXPECT_EQ(find_owner(Trials{trial(Kind::step, Outcome::less)}), GrowthOwner::coupling);
  EXPECT_EQ(find_owner(Trials{trial(Kind::step, Outcome::more)}), GrowthOwner::coupling);
  EXPECT_EQ(find_owner(Trials{trial(Kind::step, Outcome::same)}), GrowthOwner::system);
  // two steps may grow alike by chance
  EXPECT_EQ(find_owner(Trials{trial(Kind::step, Outcome::same), trial(Kind::step, Outcome::less)}),
            GrowthOwner::coupling);
  // but what grows at all three steps is not made by the coupling alone
  GrowthTrial less = trial(Kind::step, Outcome::less);
  less.grows = true;
  EXPECT_EQ(find_owner(Trials{trial(Kind::schedule, Outcome::same), trial(Kind::step, Outcome::same), less}),
            GrowthOwner::system);
  EXPECT_EQ(find_owner(Trials{less}), GrowthOwner::coupling);
  // nor need the step that is asked for be the one that an FMU makes
  EXPECT_EQ(find_owner(Trials{trial(Kind::schedule, Outcome::less), trial(Kind::step, Outcome::same)}),
            GrowthOwner::coupling);
  // another schedule may be less stable
  EXPECT_EQ(find_owner(Trials{trial(Kind::schedule, Outcome::more), trial(Kind::step, Outcome::same)}),
            GrowthOwner::system);
  // and one that came to no end leaves that open
  EXPECT_EQ(find_owner(Trials{trial(Kind::schedule, Outcome::unknown), trial(Kind::step, Outcome::same)}),
            GrowthOwner::unknown);
}

TEST(GrowthTrial, BitsThatAnotherStepDoesNotChangeAreNoWitness) {
  using Trials = std::vector<GrowthTrial>;
  EXPECT_EQ(find_owner(Trials{trial(Kind::step, Outcome::same_bits)}), GrowthOwner::unknown);
  EXPECT_EQ(find_owner(Trials{trial(Kind::schedule, Outcome::same), trial(Kind::step, Outcome::same_bits)}),
            GrowthOwner::unknown);
  EXPECT_EQ(find_owner(Trials{trial(Kind::schedule, Outcome::less), trial(Kind::step, Outcome::same_bits)}),
            GrowthOwner::coupling);
  EXPECT_EQ(find_owner(Trials{trial(Kind::schedule, Outcome::same_bits), trial(Kind::step, Outcome::same_bits)}),
            GrowthOwner::system);
}

TEST(GrowthTrial, CorrectionsAreNoWitness) {
  EXPECT_EQ(find_owner(std::vector{trial(Kind::correction, Outcome::less)}), GrowthOwner::unknown);
}

}  // namespace
}  // namespace oldham
