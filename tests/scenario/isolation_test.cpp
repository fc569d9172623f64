// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "isolation/processes.hpp"
#include "program.hpp"

namespace oldham::test {
namespace {

using testing::HasSubstr;

class IsolationScenario : public Scenario {};

TEST_F(IsolationScenario, APersonIsNoHost) {
  // what the program is started with as a worker means nothing without the memory it shares with its host
  const Ended ended = run({"--oldham-worker"});
  EXPECT_EQ(ended.exit_code, 2);
  EXPECT_EQ(ended.out, "");
  EXPECT_NE(ended.err.find("for processes that Oldham starts itself"), std::string::npos) << ended.err;
}

TEST_F(IsolationScenario, ARunGoesOnWhereItsProcessesAreKilledBetweenSteps) {
  for (const char* correction : {"explicit", "semi-implicit"}) {
    write("a.toml", fmt::format(R"([simulation]
end = 2.0
[scheme]
step = 0.05
order = 1
correction = "{1}"
[[subsystem]]
name = "left"
fmu = "{0}/Oscillator-2.fmu"
isolation = "process"
on_failure = "retry"
[[subsystem]]
name = "right"
fmu = "{0}/Oscillator-3.fmu"
isolation = "process"
on_failure = "retry"
[[interface]]
law = "spring-damper"
between = ["left", "right"]
stiffness = 50.0
damping = 0.5
)",
                                OLDHAM_FMUS, correction));
    const nlohmann::json sound = answer({"run", "a.toml"});
    // by the clock, nearly all of the time nothing is asked of the FMUs
    Program program({"run", "a.toml", "--realtime", "--json", "--out", "killed"}, folder());
    ASSERT_TRUE(soon([&] {
      std::error_code none_yet;
      return std::filesystem::exists(folder() / "killed", none_yet) && children_of(program.process()).size() == 2;
    }));
    std::this_thread::sleep_for(std::chrono::milliseconds(700));
    for (const pid_t worker : children_of(program.process())) kill(worker, SIGKILL);
    const Ended ended = program.wait();
    EXPECT_EQ(ended.exit_code, 0) << correction << ended.err;
    const nlohmann::json killed = ended.json();
    EXPECT_EQ(killed["status"], "completed") << correction;
    EXPECT_EQ(killed["outputs"], sound["outputs"]) << correction;
    const std::string notes = killed["notes"].dump();
    for (const char* name : {"left", "right"}) EXPECT_THAT(notes, HasSubstr(fmt::format("subsystem '{}': ", name)));
    EXPECT_THAT(notes, HasSubstr("its process was ended by signal 9 (Killed)"));
  }
}

}  // namespace
}  // namespace oldham::test
