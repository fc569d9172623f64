// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <map>

#include "program.hpp"

// Frames of mechanisms, from the command line.

namespace oldham::test {
namespace {

using nlohmann::json;

class Frames : public Scenario {};

/// A bar on a hinge about y, whose axis is the third director of the frame at its end.
const std::string held = R"([simulation]
end = 1.0
[scheme]
step = 0.01
[[subsystem]]
name = "arm"
model = "mechanism"
space = "space"
gravity = [0.0, 0.0, -9.81]
micro_step = 1e-3
[[subsystem.body]]
name = "bar"
mass = 1.0
inertia = [0.001, 0.08333333333333333, 0.08333333333333333]
position = [0.5, 0.0, 0.0]
[[subsystem.joint]]
name = "hinge"
type = "revolute"
between = ["ground", "bar"]
at = [0.0, 0.0, 0.0]
axis = [0.0, 1.0, 0.0]
[[subsystem.frame]]
name = "clamp"
body = "bar"
point = [0.5, 0.0, 0.0]
R = [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]]
mobility = true
[subsystem.inputs]
"clamp.x.force" = 0.0
"clamp.y.force" = 0.5
"clamp.z.force" = 2.0
"clamp.moment1" = 0.3
"clamp.moment2" = 0.2
"clamp.moment3" = 1.5
)";

TEST_F(Frames, WorkThereIsTakenOffTheEnergy) {
  const json found = answer({"run", write("arm.toml", held), "--out", "out"});
  // force and moment are constant and the moment turns about its own axis: the sum of their work is exact. RK4 errs by
  // (h ω)⁵/120 = 4e-14 in each of 1000 steps, ω = 5.4 rad/s, and that times the weight is 4e-10 J; ten times that
  EXPECT_NEAR(found.at("mechanical_energy_balance").at("arm").at("final").get<double>(), 0, 4e-9);
  const json y = found.at("outputs");
  EXPECT_GT(y.at("arm.energy.kinetic").get<double>(), 1);
  EXPECT_DOUBLE_EQ(y.at("arm.clamp.spin3").get<double>(), y.at("arm.bar.wy").get<double>());
}

TEST_F(Frames, AreDescribedLikePorts) {
  const json described = answer({"describe", write("arm.toml", held)});
  std::map<std::string, std::string> units;
  for (const char* kind : {"inputs", "outputs"})
    for (const json& port : described.at("subsystems").at(0).at("ports").at(kind))
      units[port.at("name")] = port.at("unit");
  EXPECT_EQ(units.at("clamp.z.force"), "N");
  EXPECT_EQ(units.at("clamp.moment3"), "N.m");
  EXPECT_EQ(units.at("clamp.x.acceleration"), "m/s^2");
  EXPECT_EQ(units.at("clamp.q3"), "1");
  EXPECT_EQ(units.at("clamp.spin1"), "rad/s");
  EXPECT_EQ(units.at("frames.free.3"), "m/s^2");
  EXPECT_EQ(units.at("frames.mobility.1.3"), "1/kg");
  EXPECT_EQ(units.at("frames.mobility.3.6"), "1/kg/m");
}

TEST_F(Frames, AreChangedByName) {
  const std::string file = write("arm.toml", held);
  const json y = answer({"run", file, "--out", "out", "--set", "subsystem.arm.frame.clamp.point=[-0.5, 0, 0]"});
  EXPECT_NEAR(y.at("outputs").at("arm.clamp.z.position").get<double>(), 0, 1e-12) << "in the hinge";
  expect_refusal({"run", file, "--out", "out", "--set", "subsystem.arm.frame.clamp.R=[[1,0,0],[0,1,0],[0,0,-1]]"}, 2,
                 {"frame 'clamp'.R", "a reflection"});
}

TEST_F(Frames, MissingInputsAreNamed) {
  expect_refusal({"run", write("arm.toml", held.substr(0, held.find("\"clamp.moment3\""))), "--out", "out"}, 2,
                 {"'arm.clamp.moment3' is not connected"});
}

}  // namespace
}  // namespace oldham::test
