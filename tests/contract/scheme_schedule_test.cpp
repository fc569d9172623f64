// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "contract/scheme_contract.hpp"

// In which order subsystems advance, and on how many threads.

namespace oldham {
namespace {

std::vector<double> outputs_after(const SystemCase& row, const SchemeCase& scheme, int steps, int threads = 1) {
  System<double> system = build(row, scheme, threads);
  MacroState<double> state = system.cosimulation->initial_state(0);
  step_on(system, state, row.step, steps);
  return state.outputs;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

TEST(GaussSeidel, IsJacobiWhereEveryVariableNeedsBothSides) {
  // λ is refreshed when the last of its producers has arrived, and then nobody is left to see it
  for (const char* name : {"force_force", "chain", "duffing"})
    for (const char* schedule : {"gauss-seidel", "groups"})
      for (int order = 0; order <= highest_order; ++order) {
        const SystemCase& row = system_named(name);
        EXPECT_EQ(outputs_after(row, {schedule, "explicit", order, ""}, 20),
                  outputs_after(row, {"jacobi", "explicit", order, ""}, 20))
            << name << " " << schedule << " " << order;
      }
}

TEST(GaussSeidel, DiffersFromJacobiWhereALaterSubsystemUsesWhatAnEarlierProduced) {
  // the second body sees the motion of the first interpolated instead of extrapolated: O(H^{k+1}) of a motion
  for (const char* name : {"force_displacement", "displacement_displacement", "chain_force_displacement"}) {
    const SystemCase& row = system_named(name);
    EXPECT_GT(largest_difference(outputs_after(row, {"gauss-seidel", "explicit", 1, ""}, 20),
                                 outputs_after(row, {"jacobi", "explicit", 1, ""}, 20)),
              1e-6)
        << name;
  }
}

TEST(GaussSeidel, AgainstTheDirectionOfTheDataIsJacobi) {
  // the carrier of the spring first: the force on the other body needs that body's own motion as well
  const SystemCase& row = system_named("force_displacement");
  EXPECT_EQ(outputs_after(row, {"groups", "explicit", 2, ""}, 20),
            outputs_after(row, {"jacobi", "explicit", 2, ""}, 20));
}

TEST(GaussSeidel, CannotBeToldFromJacobiOnceConditionsAreSolved) {
  // the fixed point z = G(z) is the same for every order of evaluation
  for (const SystemCase& row : system_table())
    for (const std::string& correction : correction_names()) {
      if (correction == "explicit" || (correction == "semi-implicit" && !row.is_linear)) continue;
      const auto jacobi = outputs_after(row, {"jacobi", correction, 2, "tolerance = 1e-13"}, 20);
      // 20 steps, each to 1e-13 of forces up to 100
      for (const char* schedule : {"gauss-seidel", "groups"})
        EXPECT_LE(largest_difference(outputs_after(row, {schedule, correction, 2, "tolerance = 1e-13"}, 20), jacobi),
                  20 * 1e-13 * 100)
            << row.name << " " << correction << " " << schedule;
    }
}

/// Four bodies in a chain, each with a thousand micro steps in a macro step: worth a thread.
SystemCase make_costly_chain(const std::string& groups) {
  SystemCase row{.name = "costly", .text = "", .groups = groups, .step = 1e-3};
  for (int i = 0; i < 4; ++i)
    row.text += fmt::format(
        "[[subsystem]]\nname = \"b{}\"\nmodel = \"oscillator\"\nintegrator = \"rk4\"\nmicro_step = 1e-6\n"
        "parameters = {{mass = {}, stiffness = 100.0, damping = 1.0, position = {}}}\n",
        i, 1 + 0.3 * i, 1.0 - 0.7 * i);
  for (int i = 0; i < 3; ++i)
    row.text += fmt::format(
        "[[interface]]\nlaw = \"spring-damper\"\nbetween = [\"b{}\", \"b{}\"]\nstiffness = 60.0\ndamping = 2.0\n", i,
        i + 1);
  return row;
}

TEST(Threads, DoNotChangeTheResult) {
  const SystemCase row = make_costly_chain("[[\"b0\", \"b2\"], [\"b1\", \"b3\"]]");
  for (const SchemeCase& scheme : {SchemeCase{"jacobi", "explicit", 2, ""}, SchemeCase{"jacobi", "implicit", 1, ""},
                                   SchemeCase{"groups", "explicit", 1, ""}}) {
    const auto begin = std::chrono::steady_clock::now();
    const auto alone = outputs_after(row, scheme, 8, 1);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    // threads are taken where a group costs more than 50 µs; here even half of a step does
    EXPECT_GT(seconds / 8 / 2, 50e-6);
    EXPECT_EQ(outputs_after(row, scheme, 8, 2), alone) << text_of(scheme);
    EXPECT_EQ(outputs_after(row, scheme, 8, 4), alone) << text_of(scheme);
  }
}

}  // namespace
}  // namespace oldham
