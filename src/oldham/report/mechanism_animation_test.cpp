// SPDX-License-Identifier: MIT
#include "oldham/report/mechanism_animation.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "message_of.hpp"

namespace oldham {
namespace {

using multibody::ForceKind;
using multibody::JointKind;
using testing::HasSubstr;
using Vector = Animation::Vector;

/// A bar that hangs from the ground, and a point mass on a spring below it.
multibody::MechanismDescription pendulum(const std::string& name) {
  multibody::MechanismDescription mechanism;
  mechanism.name = name;
  mechanism.gravity = {0, 9.81, 0};
  mechanism.bodies.resize(2);
  mechanism.bodies[0].name = "bar";
  mechanism.bodies[0].turns = true;
  mechanism.bodies[1].name = "bob";
  mechanism.joints.resize(1);
  mechanism.joints[0].name = "pivot";
  mechanism.joints[0].first.point = {2, 0, 0};
  mechanism.joints[0].second = {.body = 0, .point = {-0.5, 0, 0}};
  mechanism.forces.resize(1);
  mechanism.forces[0].name = "spring";
  mechanism.forces[0].first = {.body = 0, .point = {0.5, 0, 0}};
  mechanism.forces[0].second = {.body = 1};
  mechanism.ports.resize(1);
  mechanism.ports[0].name = "tip";
  mechanism.ports[0].at = {.body = 0, .point = {0.5, 0, 0}};
  return mechanism;
}

Table results(const std::vector<std::string>& mechanisms) {
  Table table;
  table.time = {0, 0.1, 0.2};
  for (const std::string& mechanism : mechanisms)
    for (const char* quantity : {"bar.x", "bar.y", "bar.angle", "bob.x", "bob.y"}) {
      table.header.push_back({mechanism + "." + quantity, "m"});
      const double first = static_cast<double>(table.columns.size());
      table.columns.push_back({first, first + 0.1, first + 0.2});
    }
  return table;
}

TEST(MechanismAnimation, TakesPosesFromTheResults) {
  const Animation animation = make_mechanism_animation({pendulum("left")}, {}, results({"left"}));
  EXPECT_EQ(animation.times, (std::vector<double>{0, 0.1, 0.2}));
  ASSERT_EQ(animation.bodies.size(), 2U);
  const Animation::Pose& pose = animation.bodies[0].poses[1];
  EXPECT_EQ(pose.position, (Vector{0.1, 1.1, 0}));
  EXPECT_EQ(pose.orientation, (std::array<double, 4>{std::cos(1.05), 0, 0, std::sin(1.05)}));  // half of 2.1 rad
  EXPECT_EQ(animation.bodies[1].poses[2].position, (Vector{3.2, 4.2, 0}));
  EXPECT_TRUE(animation.planar);
  EXPECT_EQ(animation.down, (Vector{0, 9.81, 0}));
}

TEST(MechanismAnimation, DrawsABodyThroughItsAttachmentsAndAPointMassAsADisc) {
  const Animation animation = make_mechanism_animation({pendulum("left")}, {}, results({"left"}));
  const Animation::Body& bar = animation.bodies[0];
  EXPECT_EQ(bar.name, "bar");
  ASSERT_EQ(bar.lines.size(), 2U);  // the spring and the port share a point
  EXPECT_EQ(bar.lines[0].points, (std::vector<Vector>{{0, 0, 0}, {-0.5, 0, 0}}));
  EXPECT_EQ(bar.lines[1].points, (std::vector<Vector>{{0, 0, 0}, {0.5, 0, 0}}));
  EXPECT_TRUE(bar.discs.empty());
  EXPECT_TRUE(animation.bodies[1].lines.empty());
  EXPECT_EQ(animation.bodies[1].discs.size(), 1U);
  EXPECT_EQ(animation.joints[0].kind, Animation::JointKind::pin);
  EXPECT_FALSE(animation.joints[0].first.body);
  EXPECT_EQ(animation.joints[0].second.body, 0U);
  EXPECT_EQ(animation.links[0].second.body, 1U);
}

TEST(MechanismAnimation, JoinsManyAttachmentsTheShortestWay) {
  multibody::MechanismDescription mechanism = pendulum("left");
  mechanism.joints[0].second.point = {0.5, 0.2, 0};
  mechanism.ports[0].at.point = {1.5, 0, 0};
  // centre, spring at 0.5, from there to the joint beside it and to the port beyond
  const Animation animation = make_mechanism_animation({mechanism}, {}, results({"left"}));
  const std::vector<Animation::Line>& lines = animation.bodies[0].lines;
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0].points, (std::vector<Vector>{{0, 0, 0}, {0.5, 0, 0}}));
  EXPECT_EQ(lines[1].points, (std::vector<Vector>{{0.5, 0, 0}, {0.5, 0.2, 0}}));
  EXPECT_EQ(lines[2].points, (std::vector<Vector>{{0.5, 0, 0}, {1.5, 0, 0}}));
}

TEST(MechanismAnimation, DrawsWhatABodyCarriesAtItsEndAsABarOfIt) {
  multibody::MechanismDescription mechanism = pendulum("left");
  mechanism.bodies[1].carriers = {{.body = 0, .weight = 2}};
  mechanism.bodies[1].mass = 3;
  Table table = results({"left"});
  // the bar turns by 1.2 rad about its end at the origin; the bob is beyond its centre, at [1, 0] in its axes
  const std::vector<double> angles = {0.4, 1.0, 1.6};
  for (std::size_t row = 0; row < 3; ++row) {
    const double x = std::cos(angles[row]), y = std::sin(angles[row]);
    const double values[] = {x, y, angles[row], 2 * x, 2 * y};
    for (std::size_t i = 0; i < 5; ++i) table.columns[i][row] = values[i];
  }
  const Animation rigid = make_mechanism_animation({mechanism}, {}, table);
  ASSERT_EQ(rigid.bodies[0].lines.size(), 3U);
  const std::vector<Vector>& bar = rigid.bodies[0].lines.back().points;
  EXPECT_EQ(bar.front(), (Vector{0, 0, 0}));
  EXPECT_NEAR(bar.back()[0], 1, 1e-15);  // a few roundings of numbers about 1
  EXPECT_NEAR(bar.back()[1], 0, 1e-15);
  EXPECT_EQ(rigid.links.size(), 1U);  // the spring
  EXPECT_EQ(rigid.bodies[1].discs.size(), 1U);
  // one that moves in the axes of the bar is not part of it; one without a mass is a mark
  table.columns[4][2] += 0.1;
  mechanism.bodies[1].mass = 0;
  const Animation loose = make_mechanism_animation({mechanism}, {}, table);
  EXPECT_EQ(loose.bodies[0].lines.size(), 2U);
  ASSERT_EQ(loose.links.size(), 2U);
  EXPECT_EQ(loose.links[0].kind, Animation::LinkKind::line);
  EXPECT_TRUE(loose.bodies[1].discs.empty());
  EXPECT_EQ(loose.bodies[1].dots.size(), 1U);
}

TEST(MechanismAnimation, KnowsEveryKindOfElement) {
  multibody::MechanismDescription mechanism = pendulum("left");
  const std::vector<std::pair<JointKind, Animation::JointKind>> joints = {
      {JointKind::coincident, Animation::JointKind::pin},    {JointKind::revolute, Animation::JointKind::pin},
      {JointKind::universal, Animation::JointKind::pin},     {JointKind::prismatic, Animation::JointKind::slide},
      {JointKind::cylindrical, Animation::JointKind::slide}, {JointKind::fixed, Animation::JointKind::weld}};
  for (const auto& [kind, shown] : joints) {
    mechanism.joints[0].kind = kind;
    EXPECT_EQ(make_mechanism_animation({mechanism}, {}, results({"left"})).joints[0].kind, shown);
  }
  mechanism.joints[0].kind = JointKind::distance;
  mechanism.forces[0].kind = ForceKind::torsion_spring;
  const Animation animation = make_mechanism_animation({mechanism}, {}, results({"left"}));
  EXPECT_TRUE(animation.joints.empty());
  ASSERT_EQ(animation.links.size(), 1U);  // a torsion spring has no points to be drawn between
  EXPECT_EQ(animation.links[0].kind, Animation::LinkKind::rod);
}

TEST(MechanismAnimation, JoinsMechanismsAtTheirPorts) {
  const std::vector<PortTie> ties = {{.name = "bushing", .ports = {"left.tip", "right.tip"}},
                                     {.name = "elsewhere", .ports = {"left.tip", "motor.shaft"}}};
  const Animation animation =
      make_mechanism_animation({pendulum("left"), pendulum("right")}, ties, results({"left", "right"}));
  EXPECT_EQ(animation.bodies[2].name, "right.bar");
  EXPECT_EQ(animation.bodies[2].poses[0].position, (Vector{5, 6, 0}));
  EXPECT_EQ(animation.joints[1].second.body, 2U);
  ASSERT_EQ(animation.links.size(), 3U);
  EXPECT_EQ(animation.links[2].kind, Animation::LinkKind::bushing);
  EXPECT_EQ(animation.links[2].first.body, 0U);
  EXPECT_EQ(animation.links[2].second.body, 2U);
}

TEST(MechanismAnimation, TakesQuaternionsInSpace) {
  multibody::MechanismDescription mechanism;
  mechanism.name = "top";
  mechanism.planar = false;
  mechanism.bodies.resize(1);
  mechanism.bodies[0].name = "disc";
  mechanism.bodies[0].turns = true;
  Table table;
  table.time = {0};
  double value = 1;
  for (const char* quantity : {"x", "y", "z", "q0", "q1", "q2", "q3"}) {
    table.header.push_back({std::string("top.disc.") + quantity, ""});
    table.columns.push_back({value++});
  }
  const Animation animation = make_mechanism_animation({mechanism}, {}, table);
  EXPECT_FALSE(animation.planar);
  EXPECT_EQ(animation.bodies[0].poses[0].position, (Vector{1, 2, 3}));
  EXPECT_EQ(animation.bodies[0].poses[0].orientation, (std::array<double, 4>{4, 5, 6, 7}));
}

TEST(MechanismAnimation, EndsBeforeAMotionThatIsLost) {
  Table table = results({"left"});
  table.columns[3][1] = std::numeric_limits<double>::infinity();
  const Animation animation = make_mechanism_animation({pendulum("left")}, {}, table);
  EXPECT_EQ(animation.times.size(), 1U);
  for (const Animation::Body& body : animation.bodies) EXPECT_EQ(body.poses.size(), 1U);
}

TEST(MechanismAnimation, SaysWhichResultIsMissing) {
  Table table = results({"left"});
  table.header[2].name = "left.bar.turn";
  EXPECT_THAT(
      message_of([&] { make_mechanism_animation({pendulum("left")}, {}, table); }),
      testing::AllOf(HasSubstr("mechanism 'left'"), HasSubstr("'left.bar.angle'"), HasSubstr("publish_bodies")));
}

}  // namespace
}  // namespace oldham
