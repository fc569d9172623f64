// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

#include "program.hpp"

// A mass of one FMU on a spring of another, x'' + d x' + x = -k x(T_n), no port with a unit that makes a power bond:
// held over a step, the force makes energy, so that the motion grows at about k H / 4 from step to step. What runs that
// reach their end have to say of it.

namespace oldham::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

struct Pair {
  double step = 0.05, end = 20, stiffness = 100, damping = 0;
  const char* scheme = "";
};

class GrowthAlarm : public Scenario {
 protected:
  std::string pair(const Pair& p) const {
    write_file(folder() / "pair.toml", fmt::format(R"([simulation]
end = {}
[scheme]
step = {}
order = 0
{}
[[subsystem]]
name = "mass"
fmu = "{}"
parameters = {{ damping = {}, stiffness = 1.0, initial_position = 0.01 }}
[[subsystem]]
name = "spring"
fmu = "{}"
parameters = {{ factor = {} }}
[[connect]]
from = "mass.position"
to = "spring.float64_in"
[[connect]]
from = "spring.float64_out"
to = "mass.force"
)",
                                                   p.end, p.step, p.scheme, fmu_path("Oscillator-2"), p.damping,
                                                   fmu_path("Feedthrough-2"), -p.stiffness));
    return "pair.toml";
  }
  json run_pair(const Pair& p) const { return answer({"run", pair(p)}); }
};

TEST_F(GrowthAlarm, ARunThatGrowsCompletesWithAnAlarm) {
  const json told = run_pair({});
  EXPECT_EQ(told["status"], "completed");
  ASSERT_EQ(told["alarms"].size(), 1) << told.dump(1);
  const json& alarm = told["alarms"][0];
  EXPECT_EQ(alarm["kind"], "growth");
  EXPECT_THAT(alarm["variables"], testing::UnorderedElementsAre("mass.position", "spring.float64_out"));
  EXPECT_GT(alarm["time"].get<double>(), 0);
  EXPECT_TRUE(alarm["confirmed"]);
  EXPECT_THAT(alarm["text"].get<std::string>(), HasSubstr("geometrically"));
  EXPECT_EQ(told["verdict"]["verdict"], "unstable");
  EXPECT_EQ(told["verdict"]["step"], 0.05);
  EXPECT_THAT(told["verdict"]["reason"].get<std::string>(), HasSubstr("grows at"));
}

TEST_F(GrowthAlarm, IsInTextRecordAndReport) {
  const Ended ended = run({"run", pair({}), "--report"});
  EXPECT_EQ(ended.exit_code, 0);
  EXPECT_THAT(ended.out, testing::StartsWith("completed with an alarm at t = 20 s"));
  EXPECT_THAT(ended.out, HasSubstr("  ALARM     'mass.position', 'spring.float64_out' grow geometrically"));
  EXPECT_THAT(ended.out, HasSubstr("  verdict   unstable: "));
  const std::string record = read_file(folder() / "results/pair/summary.toml");
  EXPECT_THAT(record, HasSubstr("verdict = \"unstable\""));
  EXPECT_THAT(record, HasSubstr("[[alarm]]"));
  EXPECT_THAT(record, HasSubstr("status = \"completed\""));
  const std::string page = read_file(folder() / "results/pair/report.html");
  EXPECT_THAT(page, HasSubstr("<div class=\"warning\"><b>Completed with an alarm</b>"));
  EXPECT_THAT(page, HasSubstr("Unstable at this step"));
  EXPECT_THAT(page, Not(HasSubstr("Reports do not start FMUs")));
}

TEST_F(GrowthAlarm, WhatIsProposedDoesNotGrow) {
  const Pair p{.stiffness = 30, .damping = 0.3};
  const json told = run_pair(p);
  ASSERT_FALSE(told["alarms"].empty()) << told.dump(1);
  ASSERT_FALSE(told["explanation"]["changes"].empty()) << told["explanation"].dump(1);
  for (const json& change : told["explanation"]["changes"]) {
    const json better = answer({"run", pair(p), "--set", change["set"].get<std::string>()});
    EXPECT_EQ(better["status"], "completed");
    EXPECT_THAT(better["alarms"], IsEmpty()) << change.dump();
  }
}

TEST_F(GrowthAlarm, StableRunsHaveNoneAndSayWhyTheyAreStable) {
  for (const double step : {1e-3, 2e-3, 5e-3}) {
    const json told = run_pair({.step = step, .damping = 2});
    EXPECT_THAT(told["alarms"], IsEmpty()) << step;
    EXPECT_EQ(told["verdict"]["verdict"], "stable") << told["verdict"].dump();
    EXPECT_THAT(told["verdict"]["reason"].get<std::string>(), HasSubstr("decays at"));
  }
}

TEST_F(GrowthAlarm, GrowthOfTheSystemItselfIsANote) {
  const json told = run_pair({.step = 2e-3, .end = 12, .stiffness = 1, .damping = -3});
  EXPECT_THAT(told["alarms"], IsEmpty()) << told["alarms"].dump(1);
  EXPECT_THAT(told["notes"].dump(), HasSubstr("the system does so itself"));
  EXPECT_FALSE(told.contains("explanation"));
}

TEST_F(GrowthAlarm, ResonanceIsNone) {
  write_file(folder() / "resonance.toml", fmt::format(R"([simulation]
end = 60.0
[scheme]
step = 1e-3
order = 0
[[subsystem]]
name = "wave"
fmu = "{0}"
parameters = {{ stiffness = 1.0, initial_position = 1.0 }}
inputs = {{ force = 0.0 }}
[[subsystem]]
name = "mass"
fmu = "{0}"
parameters = {{ stiffness = 1.0 }}
[[connect]]
from = "wave.position"
to = "mass.force"
scale = 1.0
)",
                                                      fmu_path("Oscillator-2")));
  const json told = answer({"run", "resonance.toml"});
  // x = t sin(t) / 2: an amplitude of 30, but for the solver of the FMU
  EXPECT_GT(std::hypot(told["outputs"]["mass.position"].get<double>(), told["outputs"]["mass.velocity"].get<double>()),
            25);
  EXPECT_THAT(told["alarms"], IsEmpty());
}

TEST_F(GrowthAlarm, ScriptsMayTakeItForAFailure) {
  const std::string file = pair({});
  EXPECT_EQ(run({"run", file, "--json"}).exit_code, 0);
  EXPECT_EQ(run({"run", file, "--json", "--fail-on", "alarm"}).exit_code, 1);
  EXPECT_EQ(run({"run", file, "--json", "--fail-on", "inconclusive,unstable"}).exit_code, 1);
  EXPECT_EQ(run({"run", file, "--json", "--fail-on", "inconclusive"}).exit_code, 0);
  EXPECT_EQ(run({"run", file, "--json", "--fail-on", "alarms"}).exit_code, 2);
  const std::string calm = pair({.step = 1e-3, .damping = 2});
  EXPECT_EQ(run({"run", calm, "--json", "--fail-on", "alarm,unstable,inconclusive"}).exit_code, 0);
}

TEST_F(GrowthAlarm, WithoutTheCheckTheVerdictSaysSo) {
  const json told = answer({"run", pair({}), "--no-check"});
  EXPECT_EQ(told["verdict"]["verdict"], "not-judged");
  EXPECT_THAT(told["verdict"]["reason"].get<std::string>(), HasSubstr("switched off"));
  // the watch is on all the same; nobody looked whose growth it is
  ASSERT_EQ(told["alarms"].size(), 1);
  EXPECT_FALSE(told["alarms"][0]["confirmed"]);
}

TEST_F(GrowthAlarm, AnFmuAloneIsNotJudged) {
  const json told = answer({"fmu", "run", fmu_path("Oscillator-2"), "--end", "1"});
  EXPECT_EQ(told["verdict"]["verdict"], "not-judged");
  EXPECT_EQ(told["verdict"]["reason"], "nothing is coupled");
}

TEST_F(GrowthAlarm, ShortRunsAreJudgedAsWell) {
  // some twenty steps in all: what 'oldham stability' answers at once, the check answers too
  const json told = run_pair({.step = 0.1, .end = 2});
  EXPECT_EQ(told["verdict"]["verdict"], "unstable") << told["verdict"].dump();
}

TEST_F(GrowthAlarm, ALoopWithoutABondGetsItsBlock) {
  write_file(folder() / "loop.toml", fmt::format(R"([simulation]
end = 1.0
[scheme]
step = 1e-2
[[subsystem]]
name = "a"
fmu = "{0}"
parameters = {{ factor = 0.5 }}
[[subsystem]]
name = "b"
fmu = "{0}"
parameters = {{ factor = 0.5 }}
[[connect]]
from = "a.float64_out"
to = "b.float64_in"
[[connect]]
from = "b.float64_out"
to = "a.float64_in"
)",
                                                 fmu_path("Feedthrough-2")));
  const json told = answer({"run", "loop.toml"});
  ASSERT_FALSE(told["notes"].empty());
  const std::string note = told["notes"].back();
  ASSERT_THAT(note, HasSubstr("no power bond was found between 'a' and 'b'"));
  const std::string block = note.substr(note.find("[[bond]]"));
  // it can be copied into the file: then there is a bond
  write_file(folder() / "bonded.toml", read_file(folder() / "loop.toml") + "\n" + block + "\n");
  const json bonded = answer({"run", "bonded.toml"});
  EXPECT_TRUE(bonded["energy_residual"].contains("a-b"));
  EXPECT_THAT(bonded["notes"].dump(), Not(HasSubstr("no power bond")));
  // positions are no power
  EXPECT_THAT(run_pair({.step = 1e-3, .damping = 2})["notes"].dump(), Not(HasSubstr("no power bond")));
}

TEST_F(GrowthAlarm, WhatIsSaidOfADivergenceDoesNotContradictIt) {
  const Ended ended = run({"run", pair({.step = 0.2, .end = 400, .stiffness = 200}), "--json"});
  EXPECT_EQ(ended.exit_code, 1);
  const json told = ended.json();
  EXPECT_EQ(told["status"], "diverged");
  const std::string mode = told["explanation"]["mode"];
  EXPECT_THAT(mode, HasSubstr("grows at")) << mode;
  EXPECT_THAT(mode, Not(HasSubstr("stable"))) << mode;
}

TEST_F(GrowthAlarm, AdaptiveRunsOfFewStepsHaveItToo) {
  const Pair p{.end = 5,
               .stiffness = 100,
               .scheme = "adaptive = {control = \"residual\", rtol = 10.0, smallest = 0.05, largest = 0.06}"};
  const json told = run_pair(p);
  ASSERT_LT(told["macro_steps"].get<int>(), 144);
  ASSERT_FALSE(told["alarms"].empty()) << told.dump(1);
  EXPECT_NE(told["verdict"]["verdict"], "stable") << told["verdict"].dump();
  EXPECT_NE(told["verdict"]["step"], 0.05 / 2) << told["verdict"].dump();
}

TEST_F(GrowthAlarm, WhatIsCoupledInsideAGroupIsWatched) {
  const std::string file = pair({});
  write_file(folder() / "group.toml",
             read_file(folder() / file) +
                 "[[group]]\nname = \"g\"\nmembers = [\"mass\", \"spring\"]\nscheme = {step = 0.05}\n");
  const json told = answer({"run", "group.toml"});
  EXPECT_EQ(told["status"], "completed");
  ASSERT_FALSE(told["alarms"].empty()) << told.dump(1);
  EXPECT_NE(told["verdict"]["reason"], "nothing is coupled");
}

// A run of 2048 steps or more is watched at every second point; FMUs with a grid move as they did, whatever the step.
TEST_F(GrowthAlarm, LongRunsOfFmusWithAGridAreNoWitnessForTheSystem) {
  write_file(folder() / "grid.toml", fmt::format(R"([simulation]
end = 20.6
[scheme]
step = 0.01
order = 0
[[subsystem]]
name = "a"
fmu = "{}"
[[connect]]
from = "a.position"
to = "a.force"
scale = -300.0
)",
                                                 fmu_path("Gridded-2")));
  for (const char* check : {"--report", "--no-check"}) {
    const json told = answer({"run", "grid.toml", check});
    ASSERT_FALSE(told["alarms"].empty()) << check << told.dump(1);
    EXPECT_FALSE(told["alarms"][0]["confirmed"]) << told["alarms"].dump();
    EXPECT_THAT(told["notes"].dump(), Not(HasSubstr("the system does so itself")));
  }
}

TEST_F(GrowthAlarm, AFailureThatAScriptAskedForHasAReason) {
  const Ended ended = run({"run", pair({}), "--fail-on", "alarm"});
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_THAT(ended.err, HasSubstr("oldham: --fail-on alarm: "));
}

TEST_F(GrowthAlarm, OtherRunsAreInTheAnswer) {
  const json inquiry = run_pair({})["inquiry"];
  EXPECT_EQ(inquiry["owner"], "coupling") << inquiry.dump();
  EXPECT_TRUE(inquiry["is_complete"].is_boolean());
  EXPECT_FALSE(inquiry["tried"].empty());
}

}  // namespace
}  // namespace oldham::test
