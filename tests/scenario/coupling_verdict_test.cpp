// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

#include "fmu_files.hpp"
#include "program.hpp"

// Verdicts on couplings with FMUs that tell nothing of their states, and what runs make of verdicts.

namespace oldham::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// Motor and machine with a stiff shaft between them: explicit coupling with 5 ms makes its 36 Hz grow.
std::string train(const std::string& motor, const std::string& machine, const std::string& scheme,
                  const std::string& parameters = "") {
  const auto member = [&](const std::string& name, const std::string& kind, double mass, double position) {
    return fmt::format(
        "[[subsystem]]\nname = \"{}\"\n{}\n[subsystem.parameters]\nmass = {}\nstiffness = 50.0\ndamping = "
        "0.5\nposition = {}\n{}",
        name, kind, mass, position, parameters);
  };
  return fmt::format(
      "[simulation]\nend = 2.0\n[scheme]\n{}\n{}{}[[interface]]\nname = \"shaft\"\nlaw = \"spring-damper\"\nbetween = "
      "[\"motor\", \"machine\"]\nstiffness = 4e4\ndamping = 5.0\n",
      scheme, member("motor", motor, 1, 0.01), member("machine", machine, 4, 0));
}
const std::string native = "model = \"oscillator\"";
const std::string black_box = "fmu = \"oscillator.fmu\"\nextension = false";

class CouplingVerdictScenario : public Scenario {
 protected:
  void export_oscillator() const { answer({"fmu", "export", "oscillator", "--fmi", "2", "-o", "oscillator.fmu"}); }
  json stability(const std::string& text, const Arguments& more = {}) const {
    Arguments arguments = {"stability", write("a.toml", text)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return answer(arguments);
  }
};

TEST_F(CouplingVerdictScenario, OfBlackBoxesIsThatOfTheModelsInThem) {
  export_oscillator();
  for (const char* scheme : {"step = 5e-3\norder = 1", "step = 1e-3\norder = 1", "step = 2e-4\norder = 0",
                             "step = 2e-3\norder = 0\nschedule = \"gauss-seidel\"",
                             "step = 5e-3\norder = 1\ncorrection = \"semi-implicit\""}) {
    const json expected = stability(train(native, native, scheme));
    for (const auto& [motor, machine] : {std::pair{black_box, black_box}, {native, black_box}}) {
      const json found = stability(train(motor, machine, scheme));
      EXPECT_NEAR(found["spectral_radius"].get<double>(), expected["spectral_radius"].get<double>(), 1e-6) << scheme;
      EXPECT_EQ(found["verdict"], expected["verdict"]) << scheme << found.dump(1);
      EXPECT_NEAR(found["frequency"].get<double>(), expected["frequency"].get<double>(), 1e-2) << scheme;
      EXPECT_TRUE(found["subsystems"][1]["identified"]);
      EXPECT_EQ(found["subsystems"][1]["order"], 2) << scheme;
      EXPECT_GT(found["probes"]["steps"], 0);
      EXPECT_NEAR(found["operating_point"]["inputs"]["machine.force"].get<double>(), 400, 1e-6);
    }
  }
}

TEST_F(CouplingVerdictScenario, FindsTheLargestStepOfBlackBoxes) {
  export_oscillator();
  const Arguments scan = {"--largest-step", "1e-4:1e-2:40"};
  const json expected = stability(train(native, native, "step = 1e-3\norder = 1"), scan);
  const json found = stability(train(black_box, black_box, "step = 1e-3\norder = 1"), scan);
  const double step = expected["largest_stable_step"];
  EXPECT_NEAR(found["largest_stable_step"].get<double>(), step, 1e-3 * step);
  EXPECT_TRUE(found["zero_stability"]["stable"]);
  EXPECT_EQ(found["largest_step_outcome"], "crossing");
  EXPECT_EQ(found["largest_step_confidence"], "high");
  EXPECT_EQ(found["steps_not_judged"], 0);
  EXPECT_LE(found["stable_up_to"].get<double>(), step * (1 + 1e-3));
  EXPECT_GE(found["unstable_from"].get<double>(), step * (1 - 1e-3));
  // the search is probed for as well
  const json alone = stability(train(black_box, black_box, "step = 1e-3\norder = 1"));
  EXPECT_GT(found["probes"]["steps"], alone["probes"]["steps"]);
}

TEST_F(CouplingVerdictScenario, JudgesBlackBoxesWhereARunIs) {
  export_oscillator();
  const json found = stability(train(black_box, native, "step = 1e-3\norder = 1"), {"--at", "0.5"});
  EXPECT_EQ(found["operating_point"]["time"], 0.5);
  const json start = stability(train(native, native, "step = 1e-3\norder = 1"));
  EXPECT_NEAR(found["spectral_radius"].get<double>(), start["spectral_radius"].get<double>(), 1e-6);
}

TEST_F(CouplingVerdictScenario, SaysWhoCarriesTheMode) {
  const std::string text = train(native, native, "step = 5e-3\norder = 1");
  const json found = stability(text);
  EXPECT_EQ(found["verdict"], "unstable");
  EXPECT_THAT(found["mode"].get<std::string>(), HasSubstr("Hz mode between 'motor' and 'machine'"));
  double sum = 0;
  for (const char* part : {"subsystems", "variables"})
    for (const auto& [name, share] : found["participation"][part].items()) sum += share.get<double>();
  EXPECT_NEAR(sum, 1, 1e-12);
  EXPECT_EQ(found["confidence"], "high");
  EXPECT_THAT(run({"stability", "a.toml"}).out, HasSubstr("carried by           motor "));
}

TEST_F(CouplingVerdictScenario, RunsWarnBeforeAndExplainAfterwards) {
  const std::string file = write("a.toml", train(native, native, "step = 5e-3\norder = 1"));
  const Ended ended = run({"run", file, "--report"});
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_THAT(ended.err, HasSubstr("warning: the coupling is unstable at this step: the 38.8 Hz mode between 'motor' "
                                   "and 'machine' grows at 43.5 /s"));
  EXPECT_THAT(ended.out, HasSubstr("why       energy: bond 'shaft' was the first"));
  EXPECT_THAT(ended.out, HasSubstr("why       mode: the 38.8 Hz mode between 'motor' and 'machine' grows at 43.5 /s"));
  EXPECT_THAT(ended.out, HasSubstr("--set scheme.correction=semi-implicit"));
  EXPECT_THAT(read_file(folder() / "results/a/report.html"), HasSubstr("Why it diverged"));
  const json told = run({"run", file, "--json"}).json();
  EXPECT_THAT(told["notes"][0].get<std::string>(), HasSubstr("unstable"));
  EXPECT_EQ(told["explanation"]["energy"]["bond"], "shaft");
  // what is proposed holds what it promises
  ASSERT_FALSE(told["explanation"]["changes"].empty());
  for (const json& change : told["explanation"]["changes"]) {
    const std::string setting = change["set"];
    EXPECT_EQ(run({"run", file, "--json", "--set", setting}).json()["status"], "completed") << setting;
  }
}

TEST_F(CouplingVerdictScenario, RunsAreTheSameWithAndWithoutTheCheck) {
  export_oscillator();
  for (const std::string& kind : {native, black_box}) {
    const std::string file = write("a.toml", train(kind, kind, "step = 5e-3\norder = 1"));
    const Ended checked = run({"run", file, "--out", "checked"}),
                bare = run({"run", file, "--out", "bare", "--no-check"});
    EXPECT_EQ(read_file(folder() / "checked/results.csv"), read_file(folder() / "bare/results.csv"));
    // processes for FMUs may take longer to start than such a short run is worth
    if (kind == native) {
      EXPECT_THAT(checked.err, HasSubstr("warning"));
    }
    EXPECT_THAT(bare.err, Not(HasSubstr("warning"))) << kind;
    EXPECT_THAT(bare.out, Not(HasSubstr("why "))) << kind;
  }
}

TEST_F(CouplingVerdictScenario, WhyAnFmuCannotBeJudgedIsSaidOnce) {
  const std::string file =
      write("a.toml", "[simulation]\nend = 1.0\n[scheme]\nstep = 1e-3\n[[subsystem]]\nname = \"a\"\nfmu = \"" +
                          fmu_path("Naughty-2") +
                          "\"\ninterface = \"co-simulation\"\nparameters = {deed = \"fail\", when = 0.0}\n"
                          "[[subsystem]]\nname = \"b\"\nmodel = \"oscillator\"\n"
                          "[[connect]]\nfrom = \"b.position\"\nto = \"a.force\"\n"
                          "[[connect]]\nfrom = \"a.position\"\nto = \"b.force\"\n");
  const std::string text = run({"stability", file}).out;
  const std::string reason = "the spring broke at t = 0 s";
  const std::size_t first = text.find(reason);
  ASSERT_NE(first, std::string::npos) << text;
  EXPECT_EQ(text.find(reason, first + 1), std::string::npos) << text;
  EXPECT_THAT(text, HasSubstr("inconclusive at step 0.001 s: 'a': it cannot be stepped"));
  EXPECT_THAT(text, HasSubstr("black box            a: not known, as said above\n"));
  EXPECT_THAT(text, HasSubstr("H -> 0               not found, for the same reason\n"));
}

// The states of FMUs for model exchange are known, so that a judge steps them, and takes them back, by itself.
TEST_F(CouplingVerdictScenario, AnFmuThatCrashesWhileItIsJudgedDoesNotEndTheProgram) {
  for (const char* interface : {"model-exchange", "co-simulation"}) {
    const std::string file =
        write("a.toml", "[simulation]\nend = 1.0\n[scheme]\nstep = 1e-3\n[[subsystem]]\nname = \"a\"\nfmu = \"" +
                            fmu_path("CrashesOnReturn-2") + "\"\ninterface = \"" + interface +
                            "\"\n[[subsystem]]\nname = \"b\"\nmodel = \"oscillator\"\n"
                            "[[connect]]\nfrom = \"b.position\"\nto = \"a.force\"\n"
                            "[[connect]]\nfrom = \"a.position\"\nto = \"b.force\"\n");
    EXPECT_EQ(answer({"run", file}).at("status"), "completed");
    // it is told in an answer, or in words; the program lives
    const int code = run({"stability", file}).exit_code;
    EXPECT_TRUE(code == 0 || code == 1) << interface << ": " << code;
  }
}

TEST_F(CouplingVerdictScenario, RunsThatGrowAsTheSystemDoesAreNotWarnedOf) {
  // every part of it gains energy by itself, as slowly as the steps follow it
  const std::string grows = train(native, native, "step = 1e-4\norder = 2\ncorrection = \"semi-implicit\"", "");
  std::string text = grows;
  for (std::size_t at = 0; (at = text.find("damping = 0.5", at)) != std::string::npos; ++at)
    text.replace(at, 13, "damping = -1.0");
  const std::string file = write("a.toml", text);
  const json verdict = answer({"stability", file});
  EXPECT_EQ(verdict["verdict"], "unstable");
  EXPECT_TRUE(verdict["as_unstable_as_the_system"]);
  const Ended ended = run({"run", file});
  EXPECT_EQ(ended.exit_code, 0);
  EXPECT_THAT(ended.err, IsEmpty());
}

}  // namespace
}  // namespace oldham::test
