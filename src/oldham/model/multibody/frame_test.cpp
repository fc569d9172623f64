// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "mechanism_equations.hpp"
#include "mechanism_texts.hpp"
#include "oldham/model/multibody/spatial.hpp"

// What frames publish, against differences along the motion.

namespace oldham::multibody {
namespace {

using M = Multiprecision;
using test::Trial;

/// An arm on a hinge, a spinning rod on a ball joint, a port that pulls, and a frame on each body.
const std::string arm = R"(space = "space"
gravity = [0.5, 0.0, -9.81]
[[body]]
name = "arm"
mass = 1.5
inertia = [0.02, 0.1, 0.12]
position = [0.5, 0.0, 0.0]
angular_velocity = [0.0, 0.8, 0.0]
drag = 0.3
[[body]]
name = "rod"
mass = 0.7
inertia = [[0.03, 0.002, 0.0], [0.002, 0.05, 0.0], [0.0, 0.0, 0.06]]
position = [1.2, 0.3, 0.1]
rotation = [0.3, -0.5, 0.9]
angular_velocity = [1.1, -0.4, 2.0]
[[joint]]
type = "revolute"
between = ["ground", "arm"]
at = [0.0, 0.0, 0.0]
axis = [0.3, 1.0, 0.2]
[[joint]]
type = "spherical"
between = ["arm", "rod"]
at = [1.0, 0.0, 0.0]
[[force]]
type = "spring"
between = ["ground", "rod"]
points = [[0.0, 1.0, 0.5], [0.2, 0.0, 0.1]]
stiffness = 30.0
damping = 0.4
[[port]]
name = "pull"
body = "rod"
point = [0.1, 0.2, 0.0]
[[frame]]
name = "shoulder"
body = "arm"
point = [0.3, 0.1, -0.2]
R = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]
mobility = true
[[frame]]
name = "hand"
body = "rod"
point = [0.4, -0.1, 0.05]
rotation = [0.7, 0.2, -1.1]
mobility = true
)";

Eigen::Quaternion<M> quaternion_at(const Trial<M>& trial, const std::vector<M>& y, const std::string& name) {
  const int first = trial.output(name + ".q0");
  return {y[first], y[first + 1], y[first + 2], y[first + 3]};
}

const char* const axes[] = {"x", "y", "z"};

TEST(Frame, IsWhereItsBodyHoldsIt) {
  const Trial<M> trial(test::read(arm));
  const auto y = trial.outputs(trial.x, trial.u);
  const Vector3<M> point(M("0.4"), M("-0.1"), M("0.05"));
  const Matrix3<M> R = quaternion_at(trial, y, "rod").toRotationMatrix();
  const Vector3<M> arm_of = R * point;
  for (int k = 0; k < 3; ++k)
    EXPECT_LT(abs(y[trial.output(std::string("hand.") + axes[k] + ".position")] -
                  y[trial.output(std::string("rod.") + axes[k])] - arm_of[k]),
              M(1e-150));
  // the columns of R are the directors: here the arm's y, z and x axes
  const Matrix3<M> body = quaternion_at(trial, y, "arm").toRotationMatrix(),
                   shoulder = quaternion_at(trial, y, "shoulder").toRotationMatrix();
  for (int k = 0; k < 3; ++k) EXPECT_LT((shoulder.col(k) - body.col((k + 1) % 3)).norm(), M(1e-150));
  // turned by |(0.7, 0.2, −1.1)| about that axis of the rod; read in double precision
  const Eigen::Quaternion<M> turn = quaternion_at(trial, y, "rod").conjugate() * quaternion_at(trial, y, "hand");
  const double angle = std::sqrt(0.7 * 0.7 + 0.2 * 0.2 + 1.1 * 1.1);
  EXPECT_NEAR(std::abs(to_double(turn.w())), std::cos(angle / 2), 1e-15);
  const double sign = turn.w() < 0 ? -1 : 1;
  EXPECT_NEAR(sign * to_double(turn.z()), -1.1 / angle * std::sin(angle / 2), 1e-15);
}

/// Central differences over 2·10⁻²⁵ s of a smooth motion: exact to some 10⁻⁴⁸.
TEST(Frame, MovesAndSpinsAsDifferencesSay) {
  const Trial<M> trial(test::read(arm));
  const M h = pow(M(10), -25);
  const auto y = trial.outputs(trial.x, trial.u), before = trial.outputs(trial.later(-h), trial.u),
             after = trial.outputs(trial.later(h), trial.u);
  const M tolerance = pow(M(10), -45);
  for (const std::string name : {"shoulder", "hand"}) {
    for (const char* axis : axes)
      for (const auto& [of, rate] : {std::pair{".position", ".velocity"}, std::pair{".velocity", ".acceleration"}}) {
        const int at = trial.output(name + "." + axis + of);
        const M difference = (after[at] - before[at]) / (2 * h);
        EXPECT_LT(abs(difference - y[trial.output(name + "." + axis + rate)]), tolerance) << name << axis << rate;
      }
    // ṗ = ½ p (0, spin)
    const Eigen::Quaternion<M> p0 = quaternion_at(trial, before, name), p1 = quaternion_at(trial, after, name);
    Eigen::Quaternion<M> rate;
    rate.coeffs() = (p1.coeffs() - p0.coeffs()) / (2 * h);
    const Eigen::Quaternion<M> spin = quaternion_at(trial, y, name).conjugate() * rate;
    for (int k = 0; k < 3; ++k)
      EXPECT_LT(abs(2 * spin.vec()[k] - y[trial.output(name + ".spin" + std::to_string(k + 1))]), tolerance) << name;
  }
}

/// Where no accelerations are published the model tells the rates of its outputs itself.
TEST(Frame, TellsTheRatesOfItsOutputs) {
  MechanismDescription d = test::read(arm);
  for (FrameDescription& frame : d.frames) frame.acceleration = frame.mobility = false;
  const Trial<M> trial(d);
  const M h = pow(M(10), -25);
  const auto before = trial.outputs(trial.later(-h), trial.u), after = trial.outputs(trial.later(h), trial.u);
  std::vector<M> rate(after.size());
  const std::vector<M> constant(trial.u.size(), M(0));
  ASSERT_TRUE(trial.equations().output_rate(M(0), trial.x, trial.slope(trial.x, trial.u), trial.u, constant, rate));
  for (int i = trial.output("shoulder.x.position"); i <= trial.output("hand.spin3"); ++i)
    EXPECT_LT(abs((after[i] - before[i]) / (2 * h) - rate[i]), pow(M(10), -45)) << i;
}

/// What inputs add to the rate of the energy is their power: F · v and, along the directors, m · spin.
TEST(Frame, ForcesAndMomentsWorkOnVelocityAndSpin) {
  const Trial<M> trial(test::read(arm));
  const auto y = trial.outputs(trial.x, trial.u);
  const int kinetic = trial.output("energy.kinetic");
  const M h = pow(M(10), -25);
  const auto power = [&](const std::vector<M>& u) {
    const std::vector<M> dx = trial.slope(trial.x, u);
    return M((trial.outputs(trial.moved(trial.x, dx, h), u)[kinetic] -
              trial.outputs(trial.moved(trial.x, dx, -h), u)[kinetic]) /
             (2 * h));
  };
  const M unmoved = power(trial.u);
  for (const std::string name : {"shoulder", "hand"})
    for (int k = 0; k < 3; ++k) {
      std::vector<M> pushed = trial.u, turned = trial.u;
      pushed[trial.input(name + "." + axes[k] + ".force")] += 1;
      turned[trial.input(name + ".moment" + std::to_string(k + 1))] += 1;
      const M velocity = y[trial.output(name + "." + axes[k] + ".velocity")],
              spin = y[trial.output(name + ".spin" + std::to_string(k + 1))];
      EXPECT_LT(abs(power(pushed) - unmoved - velocity), pow(M(10), -45)) << name << k;
      EXPECT_LT(abs(power(turned) - unmoved - spin), pow(M(10), -45)) << name << k;
      EXPECT_GT(abs(spin), M(0.01)) << "would not show a moment along another axis";
    }
}

/// Accelerations are affine in forces and moments: one more of each is a column of the mobility.
template <class T>
void expect_mobility(const MechanismDescription& d, const T& tolerance) {
  const Trial<T> trial(d);
  const auto y = trial.outputs(trial.x, trial.u);
  std::vector<int> accelerations, inputs;
  for (const FrameDescription& frame : d.frames) {
    for (const char* axis : axes) {
      accelerations.push_back(trial.output(frame.name + "." + axis + ".acceleration"));
      inputs.push_back(trial.input(frame.name + "." + axis + ".force"));
    }
    for (int k = 1; k <= 3; ++k) inputs.push_back(trial.input(frame.name + ".moment" + std::to_string(k)));
  }
  std::vector<T> none = trial.u;
  for (const int i : inputs) none[i] = T(0);
  const auto free = trial.outputs(trial.x, none);
  for (std::size_t i = 0; i < accelerations.size(); ++i) {
    const int at = trial.output("frames.free." + std::to_string(i + 1));
    EXPECT_LT(abs(y[at] - free[accelerations[i]]), tolerance) << i;
    EXPECT_EQ(y[at], free[at]) << "does not depend on what acts at the frames";
  }
  for (std::size_t j = 0; j < inputs.size(); ++j) {
    std::vector<T> more = trial.u;
    more[inputs[j]] += T(1);
    const auto changed = trial.outputs(trial.x, more);
    for (std::size_t i = 0; i < accelerations.size(); ++i)
      EXPECT_LT(abs(changed[accelerations[i]] - y[accelerations[i]] -
                    y[trial.output("frames.mobility." + std::to_string(i + 1) + "." + std::to_string(j + 1))]),
                tolerance)
          << i << ' ' << j;
  }
}

TEST(Frame, MobilityIsWhatOneMoreOfEachInputDoes) {
  const MechanismDescription d = test::read(arm);
  // numbers up to 100 m/s², rounded and taken off each other
  expect_mobility<double>(d, 1e-9);
  expect_mobility<M>(d, pow(M(10), -150));
}

TEST(Frame, MobilityOfFramesThatGoTogetherIsNoInverse) {
  MechanismDescription d = test::read(arm);
  d.frames[1].at = d.frames[0].at;
  expect_mobility<double>(d, 1e-9);
}

TEST(Frame, FreeAccelerationDependsOnOtherForcesAtOnce) {
  MechanismDescription d = test::read(arm);
  for (FrameDescription& frame : d.frames) frame.acceleration = false;
  const Trial<double> trial(d);
  EXPECT_TRUE(trial.subsystem->description().boundary->feedthrough);
  d.ports.clear();
  EXPECT_FALSE(Trial<double>(d).subsystem->description().boundary->feedthrough);
}

}  // namespace
}  // namespace oldham::multibody
