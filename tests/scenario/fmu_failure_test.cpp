// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "program.hpp"

// FMUs that return an error: what was computed before it is kept.

namespace oldham::test {
namespace {

using testing::HasSubstr;

class FailingFmu : public Scenario {
 protected:
  /// Refuses to return its position, which nobody reads between output points.
  nlohmann::json run_refusing(double when, const std::string& simulation) {
    write_file(folder() / "two.toml", fmt::format(R"([simulation]
end = 1.0
{}
[scheme]
step = 0.01
[[subsystem]]
name = "refuses"
fmu = "{}"
parameters = {{ deed = "refuse_output", when = {} }}
[[subsystem]]
name = "other"
fmu = "{}"
[[connect]]
from = "refuses.velocity"
to = "other.float64_in"
convert_units = false
)",
                                                  simulation, fmu_path("Naughty-2"), when, fmu_path("Feedthrough-2")));
    const Ended ended = run({"run", "two.toml", "--no-check", "--json"});
    EXPECT_EQ(ended.exit_code, 1);
    EXPECT_THAT(read_file(folder() / "results" / "two" / "summary.toml"), HasSubstr("nobody's business"));
    return ended.json();
  }
};

// the step to the output point succeeds, and reading the other outputs there does not
TEST_F(FailingFmu, ThatRefusesAnOutputAtAnOutputPointLeavesARecord) {
  for (const char* interval : {"0.25", "10.0"}) {
    const nlohmann::json ran = run_refusing(0.6, fmt::format("output_interval = {}", interval));
    EXPECT_EQ(ran["status"], "failed") << interval;
    EXPECT_THAT(ran["reason"].get<std::string>(), HasSubstr("refuses: the FMU does not tell its outputs")) << interval;
    EXPECT_NEAR(ran["time"].get<double>(), *interval == '0' ? 0.75 : 1.0, 1e-9);
    EXPECT_TRUE(ran["outputs"]["refuses.velocity"].is_number());
    EXPECT_TRUE(ran["outputs"]["refuses.position"].is_null()) << ran["outputs"].dump();
    EXPECT_TRUE(ran["verdict"].is_object());
  }
  EXPECT_THAT(read_file(folder() / "results" / "two" / "results.csv"), HasSubstr("\n0,"));
}

TEST_F(FailingFmu, ThatRefusesAnOutputInAStepLeavesTheSame) {
  const nlohmann::json ran = run_refusing(0.6, "");
  EXPECT_EQ(ran["status"], "failed");
  EXPECT_THAT(ran["reason"].get<std::string>(), HasSubstr("nobody's business"));
  EXPECT_NEAR(ran["time"].get<double>(), 0.6, 0.011);
}

}  // namespace
}  // namespace oldham::test
