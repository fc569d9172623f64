// SPDX-License-Identifier: MIT
#include "oldham/model/multibody/joint_coordinate.hpp"

#include "mechanism_equations.hpp"
#include "mechanism_slips.hpp"
#include "mechanism_texts.hpp"

namespace oldham::multibody {
namespace {

using M = Multiprecision;
using test::claim_of, test::plane, test::Slip, test::space, test::Trial;

/// A turntable on a hinge, an arm on a hinge that goes round with it, a bead that slides along the arm.
const std::string table = R"(space = "space"
gravity = [0.0, 0.3, -9.81]
[[body]]
name = "table"
mass = 1.5
inertia = [0.02, 0.1, 0.12]
angular_velocity = [0.0, 0.0, 0.8]
[[body]]
name = "arm"
mass = 0.7
inertia = [[0.03, 0.002, 0.0], [0.002, 0.05, 0.0], [0.0, 0.0, 0.06]]
position = [1.0, 0.3, 0.1]
rotation = [0.3, -0.5, 0.9]
velocity = [0.0, 0.8, 1.0]
angular_velocity = [0.4, -1.5, 0.8]
[[body]]
name = "bead"
mass = 0.2
inertia = [0.01, 0.01, 0.015]
position = [1.5, 0.4, 0.3]
velocity = [0.5, 1.0, 1.6]
angular_velocity = [0.4, -1.5, 0.8]
[[joint]]
name = "pivot"
type = "revolute"
between = ["ground", "table"]
at = [0.1, 0.0, 0.0]
axis = [0.1, 0.0, 1.0]
coordinate = true
[[joint]]
name = "hinge"
type = "revolute"
between = ["table", "arm"]
at = [0.5, 0.0, 0.0]
axis = [0.0, 2.0, 0.3]
coordinate = true
start = -0.75
[[joint]]
name = "slide"
type = "prismatic"
between = ["arm", "bead"]
points = [[0.1, 0.2, 0.0], [0.0, 0.0, 0.1]]
axes = [[1.0, 0.3, 0.2], [0.9, 0.1, 0.5]]
coordinate = true
start = 0.25
)";

/// A start that the joints allow, as that of the file is put right: then it stands as it is.
MechanismDescription closed() {
  MechanismDescription d = test::read(table);
  const auto mechanism = std::make_shared<const oldham::multibody::Mechanism<double>>(d);
  const Configuration<double> start = assemble_configuration<double>(mechanism, 0.0);
  std::vector<Motion<double>> stand(3);
  mechanism->place(0, start.q.data(), start.v.data(), nullptr, stand.data());
  for (int i = 0; i < 3; ++i) {
    const auto p = quaternion_of(stand[i].R);
    for (int k = 0; k < 3; ++k) d.bodies[i].position[k] = stand[i].r[k];
    d.bodies[i].orientation = p;
  }
  return d;
}

TEST(JointCoordinate, IsTheStartAsTheBodiesStand) {
  const Trial<double> trial(closed());
  const auto y = trial.outputs(trial.x, trial.u);
  // positions put right once more, by rounding
  EXPECT_NEAR(y[trial.output("pivot.position")], 0, 1e-13);
  EXPECT_NEAR(y[trial.output("hinge.position")], -0.75, 1e-13);
  EXPECT_NEAR(y[trial.output("slide.position")], 0.25, 1e-13);
}

/// Central differences over 2·10⁻²⁵ s of a smooth motion: exact to some 10⁻⁴⁸.
TEST(JointCoordinate, MovesAsDifferencesSay) {
  const Trial<M> trial(test::read(table));
  const M h = pow(M(10), -25), tolerance = pow(M(10), -45);
  const auto y = trial.outputs(trial.x, trial.u), before = trial.outputs(trial.later(-h), trial.u),
             after = trial.outputs(trial.later(h), trial.u);
  std::vector<M> rate(y.size());
  ASSERT_TRUE(trial.equations().output_rate(M(0), trial.x, trial.slope(trial.x, trial.u), trial.u, trial.u, rate));
  for (const std::string name : {"pivot", "hinge", "slide"}) {
    const int at = trial.output(name + ".position"), velocity = trial.output(name + ".velocity");
    EXPECT_LT(abs((after[at] - before[at]) / (2 * h) - y[velocity]), tolerance) << name;
    EXPECT_LT(abs((after[velocity] - before[velocity]) / (2 * h) - rate[velocity]), tolerance) << name;
    EXPECT_EQ(rate[at], y[velocity]) << name;
    EXPECT_GT(abs(y[velocity]), M(0.01)) << name << " has to move to show anything";
  }
}

class Coordinate : public testing::TestWithParam<Slip> {};

TEST_P(Coordinate, IsRefusedWhere) { test::expect_refused(GetParam()); }

const std::string hinge =
    "type = \"revolute\"\nbetween = [\"wheel\", \"rod\"]\nat = [0.0, 1.0, 0.0]\naxis = [0.0, 0.0, 1.0]\n";
const Slip slips[] = {
    {"TheMechanismIsInThePlane",
     &plane,
     "[[joint]]\nname = \"held\"\ntype = \"pin\"\nbetween = [\"bar1\", \"bar2\"]\nat = [1.0, 0.0]\n"
     "coordinate = true\n",
     {"arm.toml:24", "joint 'held'.coordinate", "only revolute and prismatic joints in space", "publish their angles"}},
    {"TheJointHasMore",
     &space,
     "[[joint]]\nname = \"held\"\ntype = \"spherical\"\nbetween = [\"wheel\", \"rod\"]\nat = [0.0, 1.0, 0.0]\n"
     "coordinate = true\n",
     {"only revolute and prismatic joints in space", "leave it out"}},
    {"TheJointHasNoName", &space, "[[joint]]\n" + hinge + "coordinate = true\n", {"name", "missing", "\"hinge\""}},
    {"APortSaysIt",
     &space,
     "[[joint]]\nname = \"held\"\nmotion = \"port\"\ncoordinate = true\n" + hinge,
     {"joint 'held'.coordinate", "the port says already", "leave it out"}},
    {"NobodyIsTold",
     &space,
     "[[joint]]\nname = \"held\"\nstart = 0.5\n" + hinge,
     {"joint 'held'.start", "not published", "coordinate = true"}},
    {"ItIsCalledLikeABody",
     &space,
     "[[joint]]\nname = \"rod\"\ncoordinate = true\n" + hinge,
     {"a body 'rod' already", "rename one"}},
};
INSTANTIATE_TEST_SUITE_P(Joint, Coordinate, testing::ValuesIn(slips), claim_of);

}  // namespace
}  // namespace oldham::multibody
