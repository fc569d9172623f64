// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "contract/scheme_contract.hpp"
#include "contract/subsystem_contract.hpp"
#include "oldham/coupling/run.hpp"
#include "oldham/interface/spring_damper.hpp"
#include "oldham/isolation/isolate.hpp"
#include "oldham/isolation/isolated_subsystem.hpp"
#include "oldham/isolation/worker.hpp"

// In a process of its own a subsystem is the same subsystem.

namespace oldham {
namespace {

using testing::HasSubstr;

std::unique_ptr<Subsystem<double>> make_row(const std::string& name) {
  for (const SubsystemCase& row : subsystem_table())
    if (row.name == name) return row.make();
  return nullptr;
}

/// Two masses with a force input, joined by a spring-damper.
Cosimulation<double> couple(const std::array<std::string, 2>& rows, const std::string& correction, int threads) {
  Assembly<double> assembly;
  assembly.name = "pair";
  for (const std::string& row : rows) assembly.subsystems.push_back(make_row(row));
  assembly.laws.push_back({"coupling",
                           std::make_unique<SpringDamper<double>>(60, 3),
                           {{0, 0}, {0, 1}, {1, 0}, {1, 1}},
                           {{{0, 0}, 0, 1}, {{1, 0}, 0, -1}},
                           ""});
  // the ground of the first does not move
  for (int input = 1; input < assembly.subsystems[0]->description().input_count(); ++input)
    assembly.constants.push_back({{0, input}, 0, ""});
  Scheme scheme;
  for (const NamedCorrection& row : correction_catalogue())
    if (row.name == correction) scheme.correction = row.correction;
  scheme.order = 2;
  scheme.threads = threads;
  return {std::move(assembly), scheme};
}

TEST(IsolatedScheme, EveryCorrectionTakesTheSameStepsToTheLastBit) {
  for (const std::string& correction : correction_names())
    for (int threads : {1, 2}) {
      auto inside = couple({"exact_oscillator", "duffing_rk4"}, correction, 1);
      auto isolated = couple({"isolated_exact_oscillator", "isolated_duffing_rk4"}, correction, threads);
      auto a = inside.initial_state(0.0), b = isolated.initial_state(0.0);
      for (int n = 0; n < 50; ++n) {
        ASSERT_TRUE(inside.step(a, {a.time, 0.01}).is_accepted());
        ASSERT_TRUE(isolated.step(b, {b.time, 0.01}).is_accepted());
        ASSERT_EQ(a.outputs, b.outputs) << correction << ", " << threads << " threads, step " << n;
      }
    }
}

/// A sound one and one with a misdeed, each told the output of the other.
Cosimulation<double> make_risky(const std::string& order, const IsolationSettings& settings) {
  set_worker_program(OLDHAM_TEST_WORKER);
  Assembly<double> assembly;
  assembly.name = "risky";
  for (const std::string& text : {order + " risky", std::string("none time 0 sound")})
    assembly.subsystems.push_back(isolate("unruly", text, settings));
  assembly.connections = {{{0, 0}, {1, 0}, 1, 0, ""}, {{1, 0}, {0, 0}, 1, 0, ""}};
  Scheme scheme;
  scheme.threads = 1;
  return {std::move(assembly), scheme};
}

struct Recorded {
  RunSummary summary;
  std::vector<std::vector<double>> outputs;  // per communication point
};
Recorded record(Cosimulation<double> system) {
  Recorded recorded;
  MacroState<double> state = system.initial_state(0.0);
  recorded.summary = run(system, state, {.start = 0, .end = 1, .step = 0.1},
                         [&](const MacroState<double>& at) { recorded.outputs.push_back(at.outputs); });
  return recorded;
}

TEST(IsolatedRun, WhatWasReachedBeforeACrashIsKept) {
  const Recorded sound = record(make_risky("none time 0", {}));
  ASSERT_EQ(sound.summary.status, RunSummary::Status::completed);
  for (const char* misdeed : {"segv", "exit", "hang"}) {
    const Recorded crashed = record(make_risky(fmt::format("{} time 0.55", misdeed), {.time_limit = 1}));
    EXPECT_EQ(crashed.summary.status, RunSummary::Status::failed);
    EXPECT_THAT(crashed.summary.reason, HasSubstr("subsystem 'risky' failed in the step from t = 0.5 s to 0.6 s"));
    EXPECT_THAT(crashed.summary.reason, HasSubstr(fmt::format("about to {}", misdeed)));
    // the start and five steps
    ASSERT_EQ(crashed.outputs.size(), 6u);
    for (std::size_t n = 0; n < crashed.outputs.size(); ++n) EXPECT_EQ(crashed.outputs[n], sound.outputs[n]);
  }
}

TEST(IsolatedRun, GoesOnFromTheLastAcceptedStep) {
  const Recorded sound = record(make_risky("none time 0", {}));
  const Recorded cured = record(make_risky("segv call 6", {.on_failure = IsolationSettings::OnFailure::retry}));
  EXPECT_EQ(cured.summary.status, RunSummary::Status::completed) << cured.summary.reason;
  EXPECT_EQ(cured.outputs, sound.outputs);
}

TEST(IsolatedRun, ANumberThatIsNoneIsTold) {
  const Recorded wrong = record(make_risky("nan time 0.55", {}));
  EXPECT_EQ(wrong.summary.status, RunSummary::Status::diverged);
  EXPECT_THAT(wrong.summary.reason, HasSubstr("risky.y"));
}

}  // namespace
}  // namespace oldham
