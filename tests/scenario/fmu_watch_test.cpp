// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "program.hpp"

// FMUs that print, and that crash while they are probed.

namespace oldham::test {
namespace {

using testing::HasSubstr;
using testing::Not;

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
