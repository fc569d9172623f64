// SPDX-License-Identifier: MIT
#include "oldham/io/expansion.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "message_of.hpp"
#include "oldham/io/bushing_reader.hpp"
#include "oldham/io/toml_file.hpp"
#include "oldham/model/multibody/topology.hpp"

namespace oldham {
namespace {

using multibody::MechanismDescription;
using testing::HasSubstr;

Value expanded(const std::string& text) { return expand_ready_made(parse_toml(text, "bars.toml")).value(); }
Value at(const Value& tree, const char* path) {
  const Value* found = find_place(tree, path);
  return found == nullptr ? Value("missing") : *found;
}

TEST(Expansion, LeavesOtherSystemsAlone) {
  EXPECT_FALSE(expand_ready_made(parse_toml("system = \"two-mass\"\n", "bars.toml")));
  EXPECT_FALSE(expand_ready_made(parse_toml("title = \"own\"\n", "bars.toml")));
}

TEST(Expansion, WrittenOutItReadsBackEqual) {
  // numbers too: the shortest decimals that give them back
  for (const char* text : {"system = \"four-bar\"\n",
                           "system = \"four-bar\"\n[scheme]\nstep = 3e-3\ndecomposition = \"force-displacement\"\n"
                           "[parameters]\nphi0 = [1.1, 0.3, 0.7, 2.2]\nw0 = [0.1, -0.2, 0.3, -0.4]\ncx = 333.3\n"}) {
    const Value tree = expanded(text);
    EXPECT_EQ(parse_toml(to_toml(tree), "again"), tree);
  }
}

TEST(Expansion, TheFourBarStandsOnItsJoints) {
  // also with angles and velocities of one's own: velocities belong to the joints
  const Value tree = parse_toml(
      "system = \"four-bar\"\n[parameters]\nphi0 = [1.1, 0.3, 0.7, 2.2]\n"
      "w0 = [0.5, -0.2, 0.3, -0.4]\nl = [1.0, 1.5, 0.5, 2.0]\n",
      "bars.toml");
  const std::vector<MechanismDescription> sides = read_mechanisms(tree);
  ASSERT_EQ(sides.size(), 2u);
  for (const MechanismDescription& m : sides) {
    EXPECT_EQ(degrees_of_freedom(m), 2);
    EXPECT_EQ(m.gravity[1], 9.81);
    for (const multibody::JointDescription& joint : m.joints) {
      double place[2][2], velocity[2][2];
      int i = 0;
      for (const multibody::Side* side : {&joint.first, &joint.second}) {
        const bool fixed = side->body == multibody::ground;
        const multibody::BodyDescription body = fixed ? multibody::BodyDescription{} : m.bodies[side->body];
        const double c = std::cos(body.angle), s = std::sin(body.angle), w = body.angular_velocity[2];
        const double x = c * side->point[0] - s * side->point[1], y = s * side->point[0] + c * side->point[1];
        place[i][0] = body.position[0] + x;
        place[i][1] = body.position[1] + y;
        velocity[i][0] = body.velocity[0] - w * y;
        velocity[i][1] = body.velocity[1] + w * x;
        ++i;
      }
      for (int k = 0; k < 2; ++k) {
        EXPECT_NEAR(place[0][k], place[1][k], 1e-15) << joint.name;  // rounding of numbers around 1
        EXPECT_NEAR(velocity[0][k], velocity[1][k], 1e-15) << joint.name;
      }
    }
  }
}

TEST(Expansion, TheSolverMakesFourMicroStepsOrTwo) {
  EXPECT_EQ(at(expanded("system = \"four-bar\"\n[scheme]\nstep = 4e-3\n"), "subsystem.left.micro_step"), Value(1e-3));
  EXPECT_EQ(at(expanded("system = \"four-bar\"\n[scheme]\nstep = 4e-3\ndecomposition = \"force-displacement\"\n"),
               "subsystem.right.micro_step"),
            Value(2e-3));
}

TEST(Expansion, WhatTheFileSaysIsLaidOverIt) {
  const Value tree = expanded(
      "title = \"Mine\"\nsystem = \"four-bar\"\n[simulation]\nend = 3.0\n[scheme]\norder = 2\n"
      "decomposition = \"displacement-displacement\"\n[[subsystem]]\nname = \"left\"\nintegrator = \"cvode\"\n"
      "[publish]\ntip = \"left.E2.x.position\"\n");
  EXPECT_EQ(at(tree, "title"), Value("Mine"));
  EXPECT_EQ(at(tree, "simulation.end"), Value(3.0));
  EXPECT_EQ(at(tree, "scheme.order"), Value(2));
  EXPECT_EQ(at(tree, "scheme.step"), Value(1e-4));
  EXPECT_EQ(at(tree, "scheme.decomposition"), Value("missing"));
  EXPECT_EQ(at(tree, "interface.bushing.decomposition"), Value("displacement-displacement"));
  EXPECT_EQ(at(tree, "subsystem.left.integrator"), Value("cvode"));
  EXPECT_EQ(at(tree, "subsystem.right.formulation"), Value("kkt"));
  EXPECT_EQ(at(tree, "publish.tip"), Value("left.E2.x.position"));
  EXPECT_EQ(at(tree, "publish.phi3"), Value("right.bar3.angle"));
}

TEST(Expansion, ElementsOfMembersAreChangedByName) {
  // as --set subsystem.left.body.bar1.mass=3.0 asks for it, and as a file does
  Value root = parse_toml("system = \"four-bar\"\n", "bars.toml");
  apply_override(root, "subsystem.left.body.bar1.mass=3.0");
  const Value set = *expand_ready_made(root);
  const Value file = expanded(
      "system = \"four-bar\"\n[[subsystem]]\nname = \"left\"\n[[subsystem.body]]\nname = \"bar1\"\nmass = 3.0\n");
  EXPECT_EQ(set, file);
  EXPECT_EQ(at(set, "subsystem.left.body.bar1.mass"), Value(3.0));
  EXPECT_EQ(at(set, "subsystem.left.body.bar1.inertia"), Value(1.0 / 12));
  EXPECT_EQ(at(set, "subsystem.left.body.bar2.mass"), Value(1.0));
  apply_override(root, "subsystem.left.body.bar7.mass=3.0");
  EXPECT_THAT(message_of([&] { expand_ready_made(root); }),
              testing::AllOf(HasSubstr("there is no 'bar7'"), HasSubstr("did you mean 'bar1'")));
}

TEST(Expansion, AnOptionFindsElementsThatTheFileDoesNotShow) {
  Value root = parse_toml(
      "system = \"four-bar\"\n[[subsystem]]\nname = \"left\"\n[[subsystem.body]]\nname = \"bar1\"\nmass = 3.0\n",
      "bars.toml");
  apply_override(root, "subsystem.left.formulation=ali1");
  apply_override(root, "subsystem.right.formulation=ggl");
  apply_override(root, "subsystem.left.body.bar2.mass=4.0");
  const Value set = *expand_ready_made(root);
  EXPECT_EQ(at(set, "subsystem.left.body.bar1.mass"), Value(3.0));
  EXPECT_EQ(at(set, "subsystem.left.body.bar2.mass"), Value(4.0));
  EXPECT_EQ(at(set, "subsystem.right.formulation"), Value("ggl"));
  apply_override(root, "subsystem.left.body.bar7.mass=3.0");
  EXPECT_THAT(message_of([&] { expand_ready_made(root); }),
              testing::AllOf(HasSubstr("--set"), HasSubstr("there is no 'bar7'"), HasSubstr("did you mean 'bar1'")));
}

TEST(Expansion, RefusesWhatDoesNotFit) {
  const auto refusal = [](const std::string& text) { return message_of([&] { expanded(text); }); };
  EXPECT_THAT(refusal("system = \"four-bar\"\n[parameters]\ncz = 1.0\n"),
              testing::AllOf(HasSubstr("bars.toml:3"), HasSubstr("parameters.cz"), HasSubstr("did you mean 'cx'")));
  EXPECT_THAT(refusal("system = \"four-bar\"\n[parameters]\nm = [1.0, 1.0, 1.0]\n"), HasSubstr("expected 4 numbers"));
  EXPECT_THAT(refusal("system = \"four-bar\"\n[parameters]\nm = [1.0, 1.0, 1.0, 0.0]\n"), HasSubstr("positive"));
  EXPECT_THAT(refusal("system = \"four-bar\"\n[[subsystem]]\nname = \"lift\"\n"),
              testing::AllOf(HasSubstr("no subsystem 'lift'"), HasSubstr("did you mean 'left'")));
  EXPECT_THAT(refusal("system = \"four-bar\"\n[[connect]]\nfrom = \"a.b\"\nto = \"c.d\"\n"), HasSubstr("--expand"));
  EXPECT_THAT(refusal("system = \"four-bar\"\n[scheme]\ndecomposition = \"force\"\n"),
              HasSubstr("did you mean 'force-force'"));
}

TEST(CarriedBushing, IsAMovedBodyAndABushingInsideTheMechanism) {
  Value tree = expanded("system = \"four-bar\"\n[scheme]\ndecomposition = \"force-displacement\"\n");
  distribute_bushings(tree);
  EXPECT_EQ(at(tree, "subsystem.left.body").get<Value::Array>()->size(), 2u);
  EXPECT_EQ(at(tree, "subsystem.right.body.bushing_base.motion"), Value("port"));
  EXPECT_EQ(at(tree, "subsystem.right.force.bushing.type"), Value("bushing"));
  const Value::Array* connects = tree.find("connect")->get<Value::Array>();
  ASSERT_EQ(connects->size(), 6u);
  EXPECT_EQ(*(*connects)[4].find("from"), Value("left.E2.phi.position"));
  EXPECT_EQ(*(*connects)[4].find("to"), Value("right.bushing_base.phi.position"));
  // it says no more than the file does: the points of the bushing are the port's
  const std::vector<MechanismDescription> sides = read_mechanisms(
      parse_toml("system = \"four-bar\"\n[scheme]\ndecomposition = \"displacement-displacement\"\n", "bars.toml"));
  for (const MechanismDescription& m : sides) {
    EXPECT_EQ(degrees_of_freedom(m), 2);
    ASSERT_EQ(m.forces.size(), 1u);
    EXPECT_EQ(m.forces[0].second.point, m.ports[0].at.point);
    EXPECT_EQ(m.forces[0].second.body, m.ports[0].at.body);
    EXPECT_EQ(m.forces[0].stiffnesses[5][5], 1e3);
    EXPECT_EQ(m.forces[0].dampings[0][0], 10);
  }
}

TEST(CarriedBushing, MayUseSomeDirectionsInAnyOrder) {
  Value tree = expanded("system = \"four-bar\"\n[scheme]\ndecomposition = \"force-displacement\"\n");
  Value& interface = make_place(tree, "interface.bushing");
  (*interface.get<Value::Table>())["directions"] = Value(Value::Array{Value("y"), Value("x")});
  make_place(tree, "interface.bushing.stiffness") = parse_toml_value("[[1.0, 2.0], [3.0, 4.0]]", {});
  make_place(tree, "interface.bushing.damping") = parse_toml_value("[5.0, 6.0]", {});
  distribute_bushings(tree);
  EXPECT_EQ(at(tree, "subsystem.right.force.bushing.stiffness"),
            parse_toml_value("[[4.0, 3.0, 0.0], [2.0, 1.0, 0.0], [0.0, 0.0, 0.0]]", {}));
  EXPECT_EQ(tree.find("connect")->get<Value::Array>()->size(), 4u);
  EXPECT_EQ(at(tree, "subsystem.right.inputs.'bushing_base.phi.velocity'"), Value(0.0));
}

}  // namespace
}  // namespace oldham
