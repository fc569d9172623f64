// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <set>
#include <sstream>

#include "program.hpp"

// Between output points FMUs with held inputs are stepped in a shorter way. It must not show in a single bit.

namespace oldham::test {
namespace {

using nlohmann::json;
using testing::IsSubsetOf;

class QuietSteps : public Scenario {
 protected:
  /// Two masses that push each other, each an FMU.
  std::string pair(const std::string& simulation, const std::string& deed = "none") const {
    write_file(folder() / "pair.toml", fmt::format(R"([simulation]
end = 1.0
{}
[scheme]
step = 0.001
order = 0
[[subsystem]]
name = "left"
fmu = "{}"
parameters = {{ deed = "{}", when = 0.5, initial_position = 1.0, damping = 1.0 }}
[[subsystem]]
name = "right"
fmu = "{}"
parameters = {{ damping = 1.0 }}
[[connect]]
from = "left.position"
to = "right.force"
scale = -20.0
[[connect]]
from = "right.position"
to = "left.force"
scale = 3.0
offset = 0.1
)",
                                                   simulation, fmu_path("Naughty-2"), deed, fmu_path("Oscillator-2")));
    return "pair.toml";
  }
  std::set<std::string> rows(const std::string& results) const {
    std::istringstream lines(read_file(folder() / results / "results.csv"));
    std::set<std::string> all;
    for (std::string line; std::getline(lines, line);) all.insert(line);
    return all;
  }
};

TEST_F(QuietSteps, HaveTheRowsOfEveryStep) {
  const json every = answer({"run", pair(""), "--out", "every"});
  for (const char* interval : {"0.1", "0.037", "1.0"}) {
    const json few = answer({"run", pair(fmt::format("output_interval = {}", interval)), "--out", "few"});
    EXPECT_EQ(few["outputs"], every["outputs"]) << interval;
    EXPECT_EQ(few["macro_steps"], 1000);
    EXPECT_EQ(few["step_sizes"], every["step_sizes"]);
    EXPECT_THAT(rows("few"), IsSubsetOf(rows("every"))) << interval;
    EXPECT_GE(rows("few").size(), 3) << interval;
  }
}

TEST_F(QuietSteps, EndWhereAStepFails) {
  for (const char* deed : {"fail", "not_a_number", "discard_all"}) {
    SCOPED_TRACE(deed);
    const json every = run({"run", pair("", deed), "--json", "--no-check"}).json();
    const json few = run({"run", pair("output_interval = 1.0", deed), "--json", "--no-check"}).json();
    EXPECT_NE(every["status"], "completed");
    for (const char* key : {"status", "reason", "time", "macro_steps"}) EXPECT_EQ(few[key], every[key]) << key;
    // what steps read is that of the last step that was kept
    for (const char* output : {"left.position", "right.position"})
      EXPECT_EQ(few["outputs"][output], every["outputs"][output]) << output;
  }
}

}  // namespace
}  // namespace oldham::test
