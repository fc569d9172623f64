// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "message_of.hpp"
#include "oldham/coupling/run.hpp"
#include "oldham/io/system_file.hpp"
#include "oldham/io/toml_file.hpp"

// A slow mechanism with frozen forces inside the group of the fast mass: the same scheme as that of an oscillator.

namespace oldham {
namespace {

constexpr const char* slow_mechanism = R"([simulation]
end = 0.2
[scheme]
step = 2e-3
[[subsystem]]
name = "slow"
model = "mechanism"
formulation = "ali1"
frozen_forces = true
[subsystem.inputs]
"p.y.force" = 0.0
[[subsystem.body]]
name = "mass"
mass = 1.5
position = [0.01, 0.0]
[[subsystem.force]]
type = "spring"
between = ["ground", "mass"]
points = [[-5.0, 0.0], [0.0, 0.0]]
stiffness = 120.0
damping = 0.5
length = 5.0
[[subsystem.port]]
name = "p"
body = "mass"
[[subsystem]]
name = "fast"
model = "oscillator"
integrator = "semi-implicit-euler"
[subsystem.parameters]
mass = 1.0
stiffness = 1e4
damping = 2.0
position = 0.01
[[interface]]
name = "spring"
law = "spring-damper"
between = ["slow.p.x", "fast"]
stiffness = 1e6
damping = 50.0
[[group]]
name = "stiff"
members = ["slow", "fast"]
[group.scheme]
correction = "semi-implicit"
order = 0
step = 1e-4
)";

constexpr const char* slow_oscillator = R"(system = "interface-model"
[simulation]
end = 0.2
[parameters]
ms = 1.5
ks = 120.0
N = 20
variant = "rim-plus"
)";

/// Positions of both masses at all communication points.
std::vector<double> run_text(const std::string& text, std::string_view slow, std::string_view fast) {
  System<double> system = build_system<double>(parse_toml(text, "frozen.toml"), {.threads = 1});
  const auto index = [&](std::string_view path) {
    const Assembly<double>& assembly = system.cosimulation->assembly();
    for (int s = 0, at = 0; s < static_cast<int>(assembly.subsystems.size()); ++s)
      for (int port = 0; port < assembly.subsystems[s]->description().output_count(); ++port, ++at)
        if (assembly.output_name({s, port}) == path) return at;
    return -1;
  };
  const int a = index(slow), b = index(fast);
  EXPECT_GE(a, 0);
  EXPECT_GE(b, 0);
  std::vector<double> values;
  MacroState<double> state = make_initial_state(system, system.step);
  const RunSummary summary = run(*system.cosimulation, state, {system.start, system.end, system.step, nullptr},
                                 [&](const MacroState<double>& at) {
                                   values.push_back(at.outputs[a]);
                                   values.push_back(at.outputs[b]);
                                 });
  EXPECT_EQ(summary.status, RunSummary::Status::completed) << summary.reason;
  return values;
}

TEST(FrozenForces, OfAMechanismAreThoseOfTheMassItStandsFor) {
  const std::vector<double> mechanism = run_text(slow_mechanism, "slow.p.x.position", "fast.position");
  const std::vector<double> oscillator = run_text(slow_oscillator, "slow.position", "fast.position");
  ASSERT_EQ(mechanism.size(), oscillator.size());
  ASSERT_EQ(mechanism.size(), 202u);
  // lengths of 5 m are rounded to 1e-15
  for (std::size_t i = 0; i < mechanism.size(); ++i) EXPECT_NEAR(mechanism[i], oscillator[i], 1e-12) << i;
}

std::string without(std::string text, const std::string& what, const std::string& instead) {
  return text.replace(text.find(what), what.size(), instead);
}

TEST(FrozenForces, NeedAnIntegratorThatCan) {
  EXPECT_THAT(message_of([] {
                build_system<double>(parse_toml(without(slow_mechanism, "\"ali1\"", "\"ali3p\""), "frozen.toml"));
              }),
              testing::HasSubstr("cannot freeze its forces"));
}

TEST(FrozenForces, AreNotForMechanismsThatOthersMove) {
  const std::string driven = without(slow_mechanism, "[[subsystem.force]]",
                                     "[[subsystem.body]]\nname = \"base\"\nmotion = \"port\"\n[[subsystem.force]]");
  EXPECT_THAT(message_of([&] { build_system<double>(parse_toml(driven, "frozen.toml")); }),
              testing::HasSubstr("others move cannot freeze"));
}

}  // namespace
}  // namespace oldham
