// SPDX-License-Identifier: MIT
#include "oldham/coupling/paced_steps.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "adaptive_texts.hpp"
#include "oldham/io/system_file.hpp"
#include "oldham/io/toml_file.hpp"

namespace oldham {
namespace {

using test::held_mass;
using test::masses;

const std::string constrained = R"([simulation]
end = 2.0
[scheme]
step = 0.01
correction = "semi-implicit"
order = 1
adaptive = {smallest = 1e-3, largest = 0.1}
[[subsystem]]
name = "a"
model = "oscillator"
parameters = {mass = 2.0, stiffness = 50.0, position = 0.5}
[[subsystem]]
name = "b"
model = "duffing"
parameters = {mass = 1.0, stiffness = 5.0, position = 0.5}
[[interface]]
name = "rigid"
law = "constraint"
between = ["a", "b"]
)";

struct Ran {
  System<double> system;
  RunSummary summary;
  std::vector<double> times, lengths;
  std::vector<std::vector<double>> outputs;
  StepMemory memory;

  RunSettings settings() {
    RunSettings settings{.start = system.start, .end = system.end, .step = system.step};
    settings.adaptive = system.adaptive;
    settings.memory = &memory;
    settings.after_step = [this](double length, const StepReport&) { lengths.push_back(length); };
    return settings;
  }
};

Ran make(const std::string& text) {
  Ran ran{build_system<double>(parse_toml(text, "test.toml")), {}, {}, {}, {}, {}};
  return ran;
}

void go(Ran& ran, MacroState<double>& state, FunctionRef<void(const MacroState<double>&)> also = {}) {
  ran.summary = run(*ran.system.cosimulation, state, ran.settings(), [&](const MacroState<double>& at) {
    ran.times.push_back(at.time);
    ran.outputs.push_back(at.outputs);
    if (also) also(at);
  });
  EXPECT_EQ(ran.summary.status, RunSummary::Status::completed) << ran.summary.reason;
}

Ran go(const std::string& text) {
  Ran ran = make(text);
  MacroState<double> state = make_initial_state(ran.system, ran.system.adaptive ? ran.system.adaptive->first : 0.01);
  go(ran, state);
  return ran;
}

/// Every way to control steps, on systems of every kind.
struct ControlCase {
  const char* name;
  std::string text;
};

std::vector<ControlCase> control_cases() {
  const std::string group = "[[group]]\nname = \"inside\"\nmembers = [\"right\"]\nscheme = {step = 0.003}\n";
  return {
      {"energy", masses("adaptive = {control = \"energy\", smallest = 1e-4, largest = 0.1, rtol = 1e-3}")},
      {"energy_order_2", held_mass("order = 2\nadaptive = {smallest = 1e-4, largest = 0.1, rtol = 1e-3}")},
      {"residual",
       masses("order = 1\nadaptive = {control = \"residual\", smallest = 1e-4, largest = 0.1, rtol = 1e-3}")},
      {"corrected", masses("correction = \"implicit\"\norder = 1\nadaptive = {smallest = 1e-4, largest = 0.2}")},
      {"doubling",
       masses("order = 1\nadaptive = {control = \"doubling\", smallest = 1e-4, largest = 0.2, rtol = 1e-4}")},
      {"gauss_seidel",
       held_mass("schedule = \"gauss-seidel\"\nadaptive = {smallest = 1e-4, largest = 0.1, rtol = 1e-3}")},
      {"group", masses("adaptive = {smallest = 1e-4, largest = 0.1, rtol = 1e-3}", 1, group)},
      {"constraint", constrained},
  };
}

/// Begins with the longest step, which cannot be kept.
Ran make_bold(const std::string& text) {
  Ran ran = make(text);
  ran.system.adaptive->first = ran.system.adaptive->largest;
  return ran;
}

class AdaptiveRun : public testing::TestWithParam<ControlCase> {};

// The steps that were kept, made by themselves, must lead to the same bits: nothing of those between remains.
TEST_P(AdaptiveRun, RejectedStepsLeaveNoTrace) {
  Ran ran = make_bold(GetParam().text);
  MacroState<double> first = make_initial_state(ran.system, ran.system.adaptive->first);
  go(ran, first);
  EXPECT_GT(ran.summary.rejected_steps, 0) << "then this test shows nothing";
  Ran again = make_bold(GetParam().text);
  MacroState<double> state = make_initial_state(again.system, again.system.adaptive->first);
  ASSERT_EQ(ran.lengths.size() + 1, ran.times.size());
  for (std::size_t n = 0; n < ran.lengths.size(); ++n) {
    ASSERT_TRUE(again.system.cosimulation->step(state, {ran.times[n], ran.lengths[n]}).is_accepted());
    state.time = ran.times[n + 1];
    ASSERT_EQ(state.outputs, ran.outputs[n + 1]) << "after " << ran.times[n + 1] << " s";
  }
}

TEST_P(AdaptiveRun, GoesOnFromTheMiddleAsIfNothingHadHappened) {
  Ran whole = make_bold(GetParam().text);
  MacroState<double> state = make_initial_state(whole.system, whole.system.adaptive->first);
  std::optional<MacroState<double>> kept;
  StepMemory remembered;
  // of two halves, the memory belongs to the end of the second
  const int every = whole.system.adaptive->control == AdaptiveStep::Control::doubling ? 2 : 1;
  go(whole, state, [&](const MacroState<double>& at) {
    if (kept || at.time < 1 || at.steps % every != 0) return;
    kept = at.clone();
    remembered = whole.memory;
  });
  ASSERT_TRUE(kept);
  const std::int64_t before = kept->steps;
  MacroState<double> middle = kept->clone();
  Ran rest = make(GetParam().text);  // another instance, which has gone elsewhere before
  rest.memory = remembered;
  std::swap(rest.system, whole.system);
  go(rest, middle);
  EXPECT_EQ(rest.summary.macro_steps + before, whole.summary.macro_steps);
  EXPECT_EQ(rest.outputs.back(), whole.outputs.back());
  EXPECT_EQ(rest.memory.peaks, whole.memory.peaks);
  EXPECT_EQ(rest.memory.length, whole.memory.length);
}

TEST_P(AdaptiveRun, EndsAtTheEndWithStepsWithinTheirLimits) {
  const Ran ran = go(GetParam().text);
  EXPECT_EQ(ran.times.back(), ran.system.end);
  EXPECT_EQ(ran.summary.time, ran.system.end);
  EXPECT_LE(ran.summary.largest_step, ran.system.adaptive->largest);
  EXPECT_GT(ran.summary.largest_step, ran.summary.smallest_step);
  EXPECT_EQ(ran.summary.macro_steps, static_cast<std::int64_t>(ran.lengths.size()));
  for (std::size_t n = 0; n < ran.lengths.size(); ++n)
    EXPECT_NEAR(ran.times[n + 1] - ran.times[n], ran.lengths[n], 1e-9 * ran.lengths[n] + 1e-15);
}

INSTANTIATE_TEST_SUITE_P(Controls, AdaptiveRun, testing::ValuesIn(control_cases()),
                         [](const auto& given) { return std::string(given.param.name); });

// With all masses, stiffnesses and dampings multiplied the motion is the same, and so should the steps be.
TEST(AdaptiveStepping, DoesNotDependOnTheScaleOfForces) {
  const std::string scheme = "adaptive = {smallest = 1e-4, largest = 0.1, rtol = 1e-3}";
  const auto steps = static_cast<double>(go(masses(scheme)).summary.macro_steps);
  for (const double scale : {1e-3, 1e3})
    EXPECT_NEAR(static_cast<double>(go(masses(scheme, scale)).summary.macro_steps), steps, 0.01 * steps);
}

TEST(AdaptiveStepping, CountsStepsThatAreKeptThoughImprecise) {
  const RunSummary bounded = go(masses("adaptive = {smallest = 0.05, largest = 0.1, rtol = 1e-8}")).summary;
  EXPECT_GT(bounded.imprecise_steps, 0);
  EXPECT_LE(bounded.imprecise_steps, bounded.macro_steps);
  EXPECT_EQ(go(masses("adaptive = {smallest = 1e-6, largest = 0.1, rtol = 1e-3}")).summary.imprecise_steps, 0);
}

// Error of a step ∝ H², error of the result ∝ H, hence ∝ √rtol; steps that are shorter by √10 are √10 times as many.
TEST(AdaptiveStepping, ATenthOfTheToleranceTakesRootTenTimesTheSteps) {
  const auto steps = [](double rtol) {
    return static_cast<double>(
        go(masses(fmt::format("adaptive = {{smallest = 1e-6, largest = 0.1, rtol = {}}}", rtol))).summary.macro_steps);
  };
  EXPECT_NEAR(steps(1e-5) / steps(1e-3), 10, 2);  // the ladder, and what the first steps take
}

// x'' = 1 told to an integrator by polynomials of degree 2 is exact, whatever the lengths of the steps.
TEST(AdaptiveStepping, KeepsTheOrderOnUnequalSteps) {
  const Ran ran = go(R"([simulation]
end = 2.0
[scheme]
step = 0.01
order = 2
startup = "exact"
adaptive = {control = "residual", smallest = 1e-3, largest = 0.3}
[[subsystem]]
name = "fall"
model = "linear"
parameters = {A = [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]], C = [[1.0, 0.0, 0.0]], outputs = ["y"], x0 = [0.0, 0.0, 1.0]}
[[subsystem]]
name = "sum"
model = "linear"
parameters = {A = [[0.0]], B = [[1.0]], C = [[1.0]], inputs = ["u"], outputs = ["y"]}
[[connect]]
from = "fall.y"
to = "sum.u"
)");
  EXPECT_GT(ran.summary.largest_step, 5 * ran.summary.smallest_step);
  for (std::size_t n = 0; n < ran.times.size(); ++n)
    EXPECT_NEAR(ran.outputs[n][1], std::pow(ran.times[n], 3) / 6, 1e-12);  // rounding, over some fifty steps
}

TEST(AdaptiveStepping, MeetsKinksOfSignals) {
  const Ran ran = go(R"([simulation]
end = 2.0
[scheme]
step = 0.01
adaptive = {control = "residual", smallest = 1e-3, largest = 0.3}
[[subsystem]]
name = "force"
model = "signal"
parameters = {value = {table = [[0.0, 1.0], [0.71828, 1.0], [1.0, 3.0], [1.5, 2.0], [3.0, 0.0]]}}
[[subsystem]]
name = "sum"
model = "linear"
parameters = {A = [[-1.0]], B = [[1.0]], C = [[1.0]], inputs = ["u"], outputs = ["y"]}
[[subsystem]]
name = "next"
model = "linear"
parameters = {A = [[-1.0]], B = [[1.0]], C = [[1.0]], inputs = ["u"], outputs = ["y"]}
[[connect]]
from = "force.value"
to = "sum.u"
[[connect]]
from = "sum.y"
to = "next.u"
)");
  EXPECT_THAT(ran.times, testing::AllOf(testing::Contains(0.71828), testing::Contains(1.0), testing::Contains(1.5)));
}

TEST(AdaptiveStepping, StaysOnAGrid) {
  for (const char* control : {"energy", "doubling"}) {
    const Ran ran = go(masses(fmt::format(
        "adaptive = {{control = \"{}\", smallest = 2e-3, largest = 0.1, rtol = 1e-3, grid = 1e-3}}", control)));
    EXPECT_GT(ran.summary.largest_step, ran.summary.smallest_step);
    for (const double t : ran.times) EXPECT_NEAR(t / 1e-3, std::round(t / 1e-3), 1e-9) << control;
  }
}

}  // namespace
}  // namespace oldham
