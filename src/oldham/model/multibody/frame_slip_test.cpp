// SPDX-License-Identifier: MIT
#include "mechanism_slips.hpp"

namespace oldham::multibody {
namespace {

using test::claim_of, test::plane, test::Slip, test::space;

class Frame : public testing::TestWithParam<Slip> {};

TEST_P(Frame, IsRefusedWhere) { test::expect_refused(GetParam()); }

std::string frame(const std::string& rest) { return "[[frame]]\nname = \"clamp\"\n" + rest; }

const Slip frame_slips[] = {
    {"TheMechanismIsInThePlane",
     &plane,
     frame("body = \"bar1\"\n"),
     {"arm.toml:19", "subsystem 'arm'.frame", "in the plane holds no frames", "space = \"space\""}},
    {"ItHasNoName", &space, "[[frame]]\nbody = \"rod\"\n", {"name", "missing"}},
    {"ItHasNoBody", &space, frame("point = [0.0, 0.0, 1.0]\n"), {"frame 'clamp'.body", "missing"}},
    {"ItIsOnNoBody",
     &space,
     frame("body = \"rode\"\n"),
     {"arm.toml:19", "frame 'clamp'.body", "there is no body 'rode'", "did you mean 'rod'"}},
    {"ItIsOnTheGround",
     &space,
     frame("body = \"ground\"\n"),
     {"frame 'clamp'.body", "no force moves 'ground'", "put the frame on a body that has a mass"}},
    {"ItIsOnADrivenBody",
     &space,
     "[[body]]\nname = \"hand\"\nmotion = \"port\"\n" + frame("body = \"hand\"\n"),
     {"no force moves 'hand'"}},
    {"ItIsOnAPointMass",
     &space,
     frame("body = \"pearl\"\n"),
     {"'pearl' is a point mass and does not turn", "a body with an inertia, or use a port"}},
    {"ItIsOnACarriedPoint",
     &space,
     "[[body]]\nname = \"ring\"\ncarried_by = [[\"rod\", 0.5]]\n" + frame("body = \"ring\"\n"),
     {"'ring' is a carried point and does not turn"}},
    {"ItsPointIsOfThePlane",
     &space,
     frame("body = \"rod\"\npoint = [0.0, 1.0]\n"),
     {"frame 'clamp'.point", "expected 3 numbers in space, found 2"}},
    {"ItIsTurnedTwice",
     &space,
     frame("body = \"rod\"\nrotation = [0, 0, 1]\norientation = [1, 0, 0, 0]\n"),
     {"'rotation' and 'orientation' say the same thing twice", "keep one"}},
    {"ItIsTurnedByAMatrixToo",
     &space,
     frame("body = \"rod\"\nrotation = [0, 0, 1]\nR = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]\n"),
     {"frame 'clamp'.R", "'rotation' and 'R' say the same thing twice", "keep one"}},
    {"ItsQuaternionIsNoUnit",
     &space,
     frame("body = \"rod\"\norientation = [1.0, 1.0, 0.0, 0.0]\n"),
     {"frame 'clamp'.orientation", "has length 1", "1.41421"}},
    {"ItsMatrixHasTwoRows",
     &space,
     frame("body = \"rod\"\nR = [[1, 0, 0], [0, 1, 0]]\n"),
     {"frame 'clamp'.R", "expected 3 rows of 3 numbers, found 2 of 3", "R = [["}},
    {"ItsMatrixIsNotOrthogonal",
     &space,
     frame("body = \"rod\"\nR = [[1, 0.1, 0], [0, 1, 0], [0, 0, 1]]\n"),
     {"arm.toml:20", "is no rotation", "differs from the identity by 0.1", "perpendicular"}},
    {"ItsMatrixMirrors",
     &space,
     frame("body = \"rod\"\nR = [[1, 0, 0], [0, 1, 0], [0, 0, -1]]\n"),
     {"frame 'clamp'.R", "a reflection", "determinant is -1", "turn one of its columns round"}},
    {"ItIsCalledLikeAnOutput",
     &space,
     "[[frame]]\nname = \"frames\"\nbody = \"rod\"\n",
     {"'frames' is taken", "choose another name"}},
    {"ItIsCalledLikeABody", &space, "[[frame]]\nname = \"rod\"\nbody = \"rod\"\n", {"a body 'rod' already", "rename"}},
    {"ItIsCalledLikeAPort",
     &space,
     "[[port]]\nname = \"clamp\"\nbody = \"rod\"\n" + frame("body = \"rod\"\n"),
     {"a port 'clamp' already", "rename"}},
    {"ItIsThereTwice",
     &space,
     frame("body = \"rod\"\n") + frame("body = \"wheel\"\n"),
     {"two frames are named 'clamp'", "arm.toml:17"}},
    {"AKeyIsUnknown", &space, frame("body = \"rod\"\nmobilty = true\n"), {"mobilty", "did you mean 'mobility'"}},
};
INSTANTIATE_TEST_SUITE_P(Space, Frame, testing::ValuesIn(frame_slips), claim_of);

}  // namespace
}  // namespace oldham::multibody
