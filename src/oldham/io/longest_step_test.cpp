// SPDX-License-Identifier: MIT
#include "oldham/io/longest_step.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <string>

#include "oldham/io/stability_answer.hpp"
#include "oldham/io/toml_file.hpp"

namespace oldham {
namespace {

Value adaptive_masses(const std::string& scheme, const std::string& adaptive) {
  return parse_toml("system = \"two-mass\"\n[simulation]\nend = 10.0\n[scheme]\nstep = 0.01\n" + scheme +
                        "\n[scheme.adaptive]\n" + adaptive,
                    "masses");
}

double stable_up_to(const Value& root) {
  StabilityQuestion question;
  question.largest_step = StepScan{1e-3, 10, 200};
  return judge(root, question).largest->largest_stable_step.value();
}

TEST(LongestStep, IsHalfOfTheLargestStableOneWhereTheFileSaysNothing) {
  const Value root = adaptive_masses("order = 1", "");
  const double limit = stable_up_to(root);
  const System<double> system = build_run(root);
  EXPECT_TRUE(system.adaptive->is_largest_judged);
  EXPECT_LE(system.adaptive->largest, 0.5 * limit);
  EXPECT_GT(system.adaptive->largest, 0.5 * limit / 1.05);
  EXPECT_LE(system.adaptive->first, system.adaptive->largest);
}

TEST(LongestStep, IsWhatTheFileSays) {
  const System<double> system = build_run(adaptive_masses("order = 1", "largest = 0.2"));
  EXPECT_EQ(system.adaptive->largest, 0.2);
  EXPECT_FALSE(system.adaptive->is_largest_judged);
}

TEST(LongestStep, IsTenTimesTheStepWhereAllOfTheseAreStable) {
  const System<double> system = build_run(adaptive_masses("correction = \"semi-implicit\"\norder = 1", ""));
  EXPECT_DOUBLE_EQ(system.adaptive->largest, 0.1);
  EXPECT_FALSE(system.adaptive->is_largest_judged);
}

TEST(LongestStep, StaysOnTheGrid) {
  const System<double> system = build_run(adaptive_masses("order = 1", "grid = 7e-3\nsmallest = 1e-3"));
  EXPECT_TRUE(system.adaptive->is_largest_judged);
  EXPECT_DOUBLE_EQ(system.adaptive->largest, 0.021);  // half of the limit, 0.049 s, is 0.0245 s
}

TEST(LongestStep, IsNotSaidToBeOfAVerdictWhereTheFileAllowsNoneAsShort) {
  for (const char* adaptive : {"smallest = 0.03", "grid = 0.05"}) {
    const System<double> system = build_run(adaptive_masses("order = 1", adaptive));
    EXPECT_FALSE(system.adaptive->is_largest_judged) << adaptive;
    EXPECT_GT(system.adaptive->largest, 0.0245) << adaptive;
  }
}

// Without damping explicit coupling grows at every step, but at short ones so slowly that a run does not show it.
TEST(LongestStep, LeavesOutGrowthThatDoesNotShow) {
  const auto undamped = [](double end) {
    Value root = adaptive_masses("order = 1", "");
    for (const char* damping : {"d1", "d2", "dc"}) set_value(root, std::string("parameters.") + damping, Value(0.0));
    set_value(root, "simulation.end", Value(end));
    return build_run(root).adaptive->largest;
  };
  EXPECT_GT(undamped(1), 1.5 * undamped(1000));
}

TEST(LongestStep, IsNotLookedForWhenInterrupted) {
  const std::atomic<bool> interrupted{true};
  EXPECT_NO_THROW(build_run(adaptive_masses("order = 1", ""), {}, &interrupted));
}

}  // namespace
}  // namespace oldham
