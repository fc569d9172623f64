// SPDX-License-Identifier: MIT
#include "oldham/model/multibody/topology.hpp"

#include <gtest/gtest.h>

namespace oldham::multibody {
namespace {

MechanismDescription chain(int bodies, bool planar) {
  MechanismDescription m;
  m.planar = planar;
  for (int i = 0; i < bodies; ++i) {
    BodyDescription body;
    body.name = "bar" + std::to_string(i + 1);
    body.turns = true;
    m.bodies.push_back(body);
    JointDescription joint;
    joint.kind = planar ? JointKind::coincident : JointKind::revolute;
    joint.first.body = i - 1;  // the first hangs from the ground
    joint.second.body = i;
    m.joints.push_back(joint);
  }
  return m;
}

TEST(Topology, APendulumOfNBarsHasNDegreesOfFreedom) {
  EXPECT_EQ(degrees_of_freedom(chain(3, true)), 3);
  EXPECT_EQ(degrees_of_freedom(chain(3, false)), 3);
}

TEST(Topology, AFourBarOfThePlaneHasOne) {
  MechanismDescription m = chain(3, true);
  JointDescription last;
  last.first.body = 2;
  m.joints.push_back(last);
  EXPECT_EQ(degrees_of_freedom(m), 1);
  m.joints.back().motion.emplace();
  EXPECT_EQ(degrees_of_freedom(m), 0);
}

TEST(Topology, PointMassesAndDrivenBodiesHaveFewerCoordinates) {
  MechanismDescription m = chain(1, false);
  EXPECT_EQ(coordinate_count(m), 6);
  m.bodies[0].turns = false;
  EXPECT_EQ(coordinate_count(m), 3);
  m.bodies[0].motion.emplace();
  EXPECT_EQ(coordinate_count(m), 0);
}

TEST(Topology, ALoopIsClosedInItsMiddle) {
  // ground - bar1 - bar2 - bar3 - ground: from both sides, the loop closes between bar2 and bar3
  MechanismDescription m = chain(3, true);
  JointDescription last;
  last.first.body = 2;
  m.joints.push_back(last);
  const std::vector<Branch> tree = make_tree(m);
  ASSERT_EQ(tree.size(), 4u);
  EXPECT_EQ(tree[0].body, 0);
  EXPECT_EQ(tree[0].depth, 1);
  EXPECT_EQ(tree[1].body, 1);
  EXPECT_EQ(tree[1].depth, 2);
  EXPECT_EQ(tree[2].body, 2);
  EXPECT_EQ(tree[2].depth, 1);
  EXPECT_EQ(tree[3].joint, 2);
  EXPECT_EQ(tree[3].body, 1);
  EXPECT_EQ(tree[3].parent, 2);
  EXPECT_TRUE(tree[3].closes_loop);
}

TEST(Topology, WhatHangsFromNothingComesLast) {
  MechanismDescription m = chain(2, true);
  m.joints.erase(m.joints.begin());  // bar1 is free, bar2 hangs from it
  const std::vector<Branch> tree = make_tree(m);
  ASSERT_EQ(tree.size(), 2u);
  EXPECT_EQ(tree[0].joint, -1);
  EXPECT_EQ(tree[0].body, 0);
  EXPECT_EQ(tree[1].depth, 2);
}

}  // namespace
}  // namespace oldham::multibody
