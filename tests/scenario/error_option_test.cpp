// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program.hpp"
#include "slips.hpp"

// Slips on the command line, always with a system file that is in order.

namespace oldham::test {
namespace {

struct Call {
  const char* claim;
  Arguments words;                // behind command and file
  std::vector<std::string> says;  // what is wrong, and what to do
  int exit_code = 2;
};

void PrintTo(const Call& call, std::ostream* stream) {
  for (const std::string& word : call.words) *stream << word << ' ';
}

class CommandLine : public Scenario, public testing::WithParamInterface<Call> {};

TEST_P(CommandLine, IsRefusedWhere) {
  Arguments arguments = GetParam().words;
  // the command comes first, then the file
  arguments.insert(arguments.begin() + 1, two_mass_file());
  write("regular", "a file, so that no folder can be made below it");
  expect_refusal(arguments, GetParam().exit_code, GetParam().says);
}

Call set(const char* claim, const std::string& assignment, std::vector<std::string> says) {
  says.push_back("--set " + assignment);
  return {claim, {"run", "--out", "out", "--set", assignment}, std::move(says)};
}

const Call settings[] = {
    set("ASetKeyIsUnknown", "scheme.ordr=3", {"unknown key", "did you mean 'order'?"}),
    set("ASetParameterIsUnknown", "parameters.m3=3", {"unknown key", "m1"}),
    set("ASetValueHasTheWrongType", "scheme.order=two", {"expected an integer", "order = 1"}),
    set("ASetValueIsOutOfRange", "scheme.order=4", {"from 0 to 3", "found 4"}),
    set("ASetIntegratorIsUnknown", "subsystem.mass1.integrator=rk5", {"'mass1'", "'rk5'", "rk4"}),
    set("ASetSubsystemIsUnknown", "subsystem.mass3.integrator=rk4", {"'mass3'", "did you mean 'mass"}),
    set("ASettingHasNoValue", "scheme.order=", {"the value is missing"}),
    set("ASettingHasNoEqualsSign", "scheme.order", {"'='", "--set PATH=VALUE"}),
    {"ParametersAreMixed",
     {"run", "--set", "parameters.Lr1=-1", "--set", "parameters.m1=1"},
     {"dimensionless and physical", "'Lr1'", "'m1'", "give either"}},
};

const Call options[] = {
    {"AnAxisHasNoRange",
     {"map", "--x", "parameters.Lr1", "--y", "parameters.Li1=0:1:2"},
     {"--x", "'parameters.Lr1'", "KEY=LO:HI:N"}},
    {"AnAxisHasTwoNumbersOnly",
     {"map", "--x", "parameters.Lr1=-1:0:2", "--y", "parameters.Li1=0:1"},
     {"--y", "'0:1'", "KEY=LO:HI:N"}},
    {"AnAxisHasNoExtent",
     {"map", "--x", "parameters.Lr1=1:1:2", "--y", "parameters.Li1=0:1:2"},
     {"--x", "'1:1:2'", "LO below HI"}},
    {"AnAxisHasNoNumber",
     {"map", "--x", "parameters.Lr1=low:0:2", "--y", "parameters.Li1=0:1:2"},
     {"--x", "'low'", "KEY=LO:HI:N"}},
    {"AnAxisHasHalfACell",
     {"map", "--x", "parameters.Lr1=-1:0:2.5", "--y", "parameters.Li1=0:1:2"},
     {"--x", "'-1:0:2.5'", "cells"}},
    {"AnAxisIsOfAnUnknownKey",
     {"map", "--x", "parameters.Lr3=-1:0:2", "--y", "parameters.Li1=0:1:2"},
     {"parameters.Lr3", "unknown key", "did you mean 'Lr1'"}},
    {"AStepIsNoNumber", {"converge", "--steps", "0.1,x"}, {"--steps", "'x'", "--steps 0.02,0.01,0.005"}},
    {"AStepIsMissing", {"converge", "--steps", "0.1,"}, {"--steps", "''", "--steps 0.02,0.01,0.005"}},
    {"AnAxisIsOfAnUnknownKeyAndSaysSo",
     {"map", "--x", "scheme.stp=0.1:0.2:2", "--y", "parameters.m1=1:2:2"},
     {"--x: scheme.stp: unknown key", "did you mean 'step'"}},
    {"AStepStandsThereTwice", {"converge", "--steps", "0.01,0.01"}, {"--steps", "0.01 s", "twice", "differ"}},
    {"AStepIsLongerThanTheRun",
     {"converge", "--steps", "50,10"},
     {"--steps", "50 s", "longer than the run", "shorter"}},
    {"ANormIsUnknown", {"converge", "--steps", "0.1", "--norm", "maxx"}, {"--norm", "no 'maxx'", "did you mean 'max'"}},
    {"AKeyIsSweptTwice",
     {"sweep", "--over", "scheme.order=0", "--over", "scheme.order=1"},
     {"--over", "'scheme.order' is swept twice", "at once"}},
    {"NoDigitsAreAskedFor", {"stability", "--digits", "0"}, {"--digits", "one or more"}},
    {"NoSampleIsAskedFor", {"run", "--sample", ""}, {"--sample", "expected T1,T2,...", "leave the option out"}},
    {"NoFolderIsNamed", {"run", "--out", ""}, {"--out", "expected DIR, found ''"}},
    {"ANumberIsNone", {"stability", "--at", "later"}, {"--at: 'later' is no number"}},
    {"AStepIsNegative", {"converge", "--steps", "0.1,-0.1"}, {"--steps", "-0.1", "positive"}},
    {"ASampleIsNoNumber", {"run", "--sample", "0.1,abc"}, {"--sample", "'abc'", "--sample 0.5,1.0"}},
    {"ASampleIsAfterTheEnd", {"run", "--sample", "2"}, {"--sample", "2 s", "outside", "raise simulation.end"}},
    {"ASampleIsBeforeTheStart", {"run", "--sample", "-1"}, {"--sample", "-1 s", "outside"}},
    {"AMonolithicSampleIsAfterTheEnd", {"monolithic", "--sample", "2"}, {"--sample", "raise simulation.end"}},
    {"AScanHasTwoNumbersOnly", {"stability", "--largest-step", "1:2"}, {"--largest-step", "'1:2'", "LO:HI:N"}},
    {"AScanBeginsAtZero", {"stability", "--largest-step", "0:2:3"}, {"--largest-step", "'0:2:3'", "0 < LO < HI"}},
    {"AScanIsBackwards", {"stability", "--largest-step", "2:1:3"}, {"--largest-step", "'2:1:3'", "LO < HI"}},
    {"AScanHasHalfAPoint", {"stability", "--largest-step", "1:2:3.5"}, {"--largest-step", "'1:2:3.5'", "points"}},
    {"ASweepNamesNoValues", {"sweep", "--over", "scheme.order="}, {"--over", "'scheme.order='", "KEY=V1,V2"}},
    {"ASweepNamesNoKey", {"sweep", "--over", "abc"}, {"--over", "'abc'", "KEY=V1,V2"}},
    {"ASweptValueIsOutOfRange", {"sweep", "--over", "scheme.order=0,9"}, {"scheme.order=9", "from 0 to 3"}},
    {"TooManyDigitsAreAskedFor", {"stability", "--digits", "100000"}, {"--digits", "100000", "ask for"}},
    {"AComparisonIsUnknown", {"run", "--compare", "yesterday"}, {"--compare", "monolithic"}},
    {"ARunIsConfinedToNoFolder", {"run", "--within", ""}, {"--within", "expected a folder, found ''", "--within ."}},
    {"ACheckIsConfinedToNoFolder",
     {"check", "--within", ""},
     {"--within", "expected a folder, found ''", "--within ."}},
    {"AnOptionIsUnknown", {"run", "--frobnicate"}, {"--frobnicate", "oldham run --help"}},
};

const Call folders[] = {
    {"ResultsCannotBeWritten", {"run", "--out", "regular/x"}, {"regular/x", "choose another"}},
    {"TheMonolithicSolutionCannotBeWritten", {"monolithic", "--out", "regular/x"}, {"regular/x", "choose another"}},
    {"AConvergencePlotCannotBeWritten",
     {"converge", "--steps", "0.1,0.05", "--out", "regular/x"},
     {"regular/x", "choose another"}},
    {"AChartCannotBeWritten",
     {"map", "--x", "parameters.Lr1=-1:0:2", "--y", "parameters.Li1=0:1:2", "--out", "regular/x"},
     {"regular/x", "choose another"}},
    {"ASweepCannotBeWritten", {"sweep", "--over", "scheme.order=0,1", "--out", "regular/x"}, {"regular/x", "choose"}},
};

const Call capabilities[] = {
    {"AnAdaptiveSolverIsAskedForManyDigits",
     {"stability", "--digits", "20", "--set", "subsystem.mass1.integrator=cvode"},
     {"mass1", "cvode", "double precision", "use a fixed-step integrator"},
     3},
    {"NoRecurrenceIsPublished",
     {"stability", "--recurrence", "published"},
     {"recurrence", "leave out --recurrence"},
     3},
};

INSTANTIATE_TEST_SUITE_P(Settings, CommandLine, testing::ValuesIn(settings), claim_of);
INSTANTIATE_TEST_SUITE_P(Options, CommandLine, testing::ValuesIn(options), claim_of);
INSTANTIATE_TEST_SUITE_P(Folders, CommandLine, testing::ValuesIn(folders), claim_of);
INSTANTIATE_TEST_SUITE_P(Capabilities, CommandLine, testing::ValuesIn(capabilities), claim_of);

using CommandWords = Scenario;

TEST_F(CommandWords, AMissingFileIsReportedWithItsNeighbours) {
  write("neighbour.toml", "");
  expect_refusal({"run", "nowhere.toml"}, 2, {"nowhere.toml", "there is no such file", "neighbour.toml"});
  expect_refusal({"run", "nofolder/nowhere.toml"}, 2, {"nofolder/nowhere.toml", "there is no folder 'nofolder'"});
  expect_refusal({"describe", "neighbor.toml"}, 2, {"neighbor.toml", "there is no such file", "neighbour.toml"});
  expect_refusal({"describe", "nofolder/nowhere.toml"}, 2, {"there is no folder 'nofolder'"});
}

TEST_F(CommandWords, AFolderIsNoSystemFile) { expect_refusal({"run", "."}, 2, {"is a folder, not a system file"}); }

TEST_F(CommandWords, AFolderWithoutANameIsNotServed) {
  const Ended ended = run({"serve", ""});
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_EQ(ended.err, "oldham: '': there is no such folder; name one that exists\n");
}

TEST_F(CommandWords, AnUnknownCommandIsNamed) { expect_refusal({"frobnicate"}, 2, {"frobnicate", "stability"}); }

TEST_F(CommandWords, AMissingCommandIsReportedWithThoseThatThereAre) {
  // a bare call is a question, and one for an answer in JSON is none
  EXPECT_EQ(run({}).exit_code, 0);
  EXPECT_THAT(run({"--json"}).err, testing::HasSubstr("name a command: new, "));
  expect_refusal({"fmu"}, 2, {"name a command: ", "check", "oldham fmu --help"});
}

TEST_F(CommandWords, AFileIsNotServed) {
  write("first.toml", "");
  EXPECT_EQ(run({"serve", "first.toml"}).err,
            "oldham: first.toml: is a file, not a folder; name the folder that it is in\n");
  EXPECT_THAT(run({"serve", "--port", "abc"}).err, testing::HasSubstr("--port: 'abc' is no number"));
}

TEST_F(CommandWords, KeysOfPartsThatTheFileDoesNotHaveAreRefused) {
  answer({"new", "first"});
  const auto refuse = [&](const char* command, const std::string& setting, const std::vector<std::string>& says) {
    expect_refusal({command, "first.toml", "--set", setting}, 2, says);
  };
  for (const char* command : {"run", "stability", "describe"}) {
    refuse(command, "subsystem.crt.parameters.mass=1",
           {"--set subsystem.crt.parameters.mass=1: there is no subsystem 'crt'; did you mean 'cart'?"});
    refuse(command, "interface.sprng.stiffness=1", {"there is no interface 'sprng'; did you mean 'spring'?"});
  }
  expect_refusal({"sweep", "first.toml", "--over", "subsystem.crt.parameters.mass=1,2"}, 2, {"no subsystem 'crt'"});
  expect_refusal({"map", "first.toml", "--x", "subsystem.crt.parameters.mass=1:2:2", "--y", "scheme.step=0.1:0.2:2"}, 2,
                 {"--x: there is no subsystem 'crt'"});
  // all of a new one may be given
  EXPECT_EQ(answer({"run", "first.toml", "--set", "subsystem.more={model = \"oscillator\", inputs = {force = 0.0}}"})
                .at("outputs")
                .count("more.position"),
            1u);
  answer({"new", "rig", "--from", fmu_path("Oscillator-2")});
  expect_refusal({"run", "rig.toml", "--set", "subsystem.Oscilator-2.parameters.mass=1"}, 2,
                 {"no subsystem 'Oscilator-2'", "did you mean 'Oscillator-2'"});
  answer({"ssp", "export", "rig.toml", "-o", "rig.ssp"});
  expect_refusal({"run", "rig.ssp", "--set", "subsystem.Oscilator-2.parameters.mass=1"}, 2,
                 {"no subsystem 'Oscilator-2'", "did you mean 'Oscillator-2'"});
}

TEST_F(CommandWords, ASpringDoesNotJoinASubsystemToItself) {
  answer({"new", "first"});
  expect_refusal({"run", "first.toml", "--set", "interface.spring.between=[\"cart\", \"cart\"]"}, 2,
                 {"between", "'cart' to itself"});
}

TEST_F(CommandWords, AnUnknownNameIsNotDescribed) {
  expect_refusal({"describe", "two-mas"}, 2,
                 {"'two-mas'", "did you mean 'two-mass' or 'two-mass-kinematic' or 'two-mass-constraint'?"});
}

}  // namespace
}  // namespace oldham::test
