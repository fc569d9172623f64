// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <random>

#include "circuit_texts.hpp"
#include "oldham/core/scalar.hpp"
#include "oldham/model/hydraulics/circuit.hpp"
#include "oldham/model/hydraulics/root.hpp"

namespace oldham::hydraulics {
namespace {

/// Volumes at every end of the valve, a source that moves, a second valve on the same line and a second cylinder.
const std::string branched = test::with(test::crane, "pressure = 0.1e6",
                                        "pressure = {sine = {offset = 2e5, amplitude = 1e5, frequency = 1.0}}") +
                             R"(
[[volume]]
name = "accumulator"
pressure = 5e6
volume = 1e-4
[[volume]]
name = "return"
pressure = 2e5
volume = 1e-4
[[throttle]]
between = ["pump", "accumulator"]
coefficient = 1e-8
[[throttle]]
between = ["return", "tank"]
coefficient = 2e-8
[[valve]]
name = "second"
pump = "accumulator"
tank = "return"
a = "piston_side"
b = "line"
coefficient = 1e-8
time_constant = 0.02
[[cylinder]]
name = "ram"
chambers = ["accumulator", "tank"]
areas = [1e-3, 1e-3]
start = 0.0
lengths = [0.1, 0.1]
)";

/// Central differences in 160 digits, so that they err by the square of their width only.
void expect_equal_to_differences(const std::string& text) {
  const CircuitDescription description = test::read(text);
  const Circuit<Multiprecision> circuit(description);
  const Circuit<double> rounded(description);
  const int volumes = description.volume_count(), n = volumes + static_cast<int>(description.valves.size());
  std::mt19937 random(3);
  std::uniform_real_distribution<double> pressure(0, 8e6), spool(-9, 9), place(-0.049, 0.249), speed(-0.2, 0.2);
  for (int trial = 0; trial < 100; ++trial) {
    std::vector<Multiprecision> x(n), u(5), plus(n), minus(n), J(n * n);
    std::vector<double> x_rounded(n), u_rounded(5), J_rounded(n * n);
    for (int i = 0; i < n; ++i) x[i] = x_rounded[i] = i < volumes ? pressure(random) : spool(random);
    if (trial % 4 == 0) x[2] = x_rounded[2] = x_rounded[0] + 100;  // where the root is straight
    u[0] = u_rounded[0] = 0.5 + place(random);                     // into both dampers
    u[1] = u_rounded[1] = speed(random);
    u[2] = u_rounded[2] = speed(random) / 4;
    u[3] = u_rounded[3] = speed(random);
    u[4] = u_rounded[4] = spool(random);
    const double t = 0.3;
    circuit.jacobian(Multiprecision(t), x.data(), u.data(), J.data());
    rounded.jacobian(t, x_rounded.data(), u_rounded.data(), J_rounded.data());
    for (int j = 0; j < n; ++j) {
      const Multiprecision width("1e-20");
      std::vector<Multiprecision> moved = x;
      moved[j] = x[j] + width;
      circuit.derivative(Multiprecision(t), moved.data(), u.data(), plus.data());
      moved[j] = x[j] - width;
      circuit.derivative(Multiprecision(t), moved.data(), u.data(), minus.data());
      for (int i = 0; i < n; ++i) {
        const double expected = to_double(Multiprecision((plus[i] - minus[i]) / (2 * width)));
        EXPECT_NEAR(to_double(J[i * n + j]), expected, 1e-14 * std::abs(expected)) << i << " by " << j;
        EXPECT_NEAR(J_rounded[i * n + j], expected, 1e-10 * std::abs(expected)) << i << " by " << j;
      }
    }
  }
}

TEST(CircuitJacobian, EqualsDifferencesForTheCrane) { expect_equal_to_differences(test::crane); }
TEST(CircuitJacobian, EqualsDifferencesForABranchedCircuit) { expect_equal_to_differences(branched); }

TEST(RegularisedRoot, IsOddStraightAtZeroAndARootFarFromIt) {
  const double width = 2e4 * 2e4;
  EXPECT_EQ(regularised_root(-3e5, width), -regularised_root(3e5, width));
  EXPECT_NEAR(regularised_root(1.0, width), 1 / std::sqrt(2e4), 1e-10);
  EXPECT_NEAR(regularised_root(4e6, width), 2e3, 2e3 * 7e-6);  // (δ/x)²/4 = 6.25e-6
  const RootWithSlope<double> at_zero(0.0, width);
  EXPECT_EQ(at_zero.value, 0);
  EXPECT_DOUBLE_EQ(at_zero.slope, 1 / std::sqrt(2e4));
}

}  // namespace
}  // namespace oldham::hydraulics
