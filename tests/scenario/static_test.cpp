// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "program.hpp"

// Equilibria and vibrations of coupled systems.

namespace oldham::test {
namespace {

using nlohmann::json;

/// A bar on a pivot with a torsional damper of its own; begins askew.
const std::string pendulum_system =
    "[simulation]\nend = 1.0\n[scheme]\nstep = 1e-3\n[[subsystem]]\nname = \"pendulum\"\nmodel = \"mechanism\"\n"
    "space = \"space\"\ngravity = [0, 0, -9.81]\nomega = 50.0\n"
    "[[subsystem.body]]\nname = \"bar\"\nmass = 2.0\ninertia = [0.3, 0.3, 0.01]\nposition = [0.3, 0, -0.4]\n"
    "[[subsystem.joint]]\ntype = \"revolute\"\nbetween = [\"ground\", \"bar\"]\nat = [0, 0, 0]\naxis = [0, 1, 0]\n";

/// Two masses on springs to ground, one between them.
const std::string masses =
    "[simulation]\nend = 1.0\n[scheme]\nstep = 1e-2\n"
    "[[subsystem]]\nname = \"a\"\nmodel = \"oscillator\"\n"
    "parameters = {mass = 2.0, stiffness = 300.0, damping = 1.2, position = 0.4}\n"
    "[[subsystem]]\nname = \"b\"\nmodel = \"oscillator\"\nparameters = {mass = 2.0, stiffness = 300.0, damping = 1.2}\n"
    "[[interface]]\nlaw = \"spring-damper\"\nbetween = [\"a\", \"b\"]\nstiffness = 250.0\ndamping = 0.5\n";

class Statics : public Scenario {
 protected:
  json outputs(const std::string& text) const { return answer({"static", write("s.toml", text)}).at("outputs"); }
};

TEST_F(Statics, CoupledMassesComeToRest) {
  const json found = outputs(masses);
  EXPECT_NEAR(found.at("a.position").get<double>(), 0, 1e-12);
  EXPECT_NEAR(found.at("b.position").get<double>(), 0, 1e-12);
  // and with a further spring to a base at 0.05 m: (k + k_b) x_a + c (x_a − x_b) = 0.05 k_b, (k + c) x_b = c x_a
  std::string pulled = masses;
  pulled.insert(pulled.find("position = 0.4}"), "base_springs = [[100.0, 0.0]], ");
  pulled.insert(pulled.find("[[subsystem]]\nname = \"b\""),
                "inputs = {'base1.position' = 0.05, 'base1.velocity' = 0.0}\n");
  const json found_pulled = outputs(pulled);
  const double k = 300, c = 250, base = 100, share = c / (k + c);
  const double x = 0.05 * base / (k + base + c - c * share);
  EXPECT_NEAR(found_pulled.at("a.position").get<double>(), x, 1e-12);
  EXPECT_NEAR(found_pulled.at("b.position").get<double>(), x * share, 1e-12);
}

TEST_F(Statics, APendulumInSpaceHangsDown) {
  const json found = outputs(pendulum_system);
  EXPECT_NEAR(found.at("pendulum.bar.x").get<double>(), 0, 1e-8);
  EXPECT_NEAR(found.at("pendulum.bar.z").get<double>(), -0.5, 1e-8);
}

TEST_F(Statics, ModesOfCoupledMassesAreThoseOfTheBook) {
  // in phase ω² = k/m, 2ζω = d/m; against each other k + 2c and d + 2d_c in their place
  const json found = answer({"modal", write("m.toml", masses)});
  ASSERT_EQ(found.at("frequencies").size(), 2u);
  const double first = std::sqrt(300. / 2), second = std::sqrt(800. / 2);
  EXPECT_NEAR(found.at("frequencies").at(0).get<double>(), first, 1e-9);
  EXPECT_NEAR(found.at("frequencies").at(1).get<double>(), second, 1e-9);
  EXPECT_NEAR(found.at("damping").at(0).get<double>(), 1.2 / 2 / (2 * first), 1e-9);
  EXPECT_NEAR(found.at("damping").at(1).get<double>(), 2.2 / 2 / (2 * second), 1e-9);
  EXPECT_EQ(answer({"modal", "m.toml", "--count", "1"}).at("frequencies").size(), 1u);
  // a linear system has the same at every time
  EXPECT_NEAR(answer({"modal", "m.toml", "--at", "0.5"}).at("frequencies").at(1).get<double>(), second, 1e-9);
}

TEST_F(Statics, DampingOfARodIsThatOfItsMaterial) {
  // with one retardation time D = τ K: ζ = τ ω/2
  const std::string file = write("rod.toml", "system = \"rod\"\n[parameters]\ntauG = 4e-3\ntauK = 4e-3\n");
  const json found = answer({"modal", file, "--count", "24"});
  ASSERT_EQ(found.at("frequencies").size(), 24u);
  for (std::size_t i = 0; i < 24; ++i)
    EXPECT_NEAR(found.at("damping").at(i).get<double>(), 2e-3 * found.at("frequencies").at(i).get<double>(), 1e-8);
}

TEST_F(Statics, ARodThatRestsHasTheSameModesLater) {
  const std::string file = OLDHAM_SOURCE "/examples/rod/hanging.toml";
  const json now = answer({"modal", file}), later = answer({"modal", file, "--at", "0.05"});
  ASSERT_EQ(now.at("frequencies").size(), 40u);
  for (std::size_t i = 0; i < 40; ++i)
    EXPECT_NEAR(later.at("frequencies").at(i).get<double>(), now.at("frequencies").at(i).get<double>(), 1e-6) << i;
  EXPECT_EQ(later.at("time"), 0.05);
}

/// A clamped rod of unit stiffness and mass that takes further parameters.
std::string rod_with(const std::string& parameters) {
  return "system = \"rod\"\n[parameters]\nN = 20\nEI = 1.0\nGJ = 1.0\nGA = 1e4\nEA = 1e4\nrhoA = 1.0\nrhoI = 1e-3\n" +
         parameters;
}

TEST_F(Statics, ARodUnderAMomentThatKeepsItsDirectionHasModesOfItsUnsymmetricStiffness) {
  // computed apart from eigenvalues of the whole equations, to the digits given
  const json found = answer({"modal", write("m.toml", rod_with("tip_moment = [0.0, -3.0, 0.0]\n"))}).at("frequencies");
  const double expected[] = {4.1803, 4.9885, 13.49, 17.98}, digits[] = {5e-5, 5e-5, 5e-3, 5e-3};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(found.at(i).get<double>(), expected[i], digits[i]) << i;
}

TEST_F(Statics, ModesOfARodTellThatItIsUnstable) {
  // upright, heavier than 7.84 E I/L³, and undisturbed: compressed it stands on its edge
  const std::string upright =
      "gravity = 30.0\ntauG = 1e-2\nstart = {R = [[1, 0, 0], [0, 1, 0], [0, 0, 1]], kind = \"clamped\"}\n";
  const std::string standing = rod_with(upright + "initial = \"natural\"\n");
  expect_refusal({"modal", write("u.toml", standing), "--at", "0.5"}, 1, {"'rod' is unstable there"});
  // a torque about its axis takes the general way: √(E I/ρ A L⁴) is one, and the load four times the critical one
  const json twisted = answer({"modal", write("t.toml", standing + "tip_moment = [0.0, 0.0, 0.1]\n"), "--at", "0.5"});
  EXPECT_GT(twisted.at("growth").get<double>(), 1);
  // let go it hangs, and nothing grows
  EXPECT_EQ(answer({"modal", write("r.toml", rod_with(upright))}).at("growth"), 0);
}

TEST_F(Statics, WhatHasNoEquilibriumSaysSo) {
  std::string falling = pendulum_system.substr(0, pendulum_system.find("[[subsystem.joint]]"));
  expect_refusal({"static", write("fall.toml", falling)}, 1, {"no equilibrium", "nothing balances", "'pendulum'"});
  expect_refusal({"modal", "fall.toml", "--count", "0"}, 2, {"--count", "at least one"});
  expect_refusal({"modal", "fall.toml", "--at", "7"}, 2, {"--at", "after the end"});
}

}  // namespace
}  // namespace oldham::test
