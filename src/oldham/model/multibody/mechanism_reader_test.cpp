// SPDX-License-Identifier: MIT
#include "oldham/model/multibody/mechanism_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "mechanism_texts.hpp"
#include "message_of.hpp"

namespace oldham::multibody {
namespace {

using test::plane, test::read, test::space;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(MechanismReader, ReadsBodiesAsTheyStand) {
  const MechanismDescription m = read(plane);
  EXPECT_TRUE(m.planar);
  EXPECT_THAT(m.gravity, ElementsAre(0, -9.81, 0));
  ASSERT_EQ(m.bodies.size(), 3u);
  EXPECT_EQ(m.bodies[1].name, "bar2");
  EXPECT_EQ(m.bodies[1].where, "arm.toml:7");
  EXPECT_EQ(m.bodies[1].mass, 2.0);
  EXPECT_EQ(m.bodies[1].inertia[2][2], 0.2);
  EXPECT_TRUE(m.bodies[1].turns);
  EXPECT_THAT(m.bodies[1].position, ElementsAre(1.0, 0.5, 0));
  EXPECT_EQ(m.bodies[1].angle, 1.5707963267948966);
  EXPECT_EQ(m.bodies[1].drag, 0.1);
  EXPECT_FALSE(m.bodies[2].turns);
  EXPECT_THAT(m.bodies[2].velocity, ElementsAre(0, 3.0, 0));
}

TEST(MechanismReader, ReadsRotationsInSpace) {
  const MechanismDescription m = read(space);
  EXPECT_FALSE(m.planar);
  const double half = std::sqrt(0.5);
  EXPECT_DOUBLE_EQ(m.bodies[0].orientation[0], half);
  EXPECT_DOUBLE_EQ(m.bodies[0].orientation[3], half);
  EXPECT_EQ(m.bodies[1].inertia[0][1], 0.01);
  EXPECT_EQ(m.bodies[0].inertia[2][2], 0.2);
}

TEST(MechanismReader, TakesPointsOfEachBodyAsTheyAre) {
  const MechanismDescription m = read(plane + R"([[joint]]
name = "pivot"
type = "revolute"
between = ["ground", "bar1"]
points = [[0.0, 0.1], [-0.5, 0.2]]
)");
  const JointDescription& pivot = m.joints.at(0);
  EXPECT_EQ(pivot.kind, JointKind::coincident);
  EXPECT_EQ(pivot.first.body, ground);
  EXPECT_EQ(pivot.second.body, 0);
  EXPECT_THAT(pivot.first.point, ElementsAre(0, 0.1, 0));
  EXPECT_THAT(pivot.second.point, ElementsAre(-0.5, 0.2, 0));
}

TEST(MechanismReader, TurnsAPlaceInGroundAxesIntoPointsOfTheBodies) {
  // bar2 stands upright with its centre at (1, 0.5): (1, 0) lies 0.5 behind it along its own x
  const MechanismDescription m = read(plane + R"([[joint]]
type = "pin"
between = ["bar1", "bar2"]
at = [1.0, 0.0]
[[joint]]
type = "prismatic"
between = ["ground", "bar2"]
at = [0.0, 0.0]
axis = [0.0, 2.0]
)");
  const JointDescription& knee = m.joints.at(0);
  EXPECT_EQ(knee.name, "bar1-bar2");
  EXPECT_NEAR(knee.first.point[0], 0.5, 1e-15);
  EXPECT_NEAR(knee.second.point[0], -0.5, 1e-15);
  EXPECT_NEAR(knee.second.point[1], 0, 1e-15);
  EXPECT_NEAR(m.joints.at(1).second.axis[0], 2, 1e-15);
  EXPECT_NEAR(m.joints.at(1).second.axis[1], 0, 1e-15);
  EXPECT_THAT(m.joints.at(1).first.axis, ElementsAre(0, 2, 0));
}

TEST(MechanismReader, TurnsAxesInSpaceToo) {
  // the wheel is turned by 90 degrees about z: ground x is its own -y
  const MechanismDescription m = read(space + R"([[joint]]
type = "revolute"
between = ["ground", "wheel"]
at = [1.0, 0.0, 0.0]
axis = [1.0, 0.0, 0.0]
[[joint]]
type = "universal"
between = ["wheel", "rod"]
at = [0.0, 1.0, 0.0]
axis = [[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]
)");
  const Side& wheel = m.joints.at(0).second;
  EXPECT_NEAR(wheel.axis[0], 0, 1e-15);
  EXPECT_NEAR(wheel.axis[1], -1, 1e-15);
  EXPECT_NEAR(wheel.point[1], -1, 1e-15);
  EXPECT_THAT(m.joints.at(1).second.axis, ElementsAre(0, 0, 1));
  EXPECT_EQ(m.joints.at(1).kind, JointKind::universal);
}

TEST(MechanismReader, ADriverCountsFromHowTheBodiesStand) {
  const MechanismDescription m = read(plane + R"([[joint]]
name = "motor"
type = "revolute"
between = ["bar1", "bar2"]
at = [1.0, 0.0]
motion = {rate = 2.0, amplitude = 0.1, frequency = 1.0, phase = 1.0}
[[joint]]
name = "rope"
type = "distance"
between = ["ground", "bob"]
points = [[1.0, 0.0], [0.0, 0.0]]
motion = {rate = -0.5}
[[joint]]
name = "handle"
type = "revolute"
between = ["ground", "bar1"]
at = [0.0, 0.0]
motion = "port"
)");
  const MotionLaw& motor = *m.joints.at(0).motion;
  EXPECT_EQ(motor.offset, 0);
  EXPECT_EQ(motor.rate, 2.0);
  EXPECT_EQ(m.joints.at(1).motion->offset, 2);  // a length is a length: from (1, 0) to (1, 2)
  EXPECT_TRUE(m.joints.at(2).motion->from_port);
}

TEST(MechanismReader, ReadsDrivenBodies) {
  const MechanismDescription m = read(plane + R"([[body]]
name = "hand"
motion = "port"
[[body]]
name = "table"
position = [0.0, 3.0]
motion = {x = {amplitude = 0.5, frequency = 2.0}, angle = {offset = 0.25}}
)");
  const BodyDescription &hand = m.bodies.at(3), &table = m.bodies.at(4);
  ASSERT_TRUE(hand.is_driven());
  for (const MotionLaw& law : *hand.motion) EXPECT_TRUE(law.from_port);
  ASSERT_TRUE(table.is_driven());
  EXPECT_EQ((*table.motion)[1].offset, 3.0);
  EXPECT_EQ((*table.motion)[5].offset, 0.25);
  EXPECT_EQ(table.angle, 0.25);
  EXPECT_DOUBLE_EQ(table.velocity[0], 2 * std::numbers::pi);  // 0.5 m at 2 Hz
}

TEST(MechanismReader, ReadsForces) {
  const MechanismDescription m = read(plane + R"([[force]]
name = "spring"
type = "spring"
between = ["ground", "bob"]
points = [[0.0, 0.0], [0.0, 0.0]]
stiffness = 100.0
length = 0.3
[[force]]
type = "bushing"
between = ["bar1", "bar2"]
at = [1.0, 0.0]
stiffness = [1.0, 2.0, 3.0]
damping = [[1.0, 0.0, 0.5], [0.0, 2.0, 0.0], [0.5, 0.0, 3.0]]
axes = "first"
[[force]]
name = "ram"
type = "actuator"
between = ["ground", "bar1"]
points = [[0.0, -1.0], [0.0, 0.0]]
[[port]]
name = "tip"
body = "bar2"
point = [0.5, 0.0]
acceleration = true
)");
  EXPECT_EQ(m.forces.at(0).stiffness, 100.0);
  EXPECT_EQ(m.forces.at(0).length, 0.3);
  const ForceDescription& bushing = m.forces.at(1);
  EXPECT_TRUE(bushing.axes_of_first);
  EXPECT_EQ(bushing.stiffnesses[1][1], 2.0);
  EXPECT_EQ(bushing.stiffnesses[5][5], 3.0);
  EXPECT_EQ(bushing.dampings[0][5], 0.5);
  EXPECT_EQ(m.forces.at(2).kind, ForceKind::actuator);
  EXPECT_EQ(m.ports.at(0).at.body, 1);
  EXPECT_TRUE(m.ports.at(0).acceleration);
}

TEST(MechanismReader, TakesAThinDiscWrittenWithThreeDigits) {
  const MechanismDescription m = read(space + R"([[body]]
name = "disc"
mass = 1.0
inertia = [0.0333, 0.0333, 0.0667]
)");
  EXPECT_EQ(m.bodies.back().inertia[2][2], 0.0667);
}

TEST(MechanismReader, TakesADamperWithoutASpring) {
  const MechanismDescription m = read(plane + R"([[force]]
type = "torsion-spring"
between = ["ground", "bar1"]
damping = 0.5
)");
  EXPECT_EQ(m.forces.at(0).damping, 0.5);
}

TEST(MechanismReader, ReadsTheFormulation) {
  const Value tree = parse_toml("formulation = \"ali3p\"\npenalty = 1e9\nprojection = true\n", "arm.toml");
  Reader entry(tree, "subsystem 'arm'");
  const FormulationSettings settings = read_formulation(entry);
  EXPECT_EQ(settings.kind, Formulation::ali3p);
  EXPECT_EQ(settings.penalty, 1e9);
  EXPECT_EQ(settings.projection, true);
  EXPECT_NO_THROW(entry.finish());
  const Value wrong = parse_toml("formulation = \"ali2\"\n", "arm.toml");
  Reader reader(wrong, "subsystem 'arm'");
  EXPECT_THAT(message_of([&] { read_formulation(reader); }), HasSubstr("did you mean 'ali1'"));
}

}  // namespace
}  // namespace oldham::multibody
