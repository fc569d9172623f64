// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <sys/resource.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <thread>

#include "isolation/processes.hpp"
#include "program.hpp"

// FMUs alone: `oldham fmu run` and `oldham fmu check`.

namespace oldham::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class FmuRun : public Scenario {};
class FmuCheck : public Scenario {
 protected:
  /// The result of each check of an FMU, by name.
  std::map<std::string, std::string> results(const std::string& name, const Arguments& more = {}) const {
    Arguments arguments = {"fmu", "check", fmu_path(name), "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Ended ended = run(arguments);
    const nlohmann::json answer = ended.json();
    EXPECT_EQ(ended.exit_code, answer["passed"].get<bool>() ? 0 : 1) << name;
    std::map<std::string, std::string> found;
    for (const nlohmann::json& row : answer["checks"]) found[row["check"]] = row["result"];
    found["all"] = answer["passed"].get<bool>() ? "passed" : "failed";
    return found;
  }
};

TEST_F(FmuRun, StepsAnOscillatorOfEveryVersion) {
  for (const char* name : {"Oscillator-1", "Oscillator-2", "Oscillator-3"}) {
    const nlohmann::json ran = answer({"fmu", "run", fmu_path(name)});
    EXPECT_EQ(ran["status"], "completed");
    EXPECT_EQ(ran["macro_steps"], 100);
    EXPECT_NEAR(ran["outputs"]["position"].get<double>(), std::cos(10.0), 1e-8) << name;
    EXPECT_EQ(ran["outputs"]["position"], ran["outputs"][fmt::format("{}.position", name)]);
  }
}

TEST_F(FmuRun, SolvesModelExchangeOfEveryVersion) {
  for (const char* name : {"Oscillator-1x", "Oscillator-2", "Oscillator-3"}) {
    const nlohmann::json ran = answer({"fmu", "run", fmu_path(name), "--interface", "model-exchange"});
    EXPECT_EQ(ran["status"], "completed");
    EXPECT_NEAR(ran["outputs"]["position"].get<double>(), std::cos(10.0), 1e-7) << name;  // 1e-9 in each of 100 steps
  }
  const nlohmann::json early = answer({"fmu", "run", fmu_path("BouncingBall-1x")});
  const nlohmann::json later = answer({"fmu", "run", fmu_path("BouncingBall-2"), "--interface", "model-exchange"});
  EXPECT_EQ(early["outputs"]["bounces"], later["outputs"]["bounces"]);
}

// 4999 · H + H is behind the end by a rounding, and the FMUs of the tests refuse steps that end there
TEST_F(FmuRun, DoesNotPassTheEndByARounding) {
  for (const char* name : {"Oscillator-1", "Oscillator-2", "Oscillator-3"}) {
    const nlohmann::json ran = answer({"fmu", "run", fmu_path(name), "--end", "0.1", "--step", "2e-5"});
    EXPECT_EQ(ran["status"], "completed") << name << ran["reason"];
    EXPECT_EQ(ran["macro_steps"], 5000);
  }
}

TEST_F(FmuRun, StepsOneWithoutOutputs) {
  const Ended ended = run({"fmu", "run", fmu_path("Silent-2")});
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("there are no outputs"));
}

TEST_F(FmuRun, TakesParametersAndTimes) {
  const nlohmann::json ran = answer({"fmu", "run", fmu_path("Oscillator-2"), "--set", "mass=4", "--set",
                                     "initial_position=2", "--end", "0.7", "--steps", "7", "--sample", "0.35"});
  EXPECT_EQ(ran["macro_steps"], 7);
  EXPECT_EQ(ran["time"], 0.7);
  EXPECT_NEAR(ran["outputs"]["position"].get<double>(), 2 * std::cos(5 * 0.7), 1e-8);
  EXPECT_EQ(ran["samples"][0]["interpolated"], true);
}

TEST_F(FmuRun, TellsTextsAndTakesEveryType) {
  const nlohmann::json ran = answer({"fmu", "run", fmu_path("Feedthrough-2"), "--set", "string_in=\"there\"", "--set",
                                     "int32_in=-7", "--set", "boolean_in=true", "--set", "enumeration_in=second"});
  EXPECT_EQ(ran["text_outputs"]["Feedthrough-2.string_out"], "there");
  EXPECT_EQ(ran["outputs"]["int32_out"], -7);
  EXPECT_EQ(ran["outputs"]["boolean_out"], 1);
  EXPECT_EQ(ran["outputs"]["enumeration_out"], 2);
}

TEST_F(FmuRun, FollowsStructuralParameters) {
  const nlohmann::json ran =
      answer({"fmu", "run", fmu_path("Feedthrough-3"), "--set", "array_size=2", "--set", "array_in=[1.5, -2.5]"});
  EXPECT_EQ(ran["outputs"]["array_out[1]"], 1.5);
  EXPECT_EQ(ran["outputs"]["array_out[2]"], -2.5);
  EXPECT_FALSE(ran["outputs"].contains("array_out[3]"));
}

// FMI 3.0: a start value by itself is that of all elements
TEST_F(FmuRun, TakesOneValueForAllElementsOfAnArray) {
  const nlohmann::json ran =
      answer({"fmu", "run", fmu_path("Feedthrough-3"), "--set", "array_size=2", "--set", "array_in=1.5"});
  EXPECT_EQ(ran["outputs"]["array_out[1]"], 1.5);
  EXPECT_EQ(ran["outputs"]["array_out[2]"], 1.5);
  expect_refusal({"fmu", "run", fmu_path("Feedthrough-3"), "--set", "array_in=[1.5, 2.5]"}, 2,
                 {"variable 'array_in': has 3 elements, but 2 values are given"});
}

TEST_F(FmuRun, EndsWhereTheFmuAsksForIt) {
  for (const char* name : {"Stair-2", "Stair-3"}) {
    const nlohmann::json ran = answer({"fmu", "run", fmu_path(name), "--step", "0.5"});
    EXPECT_EQ(ran["status"], "completed");
    EXPECT_NEAR(ran["time"].get<double>(), 10, 0.51) << name;
    EXPECT_THAT(ran["reason"].get<std::string>(), HasSubstr("asked"));
  }
}

TEST_F(FmuRun, RefusesWhatDoesNotFit) {
  const std::string file = fmu_path("Oscillator-2");
  for (const auto& [arguments, words] : std::vector<std::pair<Arguments, std::string>>{
           {{"fmu", "run", file, "--set", "mas=1"}, "no variable 'mas'; did you mean 'mass'"},
           {{"fmu", "run", file, "--set", "mass=heavy"}, "'mass' is of type Real"},
           {{"fmu", "run", file, "--set", "position=1"}, "'position' cannot be set"},
           {{"fmu", "run", file, "--end", "-1"}, "must lie after the start"},
           {{"fmu", "run", fmu_path("Oscillator-1"), "--interface", "model-exchange"},
            "no interface for ModelExchange"}}) {
    const Ended ended = run(arguments);
    EXPECT_NE(ended.exit_code, 0);
    EXPECT_THAT(ended.err, HasSubstr(words));
  }
}

TEST_F(FmuRun, TellsWhyAnFmuCannotRun) {
  for (const auto& [name, words] :
       std::vector<std::pair<std::string, std::string>>{{"RefusesInstance-2", "no licence for RefusesInstance-2"},
                                                        {"LacksLibrary-2", "libcompanion.so"},
                                                        {"WrongToken-2", "cannot be instantiated"}}) {
    const Ended ended = run({"fmu", "run", fmu_path(name)});
    EXPECT_NE(ended.exit_code, 0);
    EXPECT_THAT(ended.err, HasSubstr(words));
  }
}

TEST_F(FmuRun, ReportsATroubleWithItsTimeAndKeepsTheResults) {
  const Ended ended = run({"fmu", "run", fmu_path("Naughty-2"), "--set", "deed=fail", "--json", "--out", "kept"});
  EXPECT_EQ(ended.exit_code, 1);
  const nlohmann::json ran = ended.json();
  EXPECT_EQ(ran["status"], "failed");
  EXPECT_NEAR(ran["time"].get<double>(), 0.5, 0.011);
  EXPECT_THAT(ran["reason"].get<std::string>(), HasSubstr("the spring broke at t = 0.5 s"));
  EXPECT_THAT(read_file(folder() / "kept" / "results.csv"), HasSubstr("\n0.4"));
}

TEST_F(FmuRun, KeepsTheAnswerApartFromWhatTheFmuPrints) {
  const nlohmann::json ran = answer({"fmu", "run", fmu_path("Naughty-2"), "--set", "deed=print"});
  EXPECT_EQ(ran["status"], "completed");
}

TEST_F(FmuRun, GoesOnWhereStepsAreDiscarded) {
  const nlohmann::json ran =
      answer({"fmu", "run", fmu_path("Naughty-2"), "--set", "deed=discard_long", "--steps", "10"});
  EXPECT_EQ(ran["status"], "completed");
  EXPECT_NEAR(ran["outputs"]["position"].get<double>(), std::cos(10.0), 1e-8);
  const Ended stuck = run({"fmu", "run", fmu_path("Naughty-2"), "--set", "deed=discard_all", "--json"});
  EXPECT_EQ(stuck.exit_code, 1);
  EXPECT_THAT(stuck.json()["reason"].get<std::string>(), HasSubstr("discards even a step"));
}

// one forgets them when its initialization begins; the other in fmi2SetupExperiment, and solves its initial equations
// when the initialization begins, as FMUs of 20-sim and Dymola do
TEST_F(FmuRun, SetsParametersWhereFmusKeepThem) {
  for (const Arguments& file :
       {Arguments{fmu_path("Naughty-2"), "--set", "deed=forget_parameters"}, Arguments{fmu_path("Prompt-2")}}) {
    const nlohmann::json ran = answer(Arguments{"fmu", "run"} + file + Arguments{"--set", "mass=4"});
    EXPECT_NEAR(ran["outputs"]["position"].get<double>(), std::cos(5.0), 1e-8) << file.front();
  }
}

TEST_F(FmuCheck, PassesHonestFmus) {
  EXPECT_EQ(results("BouncingBall-1x").at("ModelExchange: determinism"), "passed");
  for (const char* name : {"Oscillator-1", "Oscillator-2", "Oscillator-3", "BouncingBall-2", "BouncingBall-3",
                           "Feedthrough-2", "Feedthrough-3", "Trivial-2"}) {
    const auto found = results(name);
    EXPECT_EQ(found.at("all"), "passed") << name << run({"fmu", "check", fmu_path(name)}).out;
    EXPECT_EQ(found.at("CoSimulation: determinism"), "passed") << name;
  }
  EXPECT_EQ(results("Oscillator-2").at("CoSimulation: rollback"), "passed");
  EXPECT_EQ(results("Oscillator-2").at("CoSimulation: serialisation"), "passed");
  EXPECT_EQ(results("Oscillator-3").at("ModelExchange: derivatives"), "passed");
}

TEST_F(FmuCheck, FindsWhatIsNotKept) {
  EXPECT_EQ(results("LacksState-2").at("CoSimulation: functions"), "failed");
  EXPECT_EQ(results("RefusesInstance-2").at("CoSimulation: start-values"), "failed");
  EXPECT_EQ(results("LacksLibrary-2").at("CoSimulation: library"), "failed");
}

TEST_F(FmuCheck, FindsWhoDoesNotWhatItDeclares) {
  for (const auto& [deed, check] :
       std::vector<std::pair<std::string, std::string>>{{"half_rollback", "CoSimulation: rollback"},
                                                        {"wrong_derivative", "CoSimulation: derivatives"},
                                                        {"wrong_derivative", "ModelExchange: derivatives"},
                                                        {"shared_counter", "CoSimulation: determinism"},
                                                        {"fail", "CoSimulation: steps"},
                                                        {"crash", "CoSimulation: steps"}}) {
    const auto found = results("Naughty-2", {"--set", "deed=" + deed, "--set", "when=0"});
    EXPECT_EQ(found.at("all"), "failed") << deed;
    EXPECT_EQ(found.at(check), "failed") << deed;
    EXPECT_EQ(found.at("CoSimulation: start-values"), "passed") << deed;
  }
  EXPECT_EQ(results("Naughty-2", {"--set", "mass=4"}).at("all"), "passed");
}

// FMPy and other importers resolve every function of the headers and load no FMU that lacks one
TEST_F(FmuCheck, NamesFunctionsThatImportersResolveAndGoesOn) {
  const Ended ended = run({"fmu", "check", fmu_path("LacksScheduling-3")});
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_THAT(ended.out, HasSubstr("the library lacks 2 of 75 functions that the standard requires: "
                                   "fmi3InstantiateScheduledExecution, fmi3ActivateModelPartition; importers that "
                                   "resolve all functions refuse the FMU"));
  EXPECT_THAT(ended.out, HasSubstr("passed   CoSimulation: rollback"));
  EXPECT_EQ(results("Trivial-3").at("CoSimulation: functions"), "passed");
  EXPECT_EQ(results("Oscillator-1").at("CoSimulation: functions"), "passed");
}

TEST_F(FmuCheck, LooksAtOneInterfaceWhereAsked) {
  const auto steps = results("Oscillator-2", {"--interface", "co-simulation"});
  EXPECT_TRUE(steps.contains("CoSimulation: steps"));
  EXPECT_FALSE(steps.contains("ModelExchange: steps"));
  // the counter runs in steps of its own solver only
  const Arguments lies = {"--set", "deed=shared_counter", "--set", "when=0", "--interface", "model-exchange"};
  EXPECT_EQ(results("Naughty-2", lies).at("all"), "passed");
  expect_refusal({"fmu", "check", fmu_path("Oscillator-1"), "--interface", "model-exchange"}, 3,
                 {"no interface for ModelExchange"});
  expect_refusal({"fmu", "check", fmu_path("Oscillator-2"), "--set", "mas=1"}, 2,
                 {"--set mas=1", "did you mean 'mass'"});
}

TEST_F(FmuCheck, HasExitCodesAndLines) {
  const Ended good = run({"fmu", "check", fmu_path("Oscillator-2")});
  EXPECT_EQ(good.exit_code, 0) << good.out;
  EXPECT_THAT(good.out, HasSubstr("passed   CoSimulation: rollback"));
  EXPECT_THAT(good.out, HasSubstr("the same bits"));
  const Ended bad = run({"fmu", "check", fmu_path("LacksState-2")});
  EXPECT_EQ(bad.exit_code, 1);
  EXPECT_THAT(bad.out, HasSubstr("fmi2GetFMUstate"));
  write_file(folder() / "no.fmu", "no archive");
  EXPECT_EQ(run({"fmu", "check", "no.fmu"}).exit_code, 1);
}

/// Lets what is started meanwhile write core files, whatever the shell allows.
class AllowedCores {
 public:
  AllowedCores() {
    getrlimit(RLIMIT_CORE, &before_);
    const rlimit all = {before_.rlim_max, before_.rlim_max};
    setrlimit(RLIMIT_CORE, &all);
  }
  ~AllowedCores() { setrlimit(RLIMIT_CORE, &before_); }
  AllowedCores(const AllowedCores&) = delete;
  AllowedCores& operator=(const AllowedCores&) = delete;
  bool is_possible() const { return before_.rlim_max > 0; }

 private:
  rlimit before_ = {};
};

/// A check that never ends, and the process it is made in.
class EndlessCheck : public FmuCheck {
 protected:
  EndlessCheck() {
    // the process that looks at what takes no step is over soon; the one that hangs stays
    EXPECT_TRUE(soon([&] {
      const std::vector<pid_t> first = children_of(program_.process());
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      const std::vector<pid_t> later = children_of(program_.process());
      if (!later.empty()) guest_ = later.front();
      return !first.empty() && first == later;
    }));
  }
  AllowedCores cores_;
  Program program_{{"fmu", "check", fmu_path("Naughty-2"), "--interface", "co-simulation", "--set", "deed=hang",
                    "--set", "when=0", "--json"},
                   folder()};
  pid_t guest_ = 0;
};

TEST_F(EndlessCheck, EndsOnAnInterrupt) {
  program_.send(SIGINT);
  const Ended ended = program_.wait();
  EXPECT_EQ(ended.exit_code, 130);
  const nlohmann::json answer = ended.json();
  EXPECT_EQ(answer["status"], "interrupted");
  EXPECT_EQ(answer["passed"], false);
  EXPECT_EQ(answer["checks"].back()["detail"], "interrupted");
  EXPECT_EQ(answer["checks"][0]["result"], "passed") << "what was finished is kept";
  EXPECT_FALSE(is_running(guest_));
}

TEST_F(EndlessCheck, LeavesNoProcessWhenKilled) {
  program_.send(SIGKILL);
  program_.wait();
  EXPECT_TRUE(soon([&] { return !is_running(guest_); })) << "process " << guest_ << " lives on";
}

TEST_F(EndlessCheck, WouldLeaveNoCoreFile) {
  if (!cores_.is_possible()) GTEST_SKIP() << "nobody may write any here";
  const std::string limits = fmt::format("/proc/{}/limits", guest_);
  const auto allowed = [&] {
    std::ifstream file(limits);
    for (std::string line; std::getline(file, line);)
      if (line.starts_with("Max core file size")) return line.substr(26, 1);
    return std::string();
  };
  EXPECT_TRUE(soon([&] { return allowed() == "0"; })) << allowed();
}

}  // namespace
}  // namespace oldham::test
