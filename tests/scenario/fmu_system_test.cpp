// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <vector>

#include "program.hpp"
#include "systems.hpp"

// FMUs as subsystems of system files, beside others and in processes of their own.

namespace oldham::test {
namespace {

using testing::HasSubstr;

/// Two masses on springs, joined by a spring; each half is the model or an FMU.
std::string two_masses(const std::string& left, const std::string& right, const std::string& scheme) {
  return fmt::format(R"([simulation]
end = 1.0
[scheme]
step = 0.01
{}
{}
{}
[[interface]]
law = "spring-damper"
between = ["left", "right"]
stiffness = 50.0
damping = 0.5
)",
                     scheme, left, right);
}
std::string model(const std::string& name, double mass, double position) {
  return fmt::format(R"([[subsystem]]
name = "{}"
model = "oscillator"
[subsystem.parameters]
mass = {}
stiffness = 100.0
damping = 0.0
position = {}
)",
                     name, mass, position);
}

class FmuSystem : public Scenario {
 protected:
  nlohmann::json outputs(const std::string& text) const {
    write_file(folder() / "a.toml", text);
    const nlohmann::json ran = answer({"run", "a.toml"});
    EXPECT_EQ(ran["status"], "completed") << ran["reason"];
    return ran["outputs"];
  }
};

TEST_F(FmuSystem, CouplesLikeTheModelsTheyStandFor) {
  // the FMUs are solved by Runge-Kutta's method in steps of 1 ms, the models exactly
  for (const char* scheme : {"order = 0", "order = 1", "order = 2", "correction = \"semi-implicit\"\norder = 1",
                             "correction = \"implicit\"\norder = 1", "schedule = \"gauss-seidel\"\norder = 1"}) {
    const nlohmann::json expected = outputs(two_masses(model("left", 1, 1), model("right", 2, 0), scheme));
    for (const char* file : {"Oscillator-2", "Oscillator-3"}) {
      const nlohmann::json found =
          outputs(two_masses(fmu_oscillator("left", 1, 1, file), fmu_oscillator("right", 2, 0, file), scheme));
      for (const char* name : {"left.position", "left.velocity", "right.position", "right.velocity"})
        EXPECT_NEAR(found[name].get<double>(), expected[name].get<double>(), 1e-7) << file << ' ' << scheme << name;
    }
    const nlohmann::json mixed = outputs(two_masses(model("left", 1, 1), fmu_oscillator("right", 2, 0), scheme));
    EXPECT_NEAR(mixed["left.position"].get<double>(), expected["left.position"].get<double>(), 1e-7) << scheme;
  }
}

TEST_F(FmuSystem, SolvesThoseForModelExchangeToo) {
  const char* scheme = "correction = \"implicit\"\norder = 1";
  const nlohmann::json expected = outputs(two_masses(model("left", 1, 1), model("right", 2, 0), scheme));
  for (const char* file : {"Oscillator-2", "Oscillator-3"}) {
    const nlohmann::json found = outputs(
        two_masses(fmu_oscillator("left", 1, 1, file, "interface = \"model-exchange\""), model("right", 2, 0), scheme));
    EXPECT_NEAR(found["left.position"].get<double>(), expected["left.position"].get<double>(), 1e-6) << file;
  }
}

TEST_F(FmuSystem, RunsTheSameInProcessesOfTheirOwn) {
  for (const char* scheme : {"order = 1", "correction = \"semi-implicit\"\norder = 1"}) {
    const nlohmann::json here =
        outputs(two_masses(fmu_oscillator("left", 1, 1), fmu_oscillator("right", 2, 0), scheme));
    const nlohmann::json there =
        outputs(two_masses(fmu_oscillator("left", 1, 1, "Oscillator-2", "isolation = \"process\""),
                           fmu_oscillator("right", 2, 0, "Oscillator-3", "isolation = \"process\""), scheme));
    EXPECT_EQ(here["left.position"],
              outputs(two_masses(fmu_oscillator("left", 1, 1, "Oscillator-2", "isolation = \"process\""),
                                 fmu_oscillator("right", 2, 0), scheme))["left.position"]);
    EXPECT_NEAR(here["left.position"].get<double>(), there["left.position"].get<double>(), 1e-7);
  }
}

TEST_F(FmuSystem, SurvivesWhatAnFmuDoesToItsProcess) {
  for (const auto& [deed, words] : std::vector<std::pair<std::string, std::string>>{
           {"crash", "signal 11"}, {"abort", "signal 6"}, {"exit", "exit code 3"}, {"hang", "did not answer"}}) {
    write_file(folder() / "a.toml",
               two_masses(model("left", 1, 1),
                          fmu_oscillator("right", 2, 0, "Naughty-2", "isolation = \"process\"\ntime_limit = 1.0") +
                              fmt::format("deed = \"{}\"\n", deed),
                          "order = 0"));
    const Ended ended = run({"run", "a.toml", "--json", "--out", deed});
    EXPECT_EQ(ended.exit_code, 1) << deed;
    const nlohmann::json ran = ended.json();
    EXPECT_EQ(ran["status"], "failed") << deed;
    EXPECT_NEAR(ran["time"].get<double>(), 0.5, 0.011) << deed;
    EXPECT_THAT(ran["reason"].get<std::string>(), HasSubstr(words)) << deed;
    EXPECT_THAT(ran["reason"].get<std::string>(), HasSubstr("'right'")) << deed;
    EXPECT_TRUE(ran["outputs"].contains("left.position"));
    EXPECT_THAT(read_file(folder() / deed / "results.csv"), HasSubstr("\n0.4"));
  }
}

TEST_F(FmuSystem, SaysWhatToDoWhereAnFmuCrashesTheProgram) {
  for (const auto& [deed, words] :
       std::vector<std::pair<std::string, std::string>>{{"crash", "signal 11"}, {"abort", "signal 6"}}) {
    write_file(
        folder() / "a.toml",
        two_masses(model("left", 1, 1),
                   fmu_oscillator("right", 2, 0, "Naughty-2") + fmt::format("deed = \"{}\"\n", deed), "order = 0"));
    const Ended ended = run({"run", "a.toml", "--json", "--no-check", "--out", deed});
    EXPECT_EQ(ended.exit_code, 1) << deed;
    const nlohmann::json ran = ended.json();
    EXPECT_EQ(ran["status"], "failed") << deed;
    EXPECT_THAT(ran["reason"].get<std::string>(), HasSubstr(words)) << deed;
    EXPECT_THAT(ran["reason"].get<std::string>(), HasSubstr("isolation = \"process\"")) << deed;
    EXPECT_THAT(ended.err, HasSubstr(words)) << deed;
  }
}

TEST_F(FmuSystem, KeepsWhatWasReachedBeforeAnFmuRefusesItsState) {
  for (const char* more : {"", "isolation = \"process\""}) {
    write_file(
        folder() / "a.toml",
        two_masses(model("left", 1, 1), fmu_oscillator("right", 2, 0, "Naughty-2", more) + "deed = \"refuse_state\"\n",
                   "correction = \"semi-implicit\""));
    const Ended ended = run({"run", "a.toml", "--json", "--out", "out"});
    EXPECT_EQ(ended.exit_code, 1);
    const nlohmann::json ran = ended.json();
    EXPECT_EQ(ran["status"], "failed");
    EXPECT_NEAR(ran["time"].get<double>(), 0.5, 0.011);
    const std::string reason = ran["reason"];
    EXPECT_THAT(reason, HasSubstr("right: the FMU cannot save its state"));
    EXPECT_THAT(reason, HasSubstr("in the step from t = 0."));
    EXPECT_TRUE(ran["outputs"].contains("left.position"));
    EXPECT_THAT(read_file(folder() / "out" / "results.csv"), HasSubstr("\n0.4"));
  }
}

TEST_F(FmuSystem, FindsOutFmusThatDoNotRestoreTheirState) {
  for (const char* more : {"", "isolation = \"process\""}) {
    write_file(folder() / "a.toml",
               two_masses(model("left", 1, 1),
                          fmu_oscillator("right", 2, 0, "Naughty-2", more) + "deed = \"half_rollback\"\nwhen = 0.1\n",
                          "correction = \"semi-implicit\""));
    const nlohmann::json ran = run({"run", "a.toml", "--json"}).json();
    EXPECT_EQ(ran["status"], "failed") << more;
    EXPECT_THAT(ran["reason"].get<std::string>(), HasSubstr("the FMU does not restore its state")) << more;
  }
}

TEST_F(FmuSystem, TellsFmusThatNobodyGoesBackWhereverThatIsTrue) {
  // FMUs are about that do not advance unless they are told
  for (const auto& [scheme, more, group] : std::vector<std::array<std::string, 3>>{
           {"order = 0", "", ""},
           {"order = 1", "", ""},
           {"order = 0", "isolation = \"process\"", ""},
           {"order = 0\ncorrection = \"semi-implicit\"", "", ""},
           {"order = 0\ncorrection = \"semi-implicit\"", "isolation = \"process\"", ""},
           {"order = 0", "", "[[group]]\nname = \"inside\"\nmembers = [\"right\"]\n[group.scheme]\nstep = 0.005\n"}}) {
    std::vector<nlohmann::json> outputs;
    for (const char* deed : {"none", "need_promise"}) {
      write_file(folder() / "a.toml",
                 two_masses(model("left", 1, 1),
                            fmu_oscillator("right", 2, 0, "Naughty-2", more) + "deed = \"" + deed + "\"\n", scheme) +
                     group);
      const nlohmann::json ran = run({"run", "a.toml", "--json"}).json();
      EXPECT_EQ(ran["status"], "completed") << ran.dump(1);
      outputs.push_back(ran["outputs"]);
    }
    EXPECT_EQ(outputs[0], outputs[1]) << scheme << " " << more << " " << group;
  }
}

TEST_F(FmuSystem, LooksForTheCauseOfWhatIsNoNumberInTheFmu) {
  write_file(folder() / "a.toml",
             two_masses(model("left", 1, 1), fmu_oscillator("right", 2, 0, "Naughty-2") + "deed = \"not_a_number\"\n",
                        "order = 0"));
  const nlohmann::json ran = run({"run", "a.toml", "--json"}).json();
  EXPECT_EQ(ran["status"], "diverged");
  EXPECT_THAT(ran["reason"].get<std::string>(), HasSubstr("see what 'oldham fmu check' says"));
}

TEST_F(FmuSystem, ShowsMessagesFromProcessesOfTheirOwn) {
  for (const char* more : {"log = true", "log = true\nisolation = \"process\""}) {
    write_file(folder() / "a.toml",
               two_masses(model("left", 1, 1), fmu_oscillator("right", 2, 0, "Naughty-2", more) + "deed = \"fail\"\n",
                          "order = 0"));
    const Ended ended = run({"run", "a.toml", "--json"});
    EXPECT_EQ(ended.exit_code, 1);
    EXPECT_THAT(ended.err, testing::ContainsRegex("(^|\n)right: error.*the spring broke at t = ")) << more;
  }
}

TEST_F(FmuSystem, RefusesCorrectionsToFmusThatCannotGoBack) {
  write_file(folder() / "a.toml", two_masses(model("left", 1, 1), fmu_oscillator("right", 2, 0, "Oscillator-1"),
                                             "correction = \"implicit\""));
  const Ended ended = run({"run", "a.toml"});
  EXPECT_EQ(ended.exit_code, 3);
  EXPECT_THAT(ended.err, HasSubstr("needs rollback, but subsystem 'right'"));
}

TEST_F(FmuSystem, NamesWhatIsWrongInAnEntry) {
  for (const auto& [entry, words] : std::vector<std::pair<std::string, std::string>>{
           {"fmu = \"nowhere.fmu\"", "there is no file"},
           {"fmu = \"a.toml\"", "a.toml"},
           {fmt::format("fmu = \"{}/Oscillator-2.fmu\"\nmodel = \"oscillator\"", OLDHAM_FMUS), "say the same thing"},
           {fmt::format("fmu = \"{}/Oscillator-2.fmu\"\non_failure = \"retry\"", OLDHAM_FMUS), "isolation"},
           {fmt::format("fmu = \"{}/Oscillator-2.fmu\"\ntollerance = 1e-3", OLDHAM_FMUS), "tollerance"},
           {fmt::format("fmu = \"{}/Oscillator-2.fmu\"\noutputs = [\"der(positon)\"]", OLDHAM_FMUS),
            "did you mean 'der(position)'"}}) {
    write_file(folder() / "a.toml",
               fmt::format("[simulation]\nend = 1.0\n[scheme]\nstep = 0.1\n[[subsystem]]\nname = \"a\"\n{}\n", entry));
    const Ended ended = run({"run", "a.toml"});
    EXPECT_EQ(ended.exit_code, 2) << entry;
    EXPECT_THAT(ended.err, HasSubstr(words)) << entry;
    EXPECT_THAT(ended.err, HasSubstr("a.toml")) << entry;
  }
}

TEST_F(FmuSystem, EndsWhereAnFmuInAGroupAsksForIt) {
  write_file(folder() / "a.toml", fmt::format(R"([simulation]
end = 20.0
[scheme]
step = 1.5
[[subsystem]]
name = "stair"
fmu = "{0}/Stair-2.fmu"
[[subsystem]]
name = "follower"
fmu = "{0}/Trivial-2.fmu"
[[connect]]
from = "stair.counter"
to = "follower.u"
[[group]]
name = "pair"
members = ["stair", "follower"]
scheme = {{step = 0.5}}
)",
                                              OLDHAM_FMUS));
  const nlohmann::json ran = answer({"run", "a.toml"});
  EXPECT_EQ(ran["status"], "completed");
  EXPECT_EQ(ran["outputs"]["stair.counter"], 10);
  EXPECT_EQ(ran["time"], 10.5);
  EXPECT_THAT(ran["reason"].get<std::string>(), HasSubstr("'stair' asked to end the simulation at t = 10 s"));
}

TEST_F(FmuSystem, AreDescribedWithPortsUnitsAndStartValues) {
  const std::string file = fmt::format("{}/Oscillator-2.fmu", OLDHAM_FMUS);
  const nlohmann::json alone = answer({"describe", file});
  EXPECT_EQ(alone["name"], "Oscillator");
  EXPECT_EQ(alone["parameters"][1],
            (nlohmann::json{{"name", "stiffness"}, {"unit", "N/m"}, {"default", 100}, {"meaning", ""}}));
  EXPECT_EQ(alone["ports"]["inputs"][0], (nlohmann::json{{"name", "force"}, {"unit", "N"}, {"start", 0}}));
  EXPECT_EQ(alone["ports"]["outputs"][2], (nlohmann::json{{"name", "acceleration"}, {"unit", "m/s2"}}));
  EXPECT_THAT(run({"describe", file}).out, HasSubstr("    input     force [N] = 0\n    output    position [m]\n"));
  expect_refusal({"describe", file, "--set", "mass=2"}, 2, {"an FMU by itself has no keys"});
  expect_refusal({"describe", "none.fmu"}, 2, {"none.fmu"});

  write_file(folder() / "a.toml",
             two_masses(fmu_oscillator("left", 3, 1) + "force = 2.5\n", model("right", 2, 0), "order = 0") +
                 fmt::format("[[subsystem]]\nname = \"all\"\nfmu = \"{}/Feedthrough-2.fmu\"\n", OLDHAM_FMUS));
  const nlohmann::json told = answer({"describe", "a.toml"});
  EXPECT_EQ(told["subsystems"][0]["model"], "FMU Oscillator");
  EXPECT_EQ(told["subsystems"][0]["parameters"]["mass"], 3);
  EXPECT_EQ(told["subsystems"][0]["ports"]["inputs"][0]["start"], 2.5);
  EXPECT_EQ(told["subsystems"][2]["ports"]["inputs"][0]["unit"], "") << "it tells none";
  const Ended ended = run({"describe", "a.toml"});
  for (const char* line :
       {"    input     force [N] = 2.5\n", "    parameter mass [kg] = 3\n", "    input     float64_in = 0\n"})
    EXPECT_THAT(ended.out, HasSubstr(line));
}

TEST_F(FmuSystem, RefusesToConnectTexts) {
  for (const char* isolation : {"none", "process"}) {
    write_file(folder() / "a.toml", fmt::format(R"([simulation]
end = 1.0
[scheme]
step = 0.1
[[subsystem]]
name = "a"
fmu = "{0}/Feedthrough-3.fmu"
isolation = "{1}"
[[subsystem]]
name = "b"
fmu = "{0}/Feedthrough-2.fmu"
[[connect]]
from = "a.string_out"
to = "b.string_in"
)",
                                                OLDHAM_FMUS, isolation));
    expect_refusal({"run", "a.toml"}, 3, {"a.toml:12", "'a.string_out' cannot be connected to 'b.string_in'"});
    expect_refusal({"run", "a.toml", "--set", "connect.0.from=a.float64_out"}, 3, {"'b.string_in' is none"});
    expect_refusal({"run", "a.toml", "--set", "connect.0.from=a.binary_out", "--set", "connect.0.to=b.float64_in"}, 3,
                   {"'a.binary_out' is none"});
  }
}

TEST_F(FmuSystem, ReadsFurtherVariables) {
  const nlohmann::json found =
      outputs(fmt::format("[simulation]\nend = 0.1\n[scheme]\nstep = 0.01\n[[subsystem]]\nname = \"a\"\nfmu = "
                          "\"{}/Oscillator-2.fmu\"\noutputs = [\"der(position)\", \"mass\"]\n",
                          OLDHAM_FMUS));
  EXPECT_EQ(found["a.der(position)"], found["a.velocity"]);
  EXPECT_EQ(found["a.mass"], 1);
}

}  // namespace
}  // namespace oldham::test
