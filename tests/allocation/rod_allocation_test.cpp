// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "allocations.hpp"
#include "oldham/io/system_file.hpp"
#include "oldham/io/toml_file.hpp"

namespace oldham {
namespace {

/// How often the steps of a system ask for memory, once a few have gone before.
long allocations_of(const std::string& text, int steps) {
  System<double> system = build_system<double>(parse_toml(text, "test"), {.threads = 1});
  MacroState<double> state = make_initial_state(system, system.step);
  const auto go = [&](int count) {
    for (int n = 0; n < count; ++n)
      if (!system.cosimulation->step(state, {state.time, system.step}).is_accepted()) return false;
    return true;
  };
  EXPECT_TRUE(go(10));
  const long before = test::allocations();
  const bool accepted = go(steps);
  const long after = test::allocations();
  EXPECT_TRUE(accepted);
  return after - before;
}

TEST(Allocation, RodsAllocateNothing) {
  for (const char* integrator : {"linear-implicit", "rk4"})
    EXPECT_EQ(allocations_of(fmt::format("system = \"rod\"\n[parameters]\nN = 6\nend = {{x = [0.9, 0.0, 0.0]}}\n"
                                         "gravity = 9.81\ntauG = 1e-4\ntauK = 1e-3\n[scheme]\nstep = 1e-5\n"
                                         "[[subsystem]]\nname = \"rod\"\nintegrator = \"{}\"\n",
                                         integrator),
                             100),
              0)
        << integrator;
}

TEST(Allocation, RodsThatMechanismsHoldAllocateNothing) {
  for (const char* scheme :
       {"forces = \"approximate\"\norder = 2", "forces = \"exact\"\norder = 2",
        "forces = \"approximate\"\ncorrection = \"semi-implicit\"", "forces = \"exact\"\ncorrection = \"implicit\""})
    EXPECT_EQ(allocations_of(fmt::format("system = \"cable\"\n[scheme]\n{}\n", scheme), 20), 0) << scheme;
}

}  // namespace
}  // namespace oldham
