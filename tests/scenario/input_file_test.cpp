// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

#include "program.hpp"

// Inputs from files: `oldham fmu run --input` and inputs_from in system files.

namespace oldham::test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

constexpr double omega = 10;  // rad/s, of the oscillator with mass 1 kg and stiffness 100 N/m

/// The oscillator from rest under a force that jumps from 0 to 1 N at t = 0.25 s.
double after_jump(double t) { return t < 0.25 ? 0 : (1 - std::cos(omega * (t - 0.25))) / 100; }

/// The same under a force that rises from 0 at 0.2 s to 1 N at 0.55 s, and stays.
double after_ramp(double t) {
  const auto ramp = [](double s) { return s < 0 ? 0 : (s - std::sin(omega * s) / omega) / 100 / 0.35; };
  return ramp(t - 0.2) - ramp(t - 0.55);
}

class InputFileTest : public Scenario {
 protected:
  InputFileTest() {
    write("jump.csv", "time,force\n0,0\n0.25,0\n0.25,1\n2,1\n");
    write("ramp.csv", "\"time\", \"force\"\n0,0\n0.2,0\n0.55,1\n2,1\n");
  }
  nlohmann::json run_fmu(const std::string& name, const std::string& file, const Arguments& more = {}) const {
    return answer(Arguments{"fmu", "run", fmu_path(name), "--input", file, "--step", "0.1", "--end", "1"} + more);
  }
  static std::string notes_of(const nlohmann::json& ran) {
    std::string all;
    if (ran.contains("notes"))
      for (const auto& note : ran["notes"]) all += note.get<std::string>() + '\n';
    return all;
  }
};

// Whatever way inputs reach an FMU, a jump inside a step is at its time: as derivatives, by intermediate updates, as
// held values, at every evaluation. 1e-7: accuracy of the solver of model exchange, and of the inner steps of the FMU.
TEST_F(InputFileTest, JumpsInsideAStepAreAtTheirTime) {
  for (const char* name : {"Oscillator-1", "Oscillator-2", "Oscillator-3", "Forgetful-2"}) {
    const nlohmann::json ran = run_fmu(name, "jump.csv", {"--set", "initial_position=0"});
    EXPECT_NEAR(ran["outputs"]["position"].get<double>(), after_jump(1), 1e-7) << name;
  }
  for (const char* name : {"Oscillator-2", "Oscillator-3"}) {
    const nlohmann::json ran =
        run_fmu(name, "jump.csv", {"--set", "initial_position=0", "--interface", "model-exchange"});
    EXPECT_NEAR(ran["outputs"]["position"].get<double>(), after_jump(1), 1e-7) << name;
  }
}

TEST_F(InputFileTest, StraightLinesBetweenRowsAreFollowedInsideAStep) {
  for (const char* name : {"Oscillator-1", "Oscillator-2", "Oscillator-3"}) {
    const nlohmann::json ran = run_fmu(name, "ramp.csv", {"--set", "initial_position=0"});
    EXPECT_NEAR(ran["outputs"]["position"].get<double>(), after_ramp(1), 1e-7) << name;
  }
  // ten held values of a line: their mean is right, h² u' ω / 24 of the answer is not, with h = 0.01
  const nlohmann::json ran = run_fmu("Forgetful-2", "ramp.csv", {"--set", "initial_position=0"});
  EXPECT_NEAR(ran["outputs"]["position"].get<double>(), after_ramp(1), 1e-5);
}

// Integers, truths and discrete numbers keep the value of the last row
TEST_F(InputFileTest, DiscreteInputsAreHeldBetweenRows) {
  write("all.csv",
        "time,float64_in,int32_in,boolean_in,sampled_in,enumeration_in\n"
        "0,0,1,false,0,1\n1,2,5,true,4,2\n");
  for (const char* name : {"Feedthrough-2", "Feedthrough-3"}) {
    const nlohmann::json ran = answer(
        {"fmu", "run", fmu_path(name), "--input", "all.csv", "--step", "0.25", "--end", "1.5", "--sample", "0.75"});
    const nlohmann::json& at = ran["samples"][0]["outputs"];
    EXPECT_DOUBLE_EQ(at["float64_out"].get<double>(), 1.5) << name;
    EXPECT_EQ(at["int32_out"], 1) << name;
    EXPECT_EQ(at["boolean_out"], 0) << name;
    EXPECT_EQ(at["sampled_out"], 0) << name;
    EXPECT_EQ(ran["outputs"]["float64_out"], 2) << name;
    EXPECT_EQ(ran["outputs"]["int32_out"], 5) << name;
    EXPECT_EQ(ran["outputs"]["boolean_out"], 1) << name;
    EXPECT_EQ(ran["outputs"]["sampled_out"], 4) << name;
    EXPECT_EQ(ran["outputs"]["enumeration_out"], 2) << name;
    // said once, with the inputs that the file leaves out
    EXPECT_THAT(notes_of(ran), AllOf(HasSubstr("after 1 s their last value")));
    EXPECT_THAT(notes_of(ran), HasSubstr(std::string(name).ends_with("3") ? "'int8_in'" : "inputs of"));
  }
}

// A column may name a tunable parameter, as in files of the cross-check
TEST_F(InputFileTest, AColumnOfATunableParameterChangesIt) {
  write("factor.csv", "time,float64_in,factor\n0,1,2\n0.35,1,2\n0.35,1,3\n1,1,3\n");
  for (const char* name : {"Feedthrough-2", "Feedthrough-3"}) {
    const nlohmann::json ran = answer(
        {"fmu", "run", fmu_path(name), "--input", "factor.csv", "--step", "0.1", "--end", "1", "--sample", "0.3,0.4"});
    EXPECT_EQ(ran["samples"][0]["outputs"]["float64_out"], 2) << name;
    EXPECT_EQ(ran["samples"][1]["outputs"]["float64_out"], 3) << name;
    EXPECT_EQ(ran["macro_steps"], 11) << name;  // one of them ends at 0.35 s
  }
}

TEST_F(InputFileTest, AnFmuWithEqualStepsGetsTheValuesOfTheirBegins) {
  const nlohmann::json ran = run_fmu("Strict-2", "jump.csv", {"--set", "initial_position=0"});
  // the jump at 0.25 s reaches the FMU at 0.3 s
  EXPECT_NEAR(ran["outputs"]["position"].get<double>(), (1 - std::cos(omega * 0.7)) / 100, 1e-7);
  EXPECT_THAT(notes_of(ran), HasSubstr("canHandleVariableCommunicationStepSize = false"));
}

TEST_F(InputFileTest, TheEndIsThatOfTheFileWhereTheFmuHasNone) {
  const std::string end = answer({"fmu", "info", fmu_path("Oscillator-2")})["default_experiment"]["stop"].dump();
  EXPECT_EQ(answer({"fmu", "run", fmu_path("Oscillator-2"), "--input", "jump.csv"})["time"].dump(), end);
}

constexpr const char* system_text = R"(
[simulation]
end = 1.0
[scheme]
step = 0.1
order = 1
[[subsystem]]
name = "driven"
model = "oscillator"
inputs_from = "{}"
[subsystem.parameters]
mass = 1.0
stiffness = 100.0
[[subsystem]]
name = "next"
model = "oscillator"
[subsystem.parameters]
mass = 1.0
stiffness = 50.0
[[connect]]
from = "driven.position"
to = "next.force"
convert_units = false
)";

// a built-in model is advanced exactly under straight lines; 1e-12: rounding
TEST_F(InputFileTest, BuiltInModelsFollowFilesExactly) {
  for (const char* file : {"jump.csv", "ramp.csv"}) {
    const double exact = std::string(file) == "jump.csv" ? after_jump(1) : after_ramp(1);
    for (const char* correction : {"explicit", "semi-implicit", "implicit"}) {
      write("system.toml", fmt::format(system_text, file));
      const nlohmann::json ran =
          answer({"run", "system.toml", "--set", fmt::format("scheme.correction={}", correction)});
      EXPECT_NEAR(ran["outputs"]["driven.position"].get<double>(), exact, 1e-12) << file << ' ' << correction;
    }
  }
}

TEST_F(InputFileTest, TheMonolithicSolutionHasTheSameInputs) {
  write("system.toml", fmt::format(system_text, "jump.csv"));
  const nlohmann::json solved = answer({"monolithic", "system.toml"});
  EXPECT_NEAR(solved["outputs"]["driven.position"].get<double>(), after_jump(1), 1e-9);
  // between them the coupling is all that differs: of second order in the step
  const auto error = [&](const char* step) {
    return answer({"run", "system.toml", "--compare", "monolithic", "--set",
                   fmt::format("scheme.step={}", step)})["errors"]["next.position"]["max"]
        .get<double>();
  };
  const double coarse = error("0.02"), fine = error("0.01");
  EXPECT_GT(coarse / fine, 3);
  EXPECT_LT(coarse / fine, 5);
}

// a group makes steps of 0.03 s in those of 0.1 s; the jump is in one of them
TEST_F(InputFileTest, InputsInsideAGroupAreTheSame) {
  write("system.toml", fmt::format(system_text, "jump.csv") +
                           "[[group]]\nname = \"inner\"\nmembers = [\"driven\"]\n[group.scheme]\nstep = 0.03\n");
  const nlohmann::json ran = answer({"run", "system.toml"});
  EXPECT_NEAR(ran["outputs"]["driven.position"].get<double>(), after_jump(1), 1e-12);
}

TEST_F(InputFileTest, AdaptiveStepsEndAtJumps) {
  write("system.toml", fmt::format(system_text, "jump.csv") + "[scheme.adaptive]\ncontrol = \"residual\"\n");
  const nlohmann::json ran = answer({"run", "system.toml"});
  EXPECT_NEAR(ran["outputs"]["driven.position"].get<double>(), after_jump(1), 1e-12);
}

TEST_F(InputFileTest, AnFmuInAProcessOfItsOwnGetsTheSameBits) {
  const auto position = [&](const char* isolation, const char* correction) {
    write("system.toml",
          fmt::format("[simulation]\nend = 1.0\n[scheme]\nstep = 0.1\ncorrection = \"{}\"\n"
                      "[[subsystem]]\nname = \"a\"\nfmu = \"{}\"\ninputs_from = \"jump.csv\"\nisolation = \"{}\"\n"
                      "[[subsystem]]\nname = \"b\"\nfmu = \"{}\"\n"
                      "[[connect]]\nfrom = \"a.position\"\nto = \"b.force\"\n",
                      correction, fmu_path("Oscillator-2"), isolation, fmu_path("Oscillator-3")));
    return answer({"run", "system.toml"})["outputs"];
  };
  for (const char* correction : {"explicit", "implicit"})
    EXPECT_EQ(position("none", correction), position("process", correction)) << correction;
}

TEST_F(InputFileTest, AreExportedWithTheSystemAndRefusedBySsp) {
  write("system.toml", fmt::format(system_text, "jump.csv"));
  const nlohmann::json ran = answer({"run", "system.toml"});
  ASSERT_EQ(run({"fmu", "export", "system.toml", "-o", "all.fmu"}).exit_code, 0);
  std::filesystem::remove(folder() / "jump.csv");
  const nlohmann::json exported = answer({"fmu", "run", "all.fmu", "--step", "0.1", "--end", "1"});
  EXPECT_EQ(exported["outputs"]["driven.position"], ran["outputs"]["driven.position"]);
  EXPECT_EQ(exported["outputs"]["next.position"], ran["outputs"]["next.position"]);
  expect_refusal({"ssp", "export", "system.toml", "-o", "it.ssp"}, 3, {"system.toml:10", "inputs from files"});
}

TEST_F(InputFileTest, ReachesNoFileOutsideAConfinedFolder) {
  std::filesystem::create_directories(folder() / "inner");
  write("inner/system.toml", fmt::format(system_text, "../jump.csv"));
  const Ended ended = run({"check", "inner/system.toml", "--within", "inner"});
  EXPECT_NE(ended.exit_code, 0);
  EXPECT_THAT(ended.err, HasSubstr("jump.csv"));
  EXPECT_EQ(run({"check", "inner/system.toml"}).exit_code, 0);
}

TEST_F(InputFileTest, AConnectionReplacesAHeldConstant) {
  write("system.toml", fmt::format("[simulation]\nend = 0.1\n[scheme]\nstep = 0.1\n"
                                   "[[subsystem]]\nname = \"a\"\nfmu = \"{0}\"\n[subsystem.inputs]\nforce = 0.0\n"
                                   "[[subsystem]]\nname = \"b\"\nfmu = \"{0}\"\n[subsystem.inputs]\nforce = 3.0\n"
                                   "[[connect]]\nfrom = \"a.position\"\nto = \"b.force\"\n",
                                   fmu_path("Oscillator-2")));
  const nlohmann::json ran = answer({"run", "system.toml"});
  EXPECT_EQ(ran["status"], "completed");
  EXPECT_THAT(notes_of(ran), HasSubstr("input 'b.force' is connected; its constant 3 is not used"));
  EXPECT_THAT(notes_of(ran), Not(HasSubstr("'a.force'")));
}

TEST_F(InputFileTest, SubsystemsThatNothingJoinsAreNoted) {
  write("system.toml",
        fmt::format("[simulation]\nend = 0.1\n[scheme]\nstep = 0.1\n"
                    "[[subsystem]]\nname = \"a\"\nfmu = \"{0}\"\n[[subsystem]]\nname = \"b\"\nfmu = \"{0}\"\n",
                    fmu_path("Oscillator-2")));
  EXPECT_THAT(notes_of(answer({"run", "system.toml"})), HasSubstr("2 subsystems, nothing joins them"));
  EXPECT_THAT(run({"check", "system.toml"}).out, HasSubstr("2 subsystems, nothing joins them"));
}

TEST_F(InputFileTest, WhatDoesNotFitIsRefusedWithLineAndColumn) {
  const std::string fmu = fmu_path("Oscillator-2");
  const auto refuse = [&](const std::string& text, int exit_code, const std::vector<std::string>& words) {
    write("in.csv", text);
    expect_refusal({"fmu", "run", fmu, "--input", "in.csv"}, exit_code, words);
  };
  refuse("time,forse\n0,1\n", 2, {"in.csv:1", "column 2: 'forse' is no input", "did you mean 'force'"});
  refuse("time,position\n0,1\n", 2, {"in.csv:1", "'position' is an output"});
  refuse("time,mass\n0,1\n", 2, {"in.csv:1", "column 2: 'mass' is no input"});
  refuse("time,force\n0,1\n1,x\n", 2, {"in.csv:3", "column 2 ('force'): 'x' is not a number"});
  refuse("time,force\n1,1\n0,2\n", 2, {"in.csv:3", "the time goes back from 1 s to 0 s"});
  refuse("time,force [kN]\n0,1\n", 2, {"in.csv:1", "is in kN", "is in N"});
  expect_refusal({"fmu", "run", fmu, "--input", "nowhere.csv"}, 2, {"nowhere.csv", "cannot be opened"});
  write("in.csv", "time,string_in\n0,1\n");
  expect_refusal({"fmu", "run", fmu_path("Feedthrough-2"), "--input", "in.csv"}, 3, {"'string_in'", "is a text"});
  // beside a connection it would be a second source
  write("system.toml", fmt::format(system_text, "jump.csv") +
                           "[[connect]]\nfrom = \"next.position\"\nto = \"driven.force\"\nconvert_units = false\n");
  expect_refusal({"run", "system.toml"}, 2, {"jump.csv", "input 'driven.force' has two sources"});
  write("system.toml", fmt::format(system_text, "nowhere.csv"));
  expect_refusal({"run", "system.toml"}, 2, {"nowhere.csv", "cannot be opened"});
}

}  // namespace
}  // namespace oldham::test
