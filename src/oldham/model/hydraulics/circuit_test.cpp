// SPDX-License-Identifier: MIT
#include "oldham/model/hydraulics/circuit.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "circuit_texts.hpp"
#include "oldham/core/scalar.hpp"

namespace oldham::hydraulics {
namespace {

using test::read;

/// The circuit of the crane written down directly: volumes and effective bulk moduli by their definition, pressures,
/// flows and force by their equations.
struct Transcription {
  double A1 = std::numbers::pi / 4 * 0.080 * 0.080, A2 = std::numbers::pi / 4 * (0.080 * 0.080 - 0.035 * 0.035);
  double Bo = 1.5e9, Bc = 31.5e9, Bh = 0.15e9, Vh1 = 3.14e-5, Vh2 = 7.85e-5, Vh3 = 7.85e-7;
  double pP = 7.6e6, pT = 0.1e6, Cv = 1.0690e-8, Ct = 0.8 * 1.5e-6 * std::sqrt(2 / 850.0), delta = 2e4;

  double phi(double x) const { return x / std::pow(x * x + delta * delta, 0.25); }
  static double command(double t) {
    // from 1.0 s to 1.1 s up to 8, from 13.4 s to 13.5 s back
    return t < 1 ? 0 : t < 1.1 ? 80 * (t - 1) : t < 13.4 ? 8 : t < 13.5 ? 8 - 80 * (t - 13.4) : 0;
  }
  void derivative(double t, const double* x, const double* u, double* dx) const {
    const double p1 = x[0], p2 = x[1], p3 = x[2], U = x[3], s = u[0], v = u[1];
    const double l1 = 0.05 + (s - 0.5), l2 = 0.25 - (s - 0.5);
    const double V1 = A1 * l1 + Vh1, V2 = A2 * l2 + Vh2, V3 = Vh3;
    const double Be1 = 1 / (1 / Bo + A1 * l1 / V1 / Bc + Vh1 / V1 / Bh);
    const double Be2 = 1 / (1 / Bo + A2 * l2 / V2 / Bc + Vh2 / V2 / Bh);
    const double Be3 = 1 / (1 / Bo + 1 / Bh);
    const double Q31 = Ct * phi(p3 - p1);
    const double QV3 = U >= 0 ? Cv * U * phi(pP - p3) : Cv * U * phi(p3 - pT);
    const double Q2V = U >= 0 ? Cv * U * phi(p2 - pT) : Cv * U * phi(pP - p2);
    dx[0] = Be1 / V1 * (Q31 - A1 * v);
    dx[1] = Be2 / V2 * (A2 * v - Q2V);
    dx[2] = Be3 / V3 * (QV3 - Q31);
    dx[3] = (command(t) - U) * 2 * std::numbers::pi * 35;
  }
  double force(const double* x, const double* u) const {
    const double l1 = 0.05 + (u[0] - 0.5), l2 = 0.25 - (u[0] - 0.5);
    double Fd = 0;
    if (l1 <= 0.008) Fd = 1e7 * (0.008 - l1) - 5e3 * u[1];
    if (l2 <= 0.008) Fd = -1e7 * (0.008 - l2) - 5e3 * u[1];
    return x[0] * A1 - x[1] * A2 - 1e5 * u[1] + Fd;
  }
};

TEST(Circuit, EqualsItsEquationsWrittenDirectly) {
  const Circuit<double> circuit(read(test::crane));
  const Transcription direct;
  std::mt19937 random(1);
  const auto between = [&](double low, double high) { return std::uniform_real_distribution(low, high)(random); };
  int in_dampers = 0, backwards = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const double x[] = {between(0, 8e6), between(0, 8e6), between(0, 8e6), between(-9, 9)};
    const double u[] = {between(0.452, 0.748), between(-0.2, 0.2)};  // chambers from 2 mm on
    const double t = between(0, 14);
    double dx[4], expected[4], y[5];
    circuit.derivative(t, x, u, dx);
    direct.derivative(t, x, u, expected);
    // a difference of flows that nearly cancel keeps the rounding of the larger ones, 1e-4 m³/s / C
    const double rounding[] = {1e-3, 1e-3, 1, 1e-9};
    for (int i = 0; i < 4; ++i) EXPECT_NEAR(dx[i], expected[i], 1e-12 * std::abs(expected[i]) + rounding[i]);
    circuit.output(t, x, u, y);
    for (int i = 0; i < 4; ++i) EXPECT_EQ(y[i], x[i]);
    EXPECT_NEAR(y[4], direct.force(x, u), 1e-8);
    in_dampers += u[0] < 0.458 || u[0] > 0.742;
    backwards += x[3] < 0;
  }
  EXPECT_GT(in_dampers, 20);
  EXPECT_GT(backwards, 500);
}

TEST(Circuit, EqualsItselfInMultiprecision) {
  const Circuit<double> rounded(read(test::crane));
  const Circuit<Multiprecision> exact(read(test::crane));
  const double x[] = {3e6, 2e6, 4e6, -3}, u[] = {0.52, 0.1};
  const Multiprecision X[] = {x[0], x[1], x[2], x[3]}, U[] = {u[0], u[1]};
  double dx[4], y[5];
  Multiprecision dX[4], Y[5];
  rounded.derivative(1.05, x, u, dx);
  exact.derivative(Multiprecision(1.05), X, U, dX);
  rounded.output(1.05, x, u, y);
  exact.output(Multiprecision(1.05), X, U, Y);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(dx[i], to_double(dX[i]), 1e-13 * std::abs(dx[i]));
  EXPECT_NEAR(y[4], to_double(Y[4]), 1e-9);
}

TEST(Circuit, ValveExtendsWithAPositiveSpool) {
  // Q = C_v U √Δp; at megapascals the straightened root differs by (δ/Δp)²/4, some 1e-5
  const Circuit<double> circuit(read("flows = true\n" + test::crane));
  const double x[] = {3e6, 2.1e6, 3.6e6, 5}, u[] = {0.5, 0};
  double y[8];
  circuit.output(0, x, u, y);
  EXPECT_NEAR(y[5], 0.8 * 1.5e-6 * std::sqrt(2 * 0.6e6 / 850), 1e-3 * y[5]);  // throttle, line to piston side
  EXPECT_NEAR(y[6], 1.0690e-8 * 5 * 2e3, 1e-4 * y[6]);                        // pump to line, 4 MPa
  EXPECT_NEAR(y[7], -1.0690e-8 * 5 * std::sqrt(2e6), 1e-4 * -y[7]);           // rod side to tank
}

TEST(Circuit, ValveRetractsWithANegativeSpool) {
  const Circuit<double> circuit(read("flows = true\n" + test::crane));
  const double x[] = {3e6, 3.6e6, 1.1e6, -5}, u[] = {0.5, 0};
  double y[8];
  circuit.output(0, x, u, y);
  EXPECT_LT(y[5], 0);                                     // piston side to line
  EXPECT_NEAR(y[6], -1.0690e-8 * 5 * 1e3, 1e-3 * -y[6]);  // line to tank, 1 MPa
  EXPECT_NEAR(y[7], 1.0690e-8 * 5 * 2e3, 1e-4 * y[7]);    // pump to rod side, 4 MPa
}

TEST(Circuit, AClosedValveLetsNothingThrough) {
  const Circuit<double> circuit(read("flows = true\n" + test::crane));
  const double x[] = {3e6, 2e6, 3e6, 0}, u[] = {0.5, 0};
  double y[8], dx[4];
  circuit.output(0, x, u, y);
  for (int i = 5; i < 8; ++i) EXPECT_EQ(y[i], 0);
  circuit.derivative(0, x, u, dx);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(dx[i], 0);
}

/// Four rigid volumes, of which one feeds the valve and one takes what comes back, and a cylinder: nothing gets out.
const std::string closed = R"([fluid]
bulk_modulus = 1e9
[[volume]]
name = "v0"
pressure = 5e6
volume = 1e-4
[[volume]]
name = "v1"
pressure = 1e6
volume = 2e-4
[[volume]]
name = "v2"
pressure = 3e6
volume = 3e-4
[[volume]]
name = "v3"
pressure = 2e6
volume = 4e-4
[[throttle]]
between = ["v0", "v3"]
coefficient = 1e-8
[[throttle]]
between = ["v2", "v1"]
coefficient = 3e-8
[[valve]]
name = "valve"
pump = "v0"
tank = "v1"
a = "v2"
b = "v3"
coefficient = 1e-8
time_constant = 0.01
[[cylinder]]
name = "c"
chambers = ["v2", "v3"]
areas = [2e-3, 1.5e-3]
start = 1.0
lengths = [0.1, 0.2]
)";

TEST(Circuit, AClosedCircuitKeepsItsFluid) {
  // Σ (V_i/B) p_i' is the fluid that came in; only the cylinder changes the room for it, by (A₂ − A₁) s'
  const Circuit<double> circuit(read(closed));
  std::mt19937 random(2);
  std::uniform_real_distribution<double> pressure(0, 1e7), spool(-5, 5), rate(-1, 1);
  for (int trial = 0; trial < 200; ++trial) {
    const double x[] = {pressure(random), pressure(random), pressure(random), pressure(random), spool(random)};
    const double u[] = {1.0 + 0.05 * rate(random), rate(random), 0};
    double dx[5];
    circuit.derivative(0, x, u, dx);
    const double l1 = 0.1 + (u[0] - 1), l2 = 0.2 - (u[0] - 1);
    const double stored =
        (1e-4 * dx[0] + 2e-4 * dx[1] + (3e-4 + 2e-3 * l1) * dx[2] + (4e-4 + 1.5e-3 * l2) * dx[3]) / 1e9;
    EXPECT_NEAR(stored, (1.5e-3 - 2e-3) * u[1], 1e-17);  // flows of 1e-4 m³/s, rounded
    EXPECT_NE(dx[0], 0);
  }
}

TEST(Circuit, WallsSoftenTheFluid) {
  // 1/B_e = 1/1.5e9 + (1/5)/1.5e8 + (2/5)/3e9 = 1/4.6875e8, and the piston presses 1e-4 m³/s out of 5e-5 m³
  const Circuit<double> circuit(read(R"([[volume]]
name = "room"
pressure = 1e6
volume = 2e-5
hoses = [{volume = 4e-6, bulk_modulus = 1.5e8}, {volume = 6e-6, bulk_modulus = 1.5e8}]
[[source]]
name = "air"
pressure = 0
[[cylinder]]
name = "ram"
chambers = ["room", "air"]
areas = [1e-3, 0.0]
start = 0.0
lengths = [0.02, 1.0]
bulk_modulus = 3e9
)"));
  const double x[] = {1e6}, u[] = {0, -0.1};
  double dx[1], y[2];
  circuit.derivative(0, x, u, dx);
  EXPECT_NEAR(dx[0], 4.6875e8 / 5e-5 * 1e-4, 1e-12 * dx[0]);
  circuit.output(0, x, u, y);
  EXPECT_EQ(y[1], 1e3);  // p A: the air on the other side presses with nothing
}

TEST(Circuit, BothChambersMayBeOneVolume) {
  // joined through, a cylinder sweeps its rod only
  const Circuit<double> circuit(read(R"(
[fluid]
bulk_modulus = 1e9
[[volume]]
name = "room"
pressure = 1e6
volume = 1e-4
[[cylinder]]
name = "c"
chambers = ["room", "room"]
areas = [2e-3, 1.5e-3]
start = 0.0
lengths = [0.1, 0.2]
)"));
  const double x[] = {1e6}, u[] = {0.02, 0.1};
  double dx[1], y[2];
  circuit.derivative(0, x, u, dx);
  const double V = 1e-4 + 2e-3 * 0.12 + 1.5e-3 * 0.18;
  EXPECT_NEAR(dx[0], -1e9 / V * 0.5e-3 * 0.1, 1e-9 * 1e9 / V);
  circuit.output(0, x, u, y);
  EXPECT_NEAR(y[1], 1e6 * 0.5e-3, 1e-9);
}

TEST(Circuit, DampersPushAwayFromBothEnds) {
  const Circuit<double> circuit(read(test::crane));
  const double x[] = {0, 0, 0, 0};
  const auto force = [&](double s, double rate) {
    const double u[] = {s, rate};
    double y[5];
    circuit.output(0, x, u, y);
    return y[4];
  };
  EXPECT_NEAR(force(0.455, 0), 1e7 * 0.003, 1e-6);   // piston side 5 mm long: extends
  EXPECT_NEAR(force(0.746, 0), -1e7 * 0.004, 1e-6);  // rod side 4 mm long: retracts
  EXPECT_EQ(force(0.6, 0), 0);
  EXPECT_NEAR(force(0.455, -0.1) - force(0.455, 0), (1e5 + 5e3) * 0.1, 1e-6);
  EXPECT_NEAR(force(0.6, -0.1), 1e5 * 0.1, 1e-9);
}

}  // namespace
}  // namespace oldham::hydraulics
