// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "program.hpp"

// The energy that the coupling makes, its alarm, and limits of outputs: as users see them.

namespace oldham::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class Energy : public Scenario {
 protected:
  const std::string two_mass = two_mass_file();
  Ended run_pair(const std::string& more, double stiffness, bool as_json) const {
    const std::string file = write("pair.toml", fmt::format(R"([simulation]
end = 5.0
[scheme]
step = 0.01
order = 1
[[subsystem]]
name = "left"
model = "oscillator"
parameters = {{mass = 2.0, stiffness = 50.0, position = 0.5}}
[[subsystem]]
name = "right"
model = "oscillator"
parameters = {{mass = 1.0, stiffness = 30.0}}
[[interface]]
name = "joint"
law = "spring-damper"
between = ["left", "right"]
stiffness = {}
damping = {}
{})",
                                                            stiffness, stiffness / 20, more));
    Arguments arguments = {"run", file, "--out", "out"};
    if (as_json) arguments.push_back("--json");
    return run(arguments);
  }
};

TEST_F(Energy, IsToldForEveryBondAndForAll) {
  const json residual = run_pair("", 40, true).json().at("energy_residual");
  for (const char* of : {"joint", "total"})
    for (const char* key : {"signed", "absolute"}) EXPECT_TRUE(residual.at(of).at(key).is_number()) << of << key;
  EXPECT_EQ(residual.at("joint").at("signed"), residual.at("total").at("signed"));
  EXPECT_GE(residual.at("total").at("absolute").get<double>(),
            std::abs(residual.at("total").at("signed").get<double>()));
  EXPECT_FALSE(residual.contains("alarm"));
  const std::string text = run_pair("", 40, false).out;
  EXPECT_THAT(text, HasSubstr("coupling  made "));
  EXPECT_THAT(text, HasSubstr(" at 1 bond,"));
  EXPECT_THAT(text, testing::Not(HasSubstr("ALARM")));
}

TEST_F(Energy, IsAColumnOfTheResults) {
  const json residual = run_pair("", 40, true).json().at("energy_residual");
  const std::string results = read_file(folder() / "out" / "results.csv");
  EXPECT_THAT(results.substr(0, results.find('\n')), HasSubstr("energy_residual.joint"));
  // the last column of the last line is the sum so far
  const std::string last = results.substr(results.rfind(',') + 1);
  EXPECT_NEAR(std::stod(last), residual.at("joint").at("signed").get<double>(), 1e-9);
}

TEST_F(Energy, SoundsAnAlarmWhereTheRunIsUnstable) {
  const json found = run_pair("", 3000, true).json();
  const json& alarm = found.at("energy_residual").at("alarm");
  EXPECT_GT(alarm.at("share").get<double>(), 0.1);
  EXPECT_LE(alarm.at("time").get<double>(), found.at("time").get<double>());
  const std::string text = run_pair("", 3000, false).out;
  EXPECT_THAT(text, HasSubstr("ALARM"));
}

TEST_F(Energy, IsNotToldWhereThereIsNoBond) {
  const json found = answer({"run", write("o.toml", R"([simulation]
end = 1.0
[scheme]
step = 0.1
[[subsystem]]
name = "alone"
model = "oscillator"
inputs = {force = 0.0}
)"),
                             "--out", "out"});
  EXPECT_FALSE(found.contains("energy_residual"));
}

// ---- limits ----

TEST_F(Energy, AnOutputBeyondItsLimitEndsTheRunAsDiverged) {
  const Ended ended = run_pair("[limits]\n\"right.position\" = 2.0\n", 3000, true);
  EXPECT_EQ(ended.exit_code, 1);
  const json found = ended.json();
  EXPECT_EQ(found.at("status"), "diverged");
  const std::string reason = found.at("reason");
  EXPECT_THAT(reason, HasSubstr("output 'right.position' became "));
  EXPECT_THAT(reason, HasSubstr("beyond its limit of 2,"));
  EXPECT_THAT(reason, HasSubstr("reduce scheme.step"));
  // what was reached is kept, and within the limit
  EXPECT_GT(found.at("time").get<double>(), 0);
  EXPECT_LE(std::abs(found.at("outputs").at("right.position").get<double>()), 2.0);
  EXPECT_EQ(found.at("results"), "out");
  EXPECT_GT(read_file(folder() / "out" / "results.csv").size(), 100u);
  // told without --json too
  const Ended plain = run_pair("[limits]\n\"right.position\" = 2.0\n", 3000, false);
  EXPECT_EQ(plain.exit_code, 1);
  EXPECT_THAT(plain.out + plain.err, HasSubstr("beyond its limit of 2,"));
}

TEST_F(Energy, ALimitMayBeGivenByAPublishedName) {
  const Ended ended = run_pair("[publish]\nx = \"right.position\"\n[limits]\nx = 2.0\n", 3000, true);
  EXPECT_EQ(ended.json().at("status"), "diverged");
  EXPECT_THAT(ended.json().at("reason").get<std::string>(), HasSubstr("beyond its limit of 2,"));
}

TEST_F(Energy, ALimitThatIsNotReachedChangesNothing) {
  const json with = run_pair("[limits]\n\"right.position\" = 2.0\n\"left.velocity\" = 1e3\n", 40, true).json(),
             without = run_pair("", 40, true).json();
  EXPECT_EQ(with.at("status"), "completed");
  EXPECT_EQ(with.at("outputs"), without.at("outputs"));
}

TEST_F(Energy, LimitsDoNotTouchTheVerdictOnStability) {
  // probes of the step are of any size
  run_pair("[limits]\n\"right.position\" = 1e-6\n", 40, true);
  const double limited = answer({"stability", "pair.toml", "--out", "out"}).at("spectral_radius").get<double>();
  run_pair("", 40, true);
  EXPECT_EQ(answer({"stability", "pair.toml", "--out", "out"}).at("spectral_radius").get<double>(), limited);
}

TEST_F(Energy, WrongLimitsAreRefused) {
  const auto refusal = [&](const std::string& limits) {
    const Ended ended = run_pair(limits, 40, false);
    EXPECT_EQ(ended.exit_code, 2);
    return ended.err;
  };
  EXPECT_THAT(refusal("[limits]\n\"right.positon\" = 1.0\n"), HasSubstr("'position'"));
  EXPECT_THAT(refusal("[limits]\n\"rigth.position\" = 1.0\n"), HasSubstr("'right'"));
  EXPECT_THAT(refusal("[limits]\n\"right.position\" = -1.0\n"), HasSubstr("right.position"));
  EXPECT_THAT(refusal("[limits]\n\"right.position\" = \"far\"\n"), HasSubstr("right.position"));
  EXPECT_THAT(refusal("[limits]\n\"right.force\" = 1.0\n"), HasSubstr("right"));
}

}  // namespace
}  // namespace oldham::test
