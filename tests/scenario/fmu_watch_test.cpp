// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "program.hpp"

// FMUs that crash while they are probed.

namespace oldham::test {
namespace {

using testing::HasSubstr;
using testing::Not;

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
