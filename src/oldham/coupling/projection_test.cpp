// SPDX-License-Identifier: MIT
#include "oldham/coupling/projection.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "oldham/io/system_file.hpp"
#include "oldham/io/toml_file.hpp"

// The nearest point of the constraints in the metric of the masses: q − M⁻¹ Gᵀ (G M⁻¹ Gᵀ)⁻¹ (G q − c), and the same
// without c for velocities.

namespace oldham {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

System<double> build(const std::string& text) {
  return build_system<double>(
      parse_toml("[simulation]\nend = 1.0\n[scheme]\nstep = 0.1\nstabilisation = \"projection\"\n" + text, "test"),
      {.threads = 1});
}

std::string body(const char* name, double mass, const char* model = "oscillator", const char* more = "") {
  return fmt::format(
      "[[subsystem]]\nname = \"{}\"\nmodel = \"{}\"\nparameters = {{mass = {}, stiffness = 70.0, damping = 3.0{}}}\n",
      name, model, mass, more);
}

std::string constraint(const char* between, const char* factors, double offset = 0) {
  return fmt::format("[[interface]]\nlaw = \"constraint\"\nbetween = {}\nfactors = {}\noffset = {}\n", between, factors,
                     offset);
}

std::vector<double> project(const std::string& text, std::vector<double> x) {
  const System<double> system = build(text);
  Projection<double> projection(system.cosimulation->assembly(), system.cosimulation->plan(), true);
  projection.move_states(0.0, x);
  return x;
}

/// States are (x, v) of one body after the other: the formula on positions and on velocities.
std::vector<double> nearest(const std::vector<double>& x, const MatrixXd& M, const MatrixXd& G, const VectorXd& c) {
  std::vector<double> moved = x;
  const auto bodies = static_cast<long>(x.size()) / 2;
  const MatrixXd W = M.ldlt().solve(G.transpose());
  for (int level = 0; level < 2; ++level) {
    VectorXd q(bodies);
    for (long i = 0; i < bodies; ++i) q(i) = x[2 * i + level];
    const VectorXd g = level == 0 ? VectorXd(G * q - c) : VectorXd(G * q);
    q -= W * (G * W).ldlt().solve(g);
    for (long i = 0; i < bodies; ++i) moved[2 * i + level] = q(i);
  }
  return moved;
}

/// Numbers up to 5, differences of width eps^{1/3} whose error is repaired by a second iteration: some roundings
/// remain.
void expect_near(const std::vector<double>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 100 * 0x1p-52) << "state " << i;
}

TEST(Projection, MovesTwoMassesToTheirCommonMean) {
  const std::string text = body("a", 3) + body("b", 1) + constraint("[\"a\", \"b\"]", "[1.0, -1.0]");
  // (3 · 1 + 1 · 5)/4 = 2, (3 · 2 − 1 · 2)/4 = 1
  expect_near(project(text, {1, 2, 5, -2}), {2, 1, 2, 1});
  // what fulfils the constraint already stays where it is, in every bit
  EXPECT_EQ(project(text, {0.3, 0.7, 0.3, 0.7}), (std::vector<double>{0.3, 0.7, 0.3, 0.7}));
}

TEST(Projection, KeepsMomentumWhereTheFactorsSumToZero) {
  const double m[] = {0.5, 2, 7};
  const std::string text = body("a", m[0]) + body("b", m[1]) + body("c", m[2]) +
                           constraint("[\"a\", \"b\", \"c\"]", "[1.0, -2.0, 1.0]", 0.25);
  const std::vector<double> x = {1, 2, 3, -1, 2, 0.5}, moved = project(text, x);
  for (int level = 0; level < 2; ++level) {
    double before = 0, after = 0;
    for (int i = 0; i < 3; ++i) {
      before += m[i] * x[2 * i + level];
      after += m[i] * moved[2 * i + level];
    }
    EXPECT_NEAR(after, before, 1e-13) << level;  // sums of 20 with an error of 100 roundings
  }
  expect_near({moved[0] - 2 * moved[2] + moved[4], moved[1] - 2 * moved[3] + moved[5]}, {0.25, 0});
}

TEST(Projection, OntoSeveralConstraintsIsTheNearestPoint) {
  std::string text;
  const double m[] = {0.5, 2, 7, 1};
  for (int i = 0; i < 4; ++i) text += body(fmt::format("m{}", i).c_str(), m[i]);
  text += constraint("[\"m0\", \"m1\"]", "[1.0, -1.0]") +
          constraint("[\"m1\", \"m2\", \"m3\"]", "[0.5, 2.0, -1.0]", 0.3) +
          constraint("[\"m0\", \"m3\"]", "[3.0, 1.0]", -1);
  MatrixXd G(3, 4);
  G << 1, -1, 0, 0, 0, 0.5, 2, -1, 3, 0, 0, 1;
  const std::vector<double> x = {1, 2, 3, -1, 2, 0.5, -1, 1};
  expect_near(project(text, x), nearest(x, VectorXd::Map(m, 4).asDiagonal(), G, Eigen::Vector3d(0, 0.3, -1)));
}

TEST(Projection, OfNonlinearBodiesKnowsTheirMassesOnly) {
  // the cubic force of 1e4 N/m³ enters rate and moved rate alike and falls out
  const std::string text =
      body("a", 3, "duffing", ", cubic_stiffness = 1e4") + body("b", 1) + constraint("[\"a\", \"b\"]", "[1.0, -1.0]");
  // accelerations of 4e4 rounded, their difference of 1/3 divided by: 4e4 · 3 · 1e-16 of a motion of 4
  const std::vector<double> found = project(text, {1, 2, 5, -2}), expected = {2, 1, 2, 1};
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(found[i], expected[i], 1e-10) << i;
  // yet the constraint is fulfilled to rounding
  expect_near({found[0] - found[2], found[1] - found[3]}, {0, 0});
}

TEST(Projection, OfALinearModelTakesItsMassMatrixFromItsEquations) {
  // three coordinates with M = [2 1 0; 1 3 0; 0 0 1] and f on the first: M⁻¹ (1 0 0)ᵀ = (0.6, −0.2, 0); the model's
  // states stand in mixed order, and one of them, a filter, is neither position nor velocity
  const std::string text = R"(
[[subsystem]]
name = "frame"
model = "linear"
[subsystem.parameters]
inputs = ["force [N]"]
outputs = ["position [m]", "velocity [m/s]"]
A = [[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0],
     [0.0, -4.0, 0.0, 0.0, 0.0, 0.0, 0.0],
     [0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0],
     [-8.0, 0.0, 2.0, -0.5, 0.0, 0.0, 0.0],
     [3.0, 0.0, -9.0, 0.0, -0.2, 0.0, 4.0],
     [0.0, 0.0, 0.0, 0.0, 0.0, -7.0, -5.0],
     [0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0]]
B = [[0.0], [2.0], [0.0], [0.6], [-0.2], [0.0], [0.0]]
C = [[1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]]
)" + body("b", 1) + constraint("[\"frame\", \"b\"]", "[1.0, -1.0]");
  // positions at 0, 2 and 6, velocities at 3, 4 and 5; G M⁻¹ Gᵀ = 0.6 + 1
  const std::vector<double> x = {5, 9, 0, -2, 3, 0.5, 0.7, 1, 2};
  const double g = (5.0 - 1.0) / 1.6, dg = (-2.0 - 2.0) / 1.6;
  expect_near(project(text, x), {5 - 0.6 * g, 9, 0.2 * g, -2 - 0.6 * dg, 3 + 0.2 * dg, 0.5, 0.7, 1 + g, 2 + dg});
}

TEST(Projection, DoesNothingUnlessItIsWanted) {
  const System<double> system = build(body("a", 3) + body("b", 1) + constraint("[\"a\", \"b\"]", "[1.0, -1.0]"));
  Projection<double> projection(system.cosimulation->assembly(), system.cosimulation->plan(), false);
  std::vector<double> x = {1, 2, 5, -2};
  projection.move_states(0.0, x);
  EXPECT_EQ(x, (std::vector<double>{1, 2, 5, -2}));
}

}  // namespace
}  // namespace oldham
