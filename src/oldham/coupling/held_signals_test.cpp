// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <memory>

#include "oldham/coupling/cosimulation.hpp"
#include "oldham/interface/spring_damper.hpp"
#include "oldham/model/oscillator/oscillator.hpp"

// Where all inputs are held, a step takes a shorter way from samples to signals. Power bonds and external inputs keep
// it from that, and must not show in a single bit.

namespace oldham {
namespace {

enum class Way { held, with_bond, with_external };
constexpr double push = 0.25;  // N, on one of the masses

void add_mass(Assembly<double>& assembly, const std::string& name, int bases) {
  const double i = static_cast<double>(assembly.subsystems.size());
  Oscillator<double> mass{1 + 0.3 * i, 100 - 7 * i, 1 + 0.1 * i, 1 - 0.4 * i, 0.2 * i, {}};
  mass.bases.assign(bases, {30 + i, 0.7});
  assembly.subsystems.push_back(
      std::make_unique<LinearSubsystem<double>>(name, oscillator_boundary(bases), mass.linear_equations()));
}

void join(Assembly<double>& assembly, int a, int b) {
  assembly.laws.push_back({"spring" + std::to_string(a),
                           std::make_unique<SpringDamper<double>>(60.0 + a, 0.9),
                           {{a, 0}, {a, 1}, {b, 0}, {b, 1}},
                           {{{a, 0}, 0, 1.0}, {{b, 0}, 0, -1.0}},
                           ""});
}

/// Inputs that are sums, scaled, shifted, constant, and two that one output feeds.
Assembly<double> make_masses(Way way) {
  Assembly<double> assembly;
  assembly.name = "test";
  for (const char* name : {"a", "b", "c"}) add_mass(assembly, name, 0);
  for (const char* name : {"d", "e"}) add_mass(assembly, name, 1);
  enum { a, b, c, d, e };
  enum { position, velocity };                   // outputs
  enum { force, base_position, base_velocity };  // inputs
  join(assembly, a, b);
  join(assembly, b, c);
  const auto connect = [&](PortRef from, PortRef to, double scale, double offset) {
    assembly.connections.push_back({from, to, scale, offset, "test", {}, false});
  };
  connect({c, position}, {d, base_position}, 1.7, 0.03);
  connect({c, velocity}, {d, base_velocity}, -0.4, 0);
  connect({c, position}, {e, base_position}, 1, 0);
  connect({d, velocity}, {e, base_velocity}, 1.0 / 3, -0.1);
  connect({d, position}, {e, force}, -3, 0.1);
  if (way == Way::with_external)
    assembly.external_inputs = {{d, force}};
  else
    assembly.constants.push_back({{d, force}, push, "test"});
  if (way == Way::with_bond) {
    Bond bond;
    bond.name = "bond";
    bond.flow_a = {{a, velocity}, false};
    bond.effort_a = {{a, force}, true};
    bond.flow_b = {{b, velocity}, false};
    bond.effort_b = {{b, position}, false};
    assembly.bonds.push_back(bond);
  }
  return assembly;
}

TEST(HeldSignals, AreThoseOfTheGeneralWayToTheLastBit) {
  const std::vector<double> breaks = {0, 1}, pushed = {push};
  const InputSignal<double> signal{1, 0, breaks, pushed.data()};
  Scheme scheme;
  scheme.threads = 1;
  for (const bool is_forward : {false, true}) {
    Cosimulation<double> held(make_masses(Way::held), scheme);
    held.expect_return(is_forward ? Return::never : Return::anywhere);
    MacroState<double> state = held.initial_state(0);
    for (const Way way : {Way::with_bond, Way::with_external}) {
      SCOPED_TRACE(way == Way::with_bond ? "with a bond" : "with an external input");
      const bool is_external = way == Way::with_external;
      Cosimulation<double> general(make_masses(way), scheme);
      general.expect_return(is_forward ? Return::never : Return::anywhere);
      state = held.initial_state(0);
      MacroState<double> other =
          general.initial_state(0, is_external ? std::span<const double>(pushed) : std::span<const double>());
      ASSERT_EQ(other.outputs, state.outputs);
      for (int n = 0; n < 60; ++n) {
        const double length = n % 4 == 2 ? 0.004 : n % 4 == 3 ? 0.013 : 0.01;
        ASSERT_TRUE(held.step(state, {state.time, length}).is_accepted());
        ASSERT_TRUE(general.step(other, {other.time, length}, is_external ? &signal : nullptr).is_accepted());
        ASSERT_EQ(other.outputs, state.outputs) << n;
        ASSERT_EQ(other.inputs, state.inputs) << n;
        for (int j = 0; j < held.plan().variables; ++j) ASSERT_EQ(other.history.row(0)[j], state.history.row(0)[j]);
      }
      EXPECT_NE(state.outputs, held.initial_state(0).outputs);  // something has moved
    }
  }
}

}  // namespace
}  // namespace oldham
