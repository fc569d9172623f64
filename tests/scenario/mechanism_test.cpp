// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "program.hpp"

// Mechanisms from files, from the command line: what is wrong is refused, what is right moves as it should.

namespace oldham::test {
namespace {

using nlohmann::json;

std::string mechanism(const std::string& elements, const std::string& space = "plane") {
  const bool planar = space == "plane";
  return fmt::format(R"([simulation]
end = 1.0

[scheme]
step = 0.01

[[subsystem]]
name = "arm"
model = "mechanism"
space = "{}"
gravity = {}
micro_step = 1e-3

{})",
                     space, planar ? "[0.0, -9.81]" : "[0.0, 0.0, -9.81]", elements);
}

const std::string bar = R"([[subsystem.body]]
name = "bar"
mass = 1.0
inertia = 0.08333333333333333
position = [0.5, 0.0]

[[subsystem.joint]]
name = "pivot"
type = "revolute"
between = ["ground", "bar"]
at = [0.0, 0.0]
)";

class MechanismFile : public Scenario {
 protected:
  json run_file(const std::string& text, const Arguments& more = {}) const {
    Arguments arguments = {"run", write("arm.toml", text), "--out", "out"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return answer(arguments);
  }
  void refuse(const std::string& text, const std::vector<std::string>& says) const {
    expect_refusal({"run", write("arm.toml", text), "--out", "out"}, 2, says);
    EXPECT_FALSE(std::filesystem::exists(folder() / "out")) << "nothing is written for a file that is refused";
  }
};

TEST_F(MechanismFile, APendulumKeepsItsEnergy) {
  const json y = run_file(mechanism(bar)).at("outputs");
  // falls from the horizontal: kinetic energy is what gravity gave. RK4 errs by (h ω)⁵/120 = 4e-14 m in each of 1000
  // steps, ω = 5.4 rad/s, and that times the weight is 4e-10 J; ten times that
  EXPECT_NEAR(y.at("arm.energy.kinetic").get<double>() + y.at("arm.energy.potential").get<double>(), 0, 4e-9);
  EXPECT_NEAR(y.at("arm.energy.kinetic").get<double>(), -9.81 * y.at("arm.bar.y").get<double>(), 4e-9);
  EXPECT_LT(y.at("arm.constraint.position").get<double>(), 1e-12);
}

TEST_F(MechanismFile, ThePendulumOfTheGuideRuns) {
  const json y = run_file(file_of_guide("mechanisms.md", "arm.toml")).at("outputs");
  EXPECT_EQ(y.at("pendulum.tip.phi.position"), y.at("pendulum.bar.angle"));
}

TEST_F(MechanismFile, AnArmThatIsDrivenIsWhereItIsTold) {
  const std::string driven =
      bar + "motion = {rate = 0.5, amplitude = 0.2, frequency = 1.0}\n";  // f(1) = 0.5, the sine is back at 0
  EXPECT_NEAR(run_file(mechanism(driven)).at("outputs").at("arm.bar.angle").get<double>(), 0.5, 1e-9);
}

TEST_F(MechanismFile, EnergyIsAccountedForWhereAllWorkIsSeen) {
  // pulled at its tip: what the force gives is taken off, and RK4 leaves the energy as in the pendulum above; the force
  // is constant, so that the sum of its work is exact
  const std::string port = "[[subsystem.port]]\nname = \"tip\"\nbody = \"bar\"\npoint = [0.5, 0.0]\n";
  const std::string pulled = mechanism(bar + port) +
                             "[subsystem.inputs]\n\"tip.x.force\" = 0.0\n\"tip.y.force\" = 2.0\n"
                             "\"tip.phi.force\" = 0.0\n";
  const json balance = run_file(pulled).at("mechanical_energy_balance");
  EXPECT_NEAR(balance.at("arm").at("final").get<double>(), 0, 4e-9);
  EXPECT_GE(balance.at("arm").at("largest"), std::abs(balance.at("arm").at("final").get<double>()));
  const std::string text = run({"run", "arm.toml", "--out", "out"}).out;
  EXPECT_NE(text.find("  energy    arm: changed by "), std::string::npos) << text;
  // what moves it works too, and nobody measures how much
  const std::string moved = mechanism(bar + "motion = \"port\"\n") +
                            "[subsystem.inputs]\n\"pivot.position\" = 0.0\n\"pivot.velocity\" = 0.0\n"
                            "\"pivot.acceleration\" = 0.0\n";
  EXPECT_TRUE(run_file(moved).at("mechanical_energy_balance").empty());
  EXPECT_EQ(run({"run", "arm.toml", "--out", "out"}).out.find("  energy    arm"), std::string::npos);
}

TEST_F(MechanismFile, EnergyIsNotToldWhereAConstraintActs) {
  std::string text = "[simulation]\nend = 0.1\n[scheme]\nstep = 0.01\ncorrection = \"implicit\"\n";
  for (const char* name : {"left", "right"})
    text += fmt::format(
        "[[subsystem]]\nname = \"{}\"\nmodel = \"mechanism\"\nmicro_step = 1e-3\n[[subsystem.body]]\nname = "
        "\"bob\"\nmass = 1.0\nvelocity = [1.0, 0.0]\n[[subsystem.port]]\nname = \"grip\"\nbody = \"bob\"\n"
        "[subsystem.inputs]\n\"grip.y.force\" = 0.0\n",
        name);
  text += "[[interface]]\nlaw = \"constraint\"\nbetween = [\"left.grip.x\", \"right.grip.x\"]\n";
  EXPECT_TRUE(run_file(text).at("mechanical_energy_balance").empty());
}

TEST_F(MechanismFile, AnOptionAddsNoElement) {
  const std::string file = write("arm.toml", mechanism(bar));
  expect_refusal({"run", file, "--out", "out", "--set", "subsystem.arm.body.baz.mass=2"}, 2,
                 {"--set subsystem.arm.body.baz.mass=2", "subsystem.arm.body has no 'baz'", "did you mean 'bar'"});
  expect_refusal({"sweep", file, "--out", "out", "--over", "subsystem.arm.joint.pivto.at=[0, 0]"}, 2,
                 {"--over subsystem.arm.joint.pivto.at", "no 'pivto'", "did you mean 'pivot'"});
  EXPECT_EQ(run_file(mechanism(bar), {"--set", "subsystem.arm.body.bar.mass=2"}).at("status"), "completed");
}

TEST_F(MechanismFile, WhatHadToBePutRightAtTheStartIsSaid) {
  std::string apart = bar;
  apart.replace(apart.find("at = [0.0, 0.0]"), 15, "points = [[0.0, 0.0], [-0.4, 0.0]]");
  const json found = run_file(mechanism(apart));
  ASSERT_FALSE(found.at("notes").empty());
  EXPECT_NE(found.at("notes").at(0).get<std::string>().find("arm"), std::string::npos) << found.at("notes");
}

TEST_F(MechanismFile, ADoublePendulumInSpaceIsTheOneInThePlane) {
  const std::string plane_knee = R"(
[[subsystem.body]]
name = "rod"
mass = 0.5
inertia = 0.05
position = [1.5, 0.0]

[[subsystem.joint]]
type = "revolute"
between = ["bar", "rod"]
at = [1.0, 0.0]
)";
  const std::string in_space = R"([[subsystem.body]]
name = "bar"
mass = 1.0
inertia = [0.001, 0.08333333333333333, 0.08333333333333333]
position = [0.5, 0.0, 0.0]
[[subsystem.body]]
name = "rod"
mass = 0.5
inertia = [0.001, 0.05, 0.05]
position = [1.5, 0.0, 0.0]
[[subsystem.joint]]
type = "revolute"
between = ["ground", "bar"]
at = [0.0, 0.0, 0.0]
axis = [0.0, 1.0, 0.0]
[[subsystem.joint]]
type = "revolute"
between = ["bar", "rod"]
at = [1.0, 0.0, 0.0]
axis = [0.0, 1.0, 0.0]
)";
  const json flat = run_file(mechanism(bar + plane_knee)).at("outputs");
  const json space = run_file(mechanism(in_space, "space")).at("outputs");
  for (const char* body : {"bar", "rod"}) {
    const std::string name = fmt::format("arm.{}.", body);
    // the same equations in other coordinates: RK4 with 1e-3 s errs by about 1e-9 here
    EXPECT_NEAR(flat.at(name + "x").get<double>(), space.at(name + "x").get<double>(), 1e-8);
    EXPECT_NEAR(flat.at(name + "y").get<double>(), space.at(name + "z").get<double>(), 1e-8);
    EXPECT_NEAR(flat.at(name + "w").get<double>(), -space.at(name + "wy").get<double>(), 1e-7);
  }
}

TEST_F(MechanismFile, ABushingInSpaceIsTheSameHoweverItIsCut) {
  const auto body = [](const char* name, double x, double end) {
    return fmt::format(R"(
[[subsystem]]
name = "{}"
model = "mechanism"
space = "space"
gravity = [0.0, 0.0, -9.81]
[[subsystem.body]]
name = "rod"
mass = 1.0
inertia = [0.1, 0.2, 0.15]
position = [{}, 0.0, 0.0]
[[subsystem.joint]]
type = "spherical"
between = ["ground", "rod"]
at = [{}, 0.1, 0.0]
[[subsystem.port]]
name = "end"
body = "rod"
point = [{}, 0.0, 0.1]
)",
                       name, x, x - end, end);
  };
  const std::string text = "[simulation]\nend = 0.5\n[scheme]\nstep = 0.01\n" + body("left", 0, 0.5) +
                           body("right", 1.2, -0.5) +
                           "[[interface]]\nname = \"bushing\"\nlaw = \"bushing\"\nbetween = [\"left.end\", "
                           "\"right.end\"]\ndirections = [\"z\", \"x\"]\nstiffness = [[300.0, 20.0], [20.0, 500.0]]\n"
                           "damping = [3.0, 2.0]\ndecomposition = ";
  // the law does not know who works it out: without a scheme, all cuts are one system
  const std::string file = write("cut.toml", text + "\"force-force\"\n");
  const json whole = answer({"monolithic", file, "--out", "out"}).at("outputs");
  EXPECT_GT(std::abs(whole.at("bushing.x.force").get<double>()), 1);
  for (const char* cut : {"force-displacement", "displacement-displacement"}) {
    const std::string other = write("cut.toml", fmt::format("{}\"{}\"\n", text, cut));
    const json found = answer({"monolithic", other, "--out", "out"}).at("outputs");
    for (const char* output : {"left.rod.x", "right.rod.z", "bushing.z.force", "bushing.x.force"})
      // solved to 1e-12 in each of 50 steps, and a force is up to 500 N/m times a difference of places
      EXPECT_NEAR(found.at(output).get<double>(), whole.at(output).get<double>(), 5e-8) << cut << ' ' << output;
  }
}

TEST_F(MechanismFile, DescribeMarksTheLoop) {
  const std::string loop = bar + R"(
[[subsystem.body]]
name = "coupler"
mass = 1.0
inertia = 0.1
position = [1.0, 0.5]
angle = 1.5707963267948966

[[subsystem.joint]]
name = "knee"
type = "revolute"
between = ["bar", "coupler"]
at = [1.0, 0.0]

[[subsystem.joint]]
name = "slot"
type = "distance"
between = ["coupler", "ground"]
points = [[0.5, 0.0], [0.0, 1.0]]
)";
  const json described = answer({"describe", write("arm.toml", mechanism(loop))});
  EXPECT_EQ(described.at("degrees_of_freedom"), 1);
  EXPECT_EQ(described.at("subsystems").at(0).at("joints").at(2).at("type"), "distance");
  const Ended text = run({"describe", "arm.toml"});
  EXPECT_NE(text.out.find("1 degree of freedom: 6 coordinates, 5 held by joints"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("closes the loop with"), std::string::npos) << text.out;
}

TEST_F(MechanismFile, IsRefusedWithElementAndRemedy) {
  std::string wrong = bar;
  wrong.replace(wrong.find("\"bar\"]"), 6, "\"bra\"]");
  refuse(mechanism(wrong), {"arm.toml:23", "joint 'pivot'.between", "there is no body 'bra'", "did you mean 'bar'"});
  refuse(mechanism(bar + "[[subsystem.body]]\nname = \"rod\"\n"), {"arm.toml:25", "'rod'", "massless free body"});
  refuse(mechanism(bar + "[[subsystem.joint]]\nname = \"weld\"\ntype = \"fixed\"\nbetween = [\"ground\", \"bar\"]\n"),
         {"arm.toml:", "redundant"});
  refuse(mechanism(bar + "[[subsystem.joint]]\nname = \"rope\"\ntype = \"distance\"\nbetween = [\"ground\", \"bar\"]\n"
                         "points = [[3.0, 0.0], [0.5, 0.0]]\nlength = 1.0\n"),
         {"arm.toml:", "'rope'"});
  refuse(mechanism(bar) + "[[subsystem.port]]\nname = \"tip\"\nbody = \"bar\"\n",
         {"'arm.tip.x.force' is not connected", "inputs.\"tip.x.force\" = 0.0"});
  refuse(mechanism("formulation = \"ali3p\"\nintegrator = \"rk4\"\n" + bar),
         {"arm.toml:15", "integrator", "ali3p", "trapezoidal only", "leave the integrator out"});
  refuse(mechanism("integrator = \"exact\"\n" + bar), {"integrator", "exact", "rk4"});
  refuse(mechanism("[subsystem.parameters]\nmass = 1.0\n" + bar), {"parameters", "unknown key"});
}

}  // namespace
}  // namespace oldham::test
