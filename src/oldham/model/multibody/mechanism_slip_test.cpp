// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mechanism_texts.hpp"
#include "message_of.hpp"

// Slips in a mechanism: each is refused with where, what, and what to do.

namespace oldham::multibody {
namespace {

using test::plane, test::read, test::space;
using testing::HasSubstr;

/// Something wrong behind the right bodies, and what is said about it.
struct Slip {
  const char* claim;
  const std::string* before;
  std::string added;
  std::vector<std::string> says;
};
void PrintTo(const Slip& slip, std::ostream* stream) { *stream << slip.added; }

class Mechanism : public testing::TestWithParam<Slip> {};

TEST_P(Mechanism, IsRefusedWhere) {
  const Slip& slip = GetParam();
  const std::string message = message_of([&] { read(*slip.before + slip.added); });
  EXPECT_THAT(message, HasSubstr("arm.toml"));
  for (const std::string& says : slip.says) EXPECT_THAT(message, HasSubstr(says));
}

const std::string nothing;
std::string body(const std::string& rest) { return "[[body]]\nname = \"part\"\n" + rest; }
std::string joint(const std::string& rest) { return "[[joint]]\nname = \"held\"\n" + rest; }
std::string force(const std::string& rest) { return "[[force]]\nname = \"pull\"\n" + rest; }

const Slip body_slips[] = {
    {"ThereIsNoBody", &nothing, "gravity = [0.0, 1.0]\n", {"no body that can move", "[[subsystem.body]]"}},
    {"ABodyIsThereTwice",
     &plane,
     "[[body]]\nname = \"bar1\"\nmass = 1.0\n",
     {"arm.toml:20", "two bodies are named 'bar1'", "arm.toml:2", "rename"}},
    {"ABodyIsCalledGround", &plane, "[[body]]\nname = \"ground\"\nmass = 1.0\n", {"'ground' is taken", "another name"}},
    {"ANameHasDots", &plane, "[[body]]\nname = \"a.b\"\nmass = 1.0\n", {"'a.b' is no name", "without dots"}},
    {"ANameHasALineBreak", &plane, "[[body]]\nname = \"a\\nb\"\nmass = 1.0\n", {"'a\\nb' is no name", "line breaks"}},
    {"ABodyIsCalledLikeAnOutput",
     &plane,
     "[[body]]\nname = \"energy\"\nmass = 1.0\n",
     {"'energy' is taken", "outputs"}},
    {"AFreeBodyHasNoMass", &plane, body("inertia = 1.0\n"), {"'part' is a massless free body", "give it a mass"}},
    {"AFreeBodyHasAMassOfZero", &plane, body("mass = 0\n"), {"arm.toml:21", "massless free body", "motion = \"port\""}},
    {"AMassIsNegative", &plane, body("mass = -1.0\n"), {"body 'part'.mass", "positive mass", "found -1 kg"}},
    {"AnInertiaIsZero", &plane, body("mass = 1\ninertia = 0.0\n"), {"positive inertia", "point mass", "leave it out"}},
    {"AnInertiaOfThePlaneHasThreeNumbers", &plane, body("mass = 1\ninertia = [1, 1, 1]\n"), {"one number"}},
    {"AnInertiaIsNotPositiveDefinite",
     &space,
     body("mass = 1\ninertia = [[1.0, 2.0, 0.0], [2.0, 1.0, 0.0], [0.0, 0.0, 1.0]]\n"),
     {"not positive definite", "-1", "each must be positive"}},
    {"AnInertiaIsOfNoBody",
     &space,
     body("mass = 1\ninertia = [0.1, 0.3, 0.1]\n"),
     {"principal values 0.1, 0.1, 0.3", "at most the sum of the other two", "check its entries"}},
    {"AnInertiaIsNotSymmetric",
     &space,
     body("mass = 1\ninertia = [[1.0, 0.2, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]\n"),
     {"symmetric"}},
    {"AVectorOfThePlaneHasThreeNumbers",
     &plane,
     body("mass = 1\nposition = [0.0, 0.0, 1.0]\n"),
     {"expected 2 numbers in the plane, found 3", "space = \"space\""}},
    {"AVectorOfSpaceHasTwoNumbers",
     &space,
     body("mass = 1\nvelocity = [0.0, 0.0]\n"),
     {"expected 3 numbers in space, found 2", "space = \"plane\""}},
    {"APointMassTurns", &plane, body("mass = 1\nangle = 1.0\n"), {"point mass", "does not turn", "an inertia"}},
    {"APlaneHasARotationVector", &plane, body("mass = 1\ninertia = 1\nrotation = [0, 0, 1]\n"), {"angle = 0.5"}},
    {"SpaceHasAnAngle", &space, body("mass = 1\ninertia = [1, 1, 1]\nangle = 1.0\n"), {"rotation = [0.0, 0.0, 0.5]"}},
    {"AQuaternionIsNoUnit",
     &space,
     body("mass = 1\ninertia = [1, 1, 1]\norientation = [1.0, 1.0, 0.0, 0.0]\n"),
     {"has length 1", "1.41421"}},
    {"ADrivenBodyHasAMass",
     &plane,
     body("mass = 1\nmotion = \"port\"\n"),
     {"moves as its motion says", "leave it out"}},
    {"AMotionIsNoWordOfOurs", &plane, body("motion = \"prot\"\n"), {"\"prot\"", "motion = \"port\""}},
    {"AMotionHasAnUnknownKey",
     &plane,
     body("motion = {x = {amplitud = 1.0}}\n"),
     {"amplitud", "unknown key", "did you mean 'amplitude'"}},
    {"ACoordinateIsUnknown", &plane, body("motion = {z = {rate = 1.0}}\n"), {"motion.z", "unknown key"}},
    {"ADrivenBodyTurnsAboutX",
     &space,
     body("rotation = [0.1, 0.0, 0.0]\nmotion = {angle = {rate = 1.0}}\n"),
     {"turns about z only"}},
    {"ABodyMovedFromAPortIsTurned",
     &space,
     body("rotation = [0.0, 0.0, 0.1]\nmotion = \"port\"\n"),
     {"keeps the axes of the ground", "leave it out"}},
    {"AKeyIsUnknown", &plane, body("mass = 1\nmas = 2\n"), {"arm.toml:22", "mas", "did you mean 'mass'"}},
};

const Slip joint_slips[] = {
    {"ABodyIsMissing",
     &plane,
     joint("type = \"pin\"\nbetween = [\"bar1\", \"bar3\"]\nat = [0.0, 0.0]\n"),
     {"arm.toml:22", "joint 'held'.between", "there is no body 'bar3'", "did you mean 'bar1' or 'bar2'"}},
    {"ABodyIsJoinedToItself",
     &plane,
     joint("type = \"pin\"\nbetween = [\"bar1\", \"bar1\"]\nat = [0.0, 0.0]\n"),
     {"joins 'bar1' to itself", "name two bodies"}},
    {"TheGroundIsJoinedToItself",
     &plane,
     joint("type = \"pin\"\nbetween = [\"ground\", \"ground\"]\nat = [0.0, 0.0]\n"),
     {"the ground to the ground"}},
    {"NothingCanMove",
     &plane,
     "[[body]]\nname = \"hand\"\nmotion = \"port\"\n" +
         joint("type = \"pin\"\nbetween = [\"ground\", \"hand\"]\nat = [0.0, 0.0]\n"),
     {"neither 'ground' nor 'hand' is free to move"}},
    {"AJointNeedsSpace",
     &plane,
     joint("type = \"spherical\"\nbetween = [\"bar1\", \"bar2\"]\nat = [0.0, 0.0]\n"),
     {"no spherical joint in the plane", "use \"revolute\"", "space = \"space\""}},
    {"AJointIsUnknown",
     &plane,
     joint("type = \"prismatik\"\nbetween = [\"bar1\", \"bar2\"]\nat = [0.0, 0.0]\n"),
     {"no joint 'prismatik'", "did you mean 'prismatic'"}},
    {"APlaceIsThereTwice",
     &plane,
     joint("type = \"pin\"\nbetween = [\"bar1\", \"bar2\"]\nat = [0.0, 0.0]\npoints = [[0, 0], [0, 0]]\n"),
     {"'at' and 'points' say the same thing twice", "keep"}},
    {"APlaceIsMissing", &plane, joint("type = \"pin\"\nbetween = [\"bar1\", \"bar2\"]\n"), {"points", "missing"}},
    {"APointHasTooManyNumbers",
     &plane,
     joint("type = \"pin\"\nbetween = [\"bar1\", \"bar2\"]\npoints = [[0, 0, 0], [0, 0, 0]]\n"),
     {"expected 2 of 2 numbers", "found 2 of 3"}},
    {"AnAxisIsMissing",
     &space,
     joint("type = \"revolute\"\nbetween = [\"wheel\", \"rod\"]\nat = [0.0, 1.0, 0.0]\n"),
     {"axis", "missing", "axis = [0.0, 0.0, 1.0]"}},
    {"AnAxisIsZero",
     &space,
     joint("type = \"revolute\"\nbetween = [\"wheel\", \"rod\"]\nat = [0.0, 1.0, 0.0]\naxis = [0, 0, 0]\n"),
     {"axis", "length zero"}},
    {"AnAxisHasNoUse",
     &plane,
     joint("type = \"revolute\"\nbetween = [\"bar1\", \"bar2\"]\nat = [1.0, 0.0]\naxis = [0, 1]\n"),
     {"normal of the plane", "leave it out"}},
    {"ADistanceHasOnePoint",
     &plane,
     joint("type = \"distance\"\nbetween = [\"bar1\", \"bar2\"]\nat = [0.0, 0.0]\n"),
     {"must lie apart", "points = "}},
    {"ADistanceHasNoDirection",
     &plane,
     joint("type = \"distance\"\nbetween = [\"bar1\", \"bar2\"]\npoints = [[0.5, 0.0], [-0.5, 0.0]]\nlength = 1.0\n"),
     {"stand on each other", "use a pin"}},
    {"ALengthBelongsToADistance",
     &plane,
     joint("type = \"pin\"\nbetween = [\"bar1\", \"bar2\"]\nat = [1.0, 0.0]\nlength = 1.0\n"),
     {"length", "unknown key"}},
    {"AJointTakesNoDriver",
     &space,
     joint("type = \"spherical\"\nbetween = [\"wheel\", \"rod\"]\nat = [0.0, 1.0, 0.0]\nmotion = {rate = 1.0}\n"),
     {"a spherical joint cannot be driven", "revolute, prismatic or distance"}},
    {"APointMassCannotBeHeldByAnAxis",
     &space,
     joint("type = \"revolute\"\nbetween = [\"wheel\", \"pearl\"]\nat = [0, 0, 0]\naxis = [0, 0, 1]\n"),
     {"'pearl' is a point mass", "a spherical or distance joint"}},
    {"APointMassHasOnePoint",
     &plane,
     joint("type = \"pin\"\nbetween = [\"bar1\", \"bob\"]\npoints = [[0.5, 0.0], [0.1, 0.0]]\n"),
     {"'bob' has no other point than its centre"}},
    {"AJointIsCalledLikeAnOutput",
     &plane,
     "[[joint]]\nname = \"constraint\"\ntype = \"pin\"\nbetween = [\"ground\", \"bar1\"]\nat = [0.0, 0.0]\n",
     {"'constraint' is taken", "choose another name"}},
    {"AJointIsThereTwice",
     &plane,
     joint("type = \"pin\"\nbetween = [\"bar1\", \"bar2\"]\nat = [1.0, 0.0]\n") +
         joint("type = \"pin\"\nbetween = [\"ground\", \"bar1\"]\nat = [0.0, 0.0]\n"),
     {"two joints are named 'held'", "arm.toml:19"}},
};

const Slip force_slips[] = {
    {"AForceIsUnknown",
     &plane,
     force("type = \"sprung\"\nbetween = [\"ground\", \"bar1\"]\n"),
     {"\"sprung\"", "did you mean 'spring'"}},
    {"ABushingHasTooFewNumbers",
     &plane,
     force("type = \"bushing\"\nbetween = [\"ground\", \"bar1\"]\nat = [0, 0]\nstiffness = [1.0, 2.0]\n"),
     {"expected 3 numbers or 3 rows of 3", "found an array of 2 values"}},
    {"ABushingIsOfThePlane",
     &space,
     force("type = \"bushing\"\nbetween = [\"ground\", \"rod\"]\nat = [0, 0, 0]\n"
           "damping = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]\n"),
     {"force 'pull'.damping", "6 rows of 6", "found 3 rows of 3"}},
    {"ABushingTurnsAPointMass",
     &plane,
     force("type = \"bushing\"\nbetween = [\"ground\", \"bob\"]\nat = [1.0, 2.0]\nstiffness = [1.0, 2.0, 3.0]\n"),
     {"'bob' is a point mass", "to zero"}},
    {"ABushingIsNotSymmetric",
     &plane,
     force("type = \"bushing\"\nbetween = [\"ground\", \"bar1\"]\nat = [0, 0]\n"
           "stiffness = [[9.0, 0.0, 2.0], [0.0, 9.0, 0.0], [0.5, 0.0, 9.0]]\n"),
     {"force 'pull'.stiffness", "row 1 has 2 in column 3", "row 3 has 0.5 in column 1", "the same number"}},
    {"ASpringDoesNothing",
     &plane,
     force("type = \"spring\"\nbetween = [\"ground\", \"bar1\"]\npoints = [[0, 1], [0, 0]]\nstiffness = 0.0\n"),
     {"force 'pull'.stiffness", "a spring without stiffness and damping does nothing", "stiffness = 100.0"}},
    {"ATorsionSpringDoesNothing",
     &plane,
     force("type = \"torsion-spring\"\nbetween = [\"ground\", \"bar1\"]\nlength = 0.5\n"),
     {"a torsion-spring without stiffness and damping", "leave the force out"}},
    {"ABushingDoesNothing",
     &plane,
     force("type = \"bushing\"\nbetween = [\"ground\", \"bar1\"]\nat = [0, 0]\ndamping = [0, 0, 0]\n"),
     {"force 'pull'.damping", "a bushing without stiffness and damping", "stiffness = [1e3, 1e3, 1e2]"}},
    {"ATorsionSpringLacksItsAxis",
     &space,
     force("type = \"torsion-spring\"\nbetween = [\"wheel\", \"rod\"]\nstiffness = 1.0\n"),
     {"axis", "missing"}},
    {"AnActuatorHasNoName",
     &plane,
     "[[force]]\ntype = \"actuator\"\nbetween = [\"ground\", \"bar1\"]\npoints = [[0, 1], [0, 0]]\n",
     {"name", "missing"}},
    {"AnActuatorIsCalledLikeABody",
     &plane,
     "[[force]]\nname = \"bar2\"\ntype = \"actuator\"\nbetween = [\"ground\", \"bar1\"]\npoints = [[0, 1], [0, 0]]\n",
     {"there is a body 'bar2' already", "rename one"}},
    {"AnActuatorIsCalledLikeAnOutput",
     &plane,
     "[[force]]\nname = \"constraint\"\ntype = \"actuator\"\nbetween = [\"ground\", \"bar1\"]\n"
     "points = [[0, 1], [0, 0]]\n",
     {"'constraint' is taken", "choose another name"}},
    {"APortIsCalledLikeAnOutput",
     &plane,
     "[[port]]\nname = \"interface\"\nbody = \"bar1\"\n",
     {"'interface' is taken", "choose another name"}},
    {"APortIsOnNoBody",
     &plane,
     "[[port]]\nname = \"tip\"\nbody = \"bar\"\n",
     {"port 'tip'.body", "there is no body 'bar'", "did you mean 'bar1'"}},
    {"APortIsOnTheGround", &plane, "[[port]]\nname = \"tip\"\nbody = \"ground\"\n", {"no force moves 'ground'"}},
    {"APortIsCalledLikeABody", &plane, "[[port]]\nname = \"bar1\"\nbody = \"bar1\"\n", {"a body 'bar1' already"}},
    {"APortIsThereTwice",
     &plane,
     "[[port]]\nname = \"tip\"\nbody = \"bar1\"\n[[port]]\nname = \"tip\"\nbody = \"bar2\"\n",
     {"two ports are named 'tip'"}},
};

std::string claim_of(const testing::TestParamInfo<Slip>& info) { return info.param.claim; }
INSTANTIATE_TEST_SUITE_P(Bodies, Mechanism, testing::ValuesIn(body_slips), claim_of);
INSTANTIATE_TEST_SUITE_P(Joints, Mechanism, testing::ValuesIn(joint_slips), claim_of);
INSTANTIATE_TEST_SUITE_P(Forces, Mechanism, testing::ValuesIn(force_slips), claim_of);

}  // namespace
}  // namespace oldham::multibody
