// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "circuit_texts.hpp"
#include "oldham/model/hydraulics/circuit.hpp"

// What others see of a circuit: ports, elements beside each other, switches, kinks, and how a run ends.

namespace oldham::hydraulics {
namespace {

using test::read;
using testing::HasSubstr;

TEST(CircuitBoundary, HasPortsForWhatItIsMadeOf) {
  const auto names = [](const std::vector<Port>& ports) {
    std::vector<std::string> list;
    for (const Port& port : ports) list.push_back(port.name + " " + port.unit.text);
    return list;
  };
  using testing::ElementsAre;
  auto boundary = circuit_boundary(read(test::crane));
  EXPECT_THAT(names(boundary->inputs), ElementsAre("cylinder.position m", "cylinder.velocity m/s"));
  EXPECT_THAT(names(boundary->outputs), ElementsAre("piston_side.pressure Pa", "rod_side.pressure Pa",
                                                    "line.pressure Pa", "valve.position 1", "cylinder.force N"));
  EXPECT_TRUE(boundary->feedthrough);
  // no command, flows asked for, and a force that somebody else computes
  boundary = circuit_boundary(read("flows = true\n" + test::crane_nodes + test::crane_throttle + test::crane_valve +
                                   test::crane_cylinder + "force = false\n"));
  EXPECT_THAT(names(boundary->inputs), ElementsAre("cylinder.position m", "cylinder.velocity m/s", "valve.command 1"));
  EXPECT_THAT(names(boundary->outputs),
              ElementsAre("piston_side.pressure Pa", "rod_side.pressure Pa", "line.pressure Pa", "valve.position 1",
                          "throttle.flow m^3/s", "valve.a.flow m^3/s", "valve.b.flow m^3/s"));
  EXPECT_FALSE(boundary->feedthrough);
}

TEST(CircuitBoundary, TwoCircuitsInOneAreTwoCircuits) {
  const std::string second = R"([[volume]]
name = "p"
pressure = 1e6
volume = 1e-5
[[volume]]
name = "r"
pressure = 2e6
volume = 1e-5
[[valve]]
name = "other"
pump = "pump"
tank = "tank"
a = "p"
b = "r"
coefficient = 2e-8
time_constant = 0.1
position = 1.5
[[cylinder]]
name = "small"
chambers = ["p", "r"]
areas = [1e-3, 0.8e-3]
start = 1.0
lengths = [0.1, 0.1]
)";
  const std::string sources = test::crane_nodes.substr(test::crane_nodes.find("[[source]]"));
  const Circuit<double> one(read(test::crane)), two(read(sources + second)), both(read(test::crane + second));
  EXPECT_THAT(both.initial_state(), testing::ElementsAre(3373661.24, 2e6, 3373661.24, 1e6, 2e6, 0, 1.5));
  // inputs: cylinders in their order, then the command that no signal gives
  const double x[] = {3e6, 2e6, 4e6, 1e6, 5e6, 2, -1}, u[] = {0.5, 0.1, 1.05, -0.2, 4};
  const double x1[] = {3e6, 2e6, 4e6, 2}, x2[] = {1e6, 5e6, -1}, u2[] = {1.05, -0.2, 4};
  double dx[7], dx1[4], dx2[3];
  both.derivative(1.03, x, u, dx);
  one.derivative(1.03, x1, u, dx1);
  two.derivative(1.03, x2, u2, dx2);
  EXPECT_THAT(dx, testing::ElementsAre(dx1[0], dx1[1], dx1[2], dx2[0], dx2[1], dx1[3], dx2[2]));
  EXPECT_DOUBLE_EQ(dx2[2], (4 + 1) / 0.1);
}

TEST(CircuitBoundary, EachValveWithoutASignalHasItsOwnCommand) {
  const std::string other = test::with(test::with(test::crane_valve, "\"valve\"", "\"other\""), "35.0", "5.0");
  const Circuit<double> circuit(
      read(test::crane_nodes + test::crane_throttle + test::crane_valve + other + test::crane_cylinder));
  const double x[] = {3e6, 2e6, 3e6, 0, 0}, u[] = {0.5, 0, 3, -2};
  double dx[5];
  circuit.derivative(0, x, u, dx);
  EXPECT_DOUBLE_EQ(dx[3] / (2 * std::acos(-1.0)), 3 * 35.0);
  EXPECT_DOUBLE_EQ(dx[4] / (2 * std::acos(-1.0)), -2 * 5.0);
}

TEST(CircuitBoundary, SourcesMayChangeInTime) {
  const std::string text =
      test::with(test::crane, "pressure = 7.6e6", "pressure = {step = {time = 3.0, before = 1e6, after = 7.6e6}}");
  const Circuit<double> circuit(read(text)), plain(read(test::crane));
  const double x[] = {3e6, 2e6, 4e6, 2}, u[] = {0.5, 0.1};
  double dx[4], expected[4];
  plain.derivative(5, x, u, expected);
  circuit.derivative(5, x, u, dx);
  EXPECT_THAT(dx, testing::ElementsAreArray(expected));
  circuit.derivative(2.9, x, u, dx);
  EXPECT_LT(dx[2], expected[2]);
  EXPECT_EQ(circuit.next_kink(2), 3);  // before the next bend of the command
  EXPECT_EQ(circuit.next_kink(3), 13.4);
  EXPECT_EQ(circuit.next_kink(30), INFINITY);
}

TEST(CircuitBoundary, SwitchesAreWhereItBends) {
  const Circuit<double> circuit(read(test::crane));
  ASSERT_EQ(circuit.switch_count(), 3);
  const double x[] = {0, 0, 0, -2}, u[] = {0.51, 0};
  double g[3];
  circuit.switches(0, x, u, g);
  EXPECT_NEAR(g[0], 0.06 - 0.008, 1e-15);
  EXPECT_NEAR(g[1], 0.24 - 0.008, 1e-15);
  EXPECT_EQ(g[2], -2);
  // dampers that act elsewhere, or are none, are no switches here
  EXPECT_EQ(Circuit<double>(read(test::crane + "force = false\n")).switch_count(), 1);
  EXPECT_EQ(Circuit<double>(read(test::with(test::crane, "damper = {", "# {"))).switch_count(), 1);
}

TEST(CircuitBoundary, TellsWhatDiverged) {
  const Circuit<double> circuit(read(test::crane));
  double x[] = {3e6, 2e6, 3e6, 0}, u[] = {0.5, 0};
  EXPECT_TRUE(circuit.settle(0, u, x).is_accepted());
  x[1] = -1.1e9;
  StepOutcome outcome = circuit.settle(0.25, u, x);
  EXPECT_EQ(outcome.status, StepOutcome::Status::diverged);
  EXPECT_EQ(outcome.reason, "the pressure of volume 'rod_side' is -1.1e+09 Pa at t = 0.25 s");
  x[1] = 0.9e9;
  EXPECT_TRUE(circuit.settle(0, u, x).is_accepted());
  u[0] = 0.441;
  EXPECT_TRUE(circuit.settle(0, u, x).is_accepted());
  u[0] = 0.439;
  EXPECT_THAT(circuit.settle(0, u, x).reason, HasSubstr("cylinder 'cylinder' on the piston's side is -11 mm"));
  u[0] = 0.761;
  EXPECT_THAT(circuit.settle(0, u, x).reason, HasSubstr("the rod's side is -11 mm"));
  u[0] = NAN;
  EXPECT_EQ(circuit.settle(0, u, x).status, StepOutcome::Status::diverged);
}

}  // namespace
}  // namespace oldham::hydraulics
