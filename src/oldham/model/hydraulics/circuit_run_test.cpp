// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "circuit_texts.hpp"
#include "oldham/model/hydraulics/circuit.hpp"

namespace oldham::hydraulics {
namespace {

using State = std::array<double, 5>;

/// The crane's circuit with a wider line, so that explicit methods need no tiny steps, and a wider root, which
/// bends little within one; moved by a sine.
std::string smooth_circuit() {
  std::string text = test::crane_nodes + test::crane_throttle + test::crane_valve + "position = 1.0\n" +
                     "command = {sine = {offset = 4.0, amplitude = 1.0, frequency = 5.0}}\n" + test::crane_cylinder;
  return test::with(test::with(text, "7.85e-7", "7.85e-5"), "root_width = 2e4", "root_width = 1e6");
}

/// Outputs after 0.04 s in steps of 0.01 s with the cylinder extending at 0.05 m/s.
State run(const IntegratorSettings& integrator) {
  const auto circuit = make_circuit<double>("circuit", test::read(smooth_circuit()), integrator);
  circuit->initialize(0);
  for (int n = 0; n < 4; ++n) {
    const double t = 0.01 * n, breaks[] = {0, 1};
    const double coefficients[] = {0.5 + 0.05 * t, 0.05, 0.05 * 0.01, 0};  // position and velocity, then their slopes
    EXPECT_EQ(circuit->advance({t, 0.01}, {2, 1, breaks, coefficients}).reason, "");
  }
  State y;
  circuit->read_outputs(y);
  return y;
}

/// The largest error of a pressure, in Pa.
double error_of(const IntegratorSettings& integrator, const State& exact) {
  const State y = run(integrator);
  double largest = 0;
  for (int i = 0; i < 3; ++i) largest = std::max(largest, std::abs(y[i] - exact[i]));
  return largest;
}

IntegratorSettings fixed_step(IntegratorKind kind, double h) {
  return {.kind = kind, .micro_step = h, .relative_tolerance = 0, .absolute_tolerance = 1e-6};
}

TEST(CircuitRun, IntegratorsAgreeAndKeepTheirOrders) {
  const State exact = run({.kind = IntegratorKind::cvode, .relative_tolerance = 1e-12, .absolute_tolerance = 1e-12});
  EXPECT_GT(std::abs(exact[0] - 3373661.24), 1e4);  // something happens
  struct Row {
    IntegratorKind kind;
    int order;
    double step, accuracy;
  };
  // accuracy in Pa, of some 1e6; the reference has 1e-4
  for (const Row& row : {Row{IntegratorKind::euler, 1, 1e-5, 1e3}, Row{IntegratorKind::trapezoidal, 2, 2e-4, 60.0},
                         Row{IntegratorKind::rk4, 4, 4e-4, 0.05}}) {
    const double coarse = error_of(fixed_step(row.kind, row.step), exact);
    const double fine = error_of(fixed_step(row.kind, row.step / 2), exact);
    EXPECT_LT(coarse, row.accuracy) << integrator_name(row.kind);
    EXPECT_NEAR(std::log2(coarse / fine), row.order, 0.2) << integrator_name(row.kind) << " " << coarse;
  }
  EXPECT_LT(error_of({.kind = IntegratorKind::arkode, .relative_tolerance = 1e-9}, exact), 0.5);
}

TEST(CircuitRun, RepeatsAStepBitwise) {
  const auto circuit =
      make_circuit<double>("circuit", test::read(smooth_circuit()), fixed_step(IntegratorKind::trapezoidal, 1e-3));
  circuit->initialize(0);
  const double breaks[] = {0, 1}, coefficients[] = {0.5, 0.05};
  const InputSignal<double> inputs{2, 0, breaks, coefficients};
  Snapshot<double> start;
  circuit->save(start);
  State first, second;
  ASSERT_TRUE(circuit->advance({0, 0.01}, inputs).is_accepted());
  circuit->read_outputs(first);
  circuit->restore(start);
  ASSERT_TRUE(circuit->advance({0, 0.01}, inputs).is_accepted());
  circuit->read_outputs(second);
  EXPECT_EQ(first, second);
}

TEST(CircuitRun, EndsWhereAChamberIsDrivenThroughItsEnd) {
  const auto circuit =
      make_circuit<double>("circuit", test::read(smooth_circuit()), fixed_step(IntegratorKind::trapezoidal, 1e-4));
  circuit->initialize(0);
  const double breaks[] = {0, 1}, coefficients[] = {0.762, 0.0};
  const StepOutcome outcome = circuit->advance({0, 0.01}, {2, 0, breaks, coefficients});
  EXPECT_EQ(outcome.status, StepOutcome::Status::diverged) << outcome.reason;
}

}  // namespace
}  // namespace oldham::hydraulics
