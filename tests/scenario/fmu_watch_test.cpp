// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include "program.hpp"

// FMUs that do not return, that print, and that crash while they are probed.

namespace oldham::test {
namespace {

using testing::HasSubstr;
using testing::Not;

using Clock = std::chrono::steady_clock;

class CallTimeout : public Scenario {};

TEST_F(CallTimeout, EndsARunWithWhatThereIs) {
  const auto begin = Clock::now();
  const Ended ended = run(
      {"fmu", "run", fmu_path("Naughty-2"), "--set", "deed=hang", "--call-timeout", "0.5", "--json", "--out", "kept"});
  EXPECT_LT(std::chrono::duration<double>(Clock::now() - begin).count(), 20);  // the FMU waits for ever
  EXPECT_EQ(ended.exit_code, 1);
  const nlohmann::json ran = ended.json();
  EXPECT_EQ(ran["status"], "failed");
  const std::string reason = ran["reason"];
  EXPECT_THAT(reason, HasSubstr("FMU 'Naughty-2' did not return from fmi2DoStep at t = 0.5 s within 0.5 s"));
  EXPECT_THAT(reason, HasSubstr("simulation.call_timeout"));
  EXPECT_THAT(ended.err, HasSubstr("did not return from fmi2DoStep"));
  EXPECT_NEAR(ran["time"].get<double>(), 0.5, 1e-9);
  EXPECT_EQ(ran["macro_steps"], 50);
  const std::string rows = read_file(folder() / "kept" / "results.csv");
  EXPECT_THAT(rows, HasSubstr("\n0.5,"));
  EXPECT_THAT(read_file(folder() / "kept" / "summary.toml"), HasSubstr("did not return from fmi2DoStep"));
}

TEST_F(CallTimeout, IsAKeyOfTheFileAndHoldsForEveryInterfaceAndScheme) {
  write_file(folder() / "two.toml", fmt::format(R"([simulation]
end = 1.0
call_timeout = 0.5
[scheme]
step = 0.1
order = 1
[[subsystem]]
name = "waits"
fmu = "{0}"
parameters = {{ deed = "hang", when = 0.25 }}
[[subsystem]]
name = "other"
fmu = "{0}"
[[connect]]
from = "waits.position"
to = "other.force"
)",
                                                fmu_path("Naughty-2")));
  for (const char* correction : {"explicit", "semi-implicit"}) {
    const Ended ended = run({"run", "two.toml", "--no-check", "--set", std::string("scheme.correction=") + correction});
    EXPECT_EQ(ended.exit_code, 1);
    EXPECT_THAT(ended.out, HasSubstr("FMU 'waits' did not return from fmi2DoStep at t = 0.2")) << correction;
    EXPECT_THAT(ended.out, HasSubstr("results.csv"));
  }
  expect_refusal({"run", "two.toml", "--set", "simulation.call_timeout=-1"}, 2, {"call_timeout"});
}

// Outputs that no connection reads are old between output points, and the FMU cannot be asked for them any more
TEST_F(CallTimeout, ReportsNoOldOutputsAndWhatIsKnownOfTheRun) {
  write_file(folder() / "two.toml", fmt::format(R"([simulation]
end = 1.0
call_timeout = 0.5
output_interval = 0.25
[scheme]
step = 0.01
[[subsystem]]
name = "waits"
fmu = "{}"
parameters = {{ deed = "hang", when = 0.6 }}
[[subsystem]]
name = "other"
fmu = "{}"
[[connect]]
from = "waits.velocity"
to = "other.float64_in"
convert_units = false
)",
                                                fmu_path("Naughty-2"), fmu_path("Feedthrough-2")));
  const Ended ended = run({"run", "two.toml", "--no-check", "--json"});
  EXPECT_EQ(ended.exit_code, 1);
  const nlohmann::json ran = ended.json();
  EXPECT_EQ(ran["status"], "failed");
  EXPECT_GT(ran["time"].get<double>(), 0.55);
  EXPECT_TRUE(ran["outputs"]["waits.velocity"].is_number());
  EXPECT_TRUE(ran["outputs"]["waits.position"].is_null()) << ran["outputs"].dump();
  EXPECT_TRUE(ran["outputs"]["other.float64_out"].is_null());
  EXPECT_EQ(ran["verdict"]["verdict"], "not-judged");
  EXPECT_TRUE(ran["alarms"].is_array());
  EXPECT_TRUE(ran["notes"].is_array());
  EXPECT_THAT(read_file(folder() / "results" / "two" / "summary.toml"), HasSubstr("not-judged"));
  EXPECT_THAT(run({"run", "two.toml", "--no-check"}).out, HasSubstr("verdict   not-judged"));
}

// as where the disk is full: what cannot be written must not keep the reason back
TEST_F(CallTimeout, SaysItsReasonAlsoWhereTheRecordCannotBeWritten) {
  std::filesystem::create_directories(folder() / "kept" / "summary.toml");
  write_file(folder() / "kept" / "summary.toml" / "in-the-way", "");
  for (const Arguments& more : {Arguments{"--json"}, Arguments{}}) {
    const Ended ended = run(Arguments{"fmu", "run", fmu_path("Naughty-2"), "--set", "deed=hang", "--no-check",
                                      "--call-timeout", "0.5", "--out", "kept"} +
                            more);
    EXPECT_EQ(ended.exit_code, 1) << ended.err;
    EXPECT_THAT(ended.out, HasSubstr("did not return from fmi2DoStep at t = 0.5 s"));
    EXPECT_THAT(ended.out, HasSubstr("the results are not complete: "));
    EXPECT_THAT(ended.out, HasSubstr("summary.toml"));
  }
}

class ForeignExit : public Scenario {};

// An FMU that calls exit() would end the program with its own exit code, with no word and with a heading as results
TEST_F(ForeignExit, EndsARunAsAFailedOneWithWhatThereIs) {
  for (const auto& [deed, call] :
       {std::pair{"exit", "exit()"}, {"exit_well", "exit()"}, {"quick_exit", "quick_exit()"}}) {
    const std::string wanted = std::string("FMU 'Naughty-2' called ") + call + " in fmi2DoStep at t = 0.5 s";
    const Arguments command = {
        "fmu", "run", fmu_path("Naughty-2"), "--set", std::string("deed=") + deed, "--no-check", "--out", "kept"};
    const Ended scripts = run(command + Arguments{"--json"});
    EXPECT_EQ(scripts.exit_code, 1) << deed;
    const nlohmann::json ran = scripts.json();
    EXPECT_EQ(ran["status"], "failed");
    EXPECT_THAT(ran["reason"].get<std::string>(), HasSubstr(wanted));
    EXPECT_THAT(scripts.err, HasSubstr(wanted));
    EXPECT_EQ(ran["macro_steps"], 50);
    EXPECT_THAT(read_file(folder() / "kept" / "results.csv"), HasSubstr("\n0.5,"));
    EXPECT_THAT(read_file(folder() / "kept" / "summary.toml"), HasSubstr("called "));
    const Ended people = run(command);
    EXPECT_EQ(people.exit_code, 1);
    EXPECT_THAT(people.out, HasSubstr(wanted));
  }
}

TEST_F(ForeignExit, EndsOtherCommandsWithItsReason) {
  write_file(folder() / "one.toml", fmt::format(R"([simulation]
end = 1.0
[scheme]
step = 0.1
[[subsystem]]
name = "leaves"
fmu = "{}"
parameters = {{ deed = "exit_well", when = 0.5 }}
)",
                                                fmu_path("Naughty-2")));
  const Ended ended = run({"sweep", "one.toml", "--over", "scheme.step=0.1,0.05", "--json"});
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_EQ(ended.json()["status"], "failed");
  EXPECT_THAT(ended.err, HasSubstr("FMU 'leaves' called exit() in fmi2DoStep"));
}

TEST_F(ForeignExit, CrashesNameTheFunctionThatWasRunning) {
  const Ended ended = run({"fmu", "run", fmu_path("Naughty-2"), "--set", "deed=crash", "--no-check", "--json"});
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_THAT(ended.json()["reason"].get<std::string>(),
              HasSubstr("signal 11 (Segmentation fault) in fmi2DoStep of FMU 'Naughty-2'"));
}

// timeout(1) signals the program and then its group, which is the same signal twice
TEST_F(CallTimeout, ASignalThatComesTwiceAtOnceIsOneInterruption) {
  Program program({"run", two_mass_file(), "--set", "simulation.end=1e7", "--no-check", "--json", "--out", "kept"},
                  folder());
  const std::filesystem::path opened = folder() / "kept" / "system.toml";
  while (program.is_running() && !std::filesystem::exists(opened))
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  program.send(SIGTERM);
  program.send(SIGTERM);
  const Ended ended = program.wait(std::chrono::seconds(60));
  EXPECT_EQ(ended.exit_code, 143);
  EXPECT_EQ(ended.json()["status"], "interrupted");
}

TEST_F(CallTimeout, IsTenSecondsOnceTheProgramIsAskedToEnd) {
  Program program({"fmu", "run", fmu_path("Naughty-2"), "--set", "deed=hang", "--no-check", "--out", "kept"}, folder());
  // 50 steps before it hangs take microseconds
  const std::filesystem::path opened = folder() / "kept" / "system.toml";
  while (program.is_running() && !std::filesystem::exists(opened))
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  program.send(SIGTERM);
  const Ended ended = program.wait(std::chrono::seconds(60));
  EXPECT_EQ(ended.exit_code, 143);
  EXPECT_THAT(ended.err,
              HasSubstr("interrupted; FMU 'Naughty-2' did not return from fmi2DoStep at t = 0.5 s within 10 s"));
  EXPECT_THAT(read_file(folder() / "kept" / "results.csv"), HasSubstr("\n0.5,"));
}

class PrintingFmu : public Scenario {
 protected:
  /// Prints one line in each step.
  std::string file(const std::string& more = "") {
    write_file(folder() / "prints.toml", fmt::format(R"([simulation]
end = 1.0
[scheme]
step = 0.1
[[subsystem]]
name = "prints"
fmu = "{}"
parameters = {{ deed = "print", when = 0.0 }}
{}
)",
                                                     fmu_path("Naughty-2"), more));
    return "prints.toml";
  }
};

TEST_F(PrintingFmu, WritesIntoALogAndNotIntoTheAnswer) {
  for (const char* more : {"", "isolation = \"process\""}) {
    const Ended people = run({"run", file(more), "--no-check"});
    EXPECT_EQ(people.exit_code, 0) << people.err;
    EXPECT_THAT(people.out, Not(HasSubstr("is no answer"))) << more;
    EXPECT_THAT(people.err, Not(HasSubstr("is no answer"))) << more;
    EXPECT_THAT(people.out, HasSubstr("the FMUs printed 10 lines: results/prints/fmu.log")) << more;
    EXPECT_THAT(read_file(folder() / "results" / "prints" / "fmu.log"), HasSubstr("is no answer"));
    const nlohmann::json scripts = answer({"run", "prints.toml", "--no-check"});
    EXPECT_THAT(scripts["notes"].dump(), HasSubstr("the FMUs printed 10 lines: results/prints/fmu.log")) << more;
  }
}

TEST_F(PrintingFmu, LeavesNoLogOfAnEarlierRun) {
  run({"run", file(), "--no-check"});
  const nlohmann::json ran =
      answer({"run", "prints.toml", "--no-check", "--set", "subsystem.prints.parameters.deed=none"});
  EXPECT_THAT(ran.dump(), Not(HasSubstr("fmu.log")));
  EXPECT_FALSE(std::filesystem::exists(folder() / "results" / "prints" / "fmu.log"));
}

class ProbedFmu : public Scenario {
 protected:
  /// Two masses joined by a spring; the first is an FMU that misbehaves from a time on.
  std::string pair(const std::string& deed, double when) {
    write_file(folder() / "pair.toml", fmt::format(R"([simulation]
end = 10.0
[scheme]
step = 0.01
[[subsystem]]
name = "probed"
fmu = "{}"
parameters = {{ deed = "{}", when = {} }}
[[subsystem]]
name = "other"
fmu = "{}"
[[connect]]
from = "probed.position"
to = "other.force"
[[connect]]
from = "other.position"
to = "probed.force"
)",
                                                   fmu_path("Naughty-2"), deed, when, fmu_path("Oscillator-2")));
    return "pair.toml";
  }
};

TEST_F(ProbedFmu, ThatCrashesLeavesAnAnswer) {
  for (const auto& [when, why] : {std::pair{0.0, "at once"}, std::pair{0.5, "later"}}) {
    const Ended ended = run({"stability", pair("crash", when), "--json"});
    EXPECT_EQ(ended.exit_code, 0) << why << ended.err;
    const nlohmann::json found = ended.json();
    if (when > 0 && found["verdict"] != "inconclusive") continue;  // no probe went as far
    EXPECT_EQ(found["verdict"], "inconclusive") << why << found.dump();
    EXPECT_THAT(found.dump(), HasSubstr("was ended by signal 11")) << why;
  }
}

TEST_F(ProbedFmu, ThatCrashesDoesNotEndAdvice) {
  const Ended ended = run({"advise", pair("crash", 0.0), "--budget", "3", "--json"});
  EXPECT_THAT(ended.err, Not(HasSubstr("the program crashed")));
  EXPECT_TRUE(ended.json().is_object());
}

}  // namespace
}  // namespace oldham::test
