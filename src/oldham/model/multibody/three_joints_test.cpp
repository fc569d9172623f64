// SPDX-License-Identifier: MIT
#include "three_joints.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "mechanism_texts.hpp"
#include "oldham/model/multibody/mechanism_model.hpp"

// Cart, link and body as a mechanism, against the equations of its three joints.

namespace oldham::multibody {
namespace {

using test::ThreeJoints;
using Vector = Eigen::Vector3d;

std::string list(const Vector& x) { return fmt::format("[{}, {}, {}]", x[0], x[1], x[2]); }
std::string list(const Eigen::Quaterniond& q) { return fmt::format("[{}, {}, {}, {}]", q.w(), q.x(), q.y(), q.z()); }

/// Bodies stand as η says; springs rest at η = 0.
MechanismDescription as_mechanism(const ThreeJoints& joints, const Vector& eta) {
  const ThreeJoints::Place p = joints.place(eta);
  const auto body = [](const char* name, double mass, const Vector& inertia, const Vector& at,
                       const Eigen::Matrix3d& R) {
    return fmt::format("[[body]]\nname = \"{}\"\nmass = {}\ninertia = {}\nposition = {}\norientation = {}\n", name,
                       mass, list(inertia), list(at), list(Eigen::Quaterniond(R)));
  };
  const auto hinge = [](const char* first, const char* second, const Vector& at, const Vector& axis, double c, double d,
                        double rest) {
    const std::string between = fmt::format("between = [\"{}\", \"{}\"]\naxis = {}\n", first, second, list(axis));
    return fmt::format("[[joint]]\ntype = \"revolute\"\nat = {}\n{}", list(at), between) +
           fmt::format("[[force]]\ntype = \"torsion-spring\"\nstiffness = {}\ndamping = {}\nlength = {}\n{}", c, d,
                       rest, between);
  };
  std::string text = fmt::format("space = \"space\"\ngravity = [0.0, 0.0, {}]\n", -joints.g);
  // the cart does not turn: any inertia will do
  text += body("cart", joints.m[0], Vector::Constant(1e-4), p.x1, Eigen::Matrix3d::Identity());
  text += body("link", joints.m[1], joints.I2, p.x2, p.R2);
  text += body("body", joints.m[2], joints.I3, p.x3, p.R3);
  text +=
      "[[joint]]\ntype = \"prismatic\"\nbetween = [\"ground\", \"cart\"]\nat = [0.0, 0.0, 0.0]\naxis = [1.0, 0.0, "
      "0.0]\n";
  text += fmt::format(
      "[[force]]\ntype = \"bushing\"\nbetween = [\"ground\", \"cart\"]\npoints = [[0, 0, 0], [0, 0, 0]]\n"
      "stiffness = [{}, 0, 0, 0, 0, 0]\ndamping = [{}, 0, 0, 0, 0, 0]\n",
      joints.c[0], joints.d[0]);
  text += hinge("cart", "link", p.x1, Vector::UnitY(), joints.c[1], joints.d[1], -eta[1]);
  text += hinge("link", "body", p.h, p.a3, joints.c[2], joints.d[2], -eta[2]);
  // from the centre of the body; the cable leaves along its −z
  text += fmt::format(
      "[[frame]]\nname = \"clamp\"\nbody = \"body\"\npoint = {}\nR = [[-1, 0, 0], [0, 1, 0], [0, 0, -1]]\n"
      "mobility = true\n",
      list(Vector(joints.rc + Vector(0, 0, joints.s3))));
  return test::read(text);
}

struct Trial {
  std::unique_ptr<Subsystem<double>> subsystem;
  std::vector<double> y;

  explicit Trial(const MechanismDescription& d, double micro_step = 0) {
    std::vector<std::string> notes;
    subsystem = make_mechanism<double>("m", d, {}, {.micro_step = micro_step}, notes);
    EXPECT_TRUE(notes.empty()) << notes.front();
    subsystem->initialize(0);
    subsystem->apply_inputs(std::vector<double>(6, 0.0));
    y.resize(subsystem->description().output_count());
  }
  void advance(double begin, double length) {
    const double breaks[] = {0, 1}, nothing[6] = {};
    ASSERT_TRUE(subsystem->advance({begin, length}, {6, 0, breaks, nothing}).is_accepted());
  }
  double output(const std::string& name) {
    subsystem->read_outputs(y);
    const auto& ports = subsystem->description().boundary->outputs;
    for (std::size_t i = 0; i < ports.size(); ++i)
      if (ports[i].name == name) return y[i];
    ADD_FAILURE() << "no output " << name;
    return 0;
  }
  Eigen::Quaterniond orientation(const std::string& name) {
    return {output(name + ".q0"), output(name + ".q1"), output(name + ".q2"), output(name + ".q3")};
  }
  Vector vector(const std::string& name, const std::string& before, const std::string& after) {
    return {output(name + "." + before + "x" + after), output(name + "." + before + "y" + after),
            output(name + "." + before + "z" + after)};
  }
};

TEST(ThreeJoints, AMechanismMovesAsItsThreeCoordinatesDo) {
  const ThreeJoints joints;
  Vector eta(0.05, 0.3, 0.4), etadot = Vector::Zero();
  // RK4 errs by about (h ω)⁴/120 of the amplitude in each radian: 17 of them at ω = 17 rad/s give 5e-11, and 17 times
  // that in velocities
  const double h = 2.5e-4;
  Trial trial(as_mechanism(joints, eta), h);
  for (int n = 0; n < 1000; ++n) {
    trial.advance(n * 1e-3, 1e-3);
    for (int k = 0; k < 4; ++k) joints.step(h, eta, etadot);
    if (n % 50 != 49) continue;
    const Eigen::Quaterniond link = trial.orientation("link"), knee = link.conjugate() * trial.orientation("body");
    EXPECT_NEAR(trial.output("cart.x"), eta[0], 1e-9);
    EXPECT_NEAR(2 * std::atan2(link.y(), link.w()), eta[1], 1e-9);
    EXPECT_NEAR(2 * std::atan2(knee.x(), knee.w()), eta[2], 1e-9);
    const Vector turned = trial.vector("body", "w", "") - trial.vector("link", "w", "");
    EXPECT_NEAR(trial.output("cart.vx"), etadot[0], 1e-9);
    EXPECT_NEAR(trial.output("link.wy"), etadot[1], 1e-9);
    EXPECT_NEAR(turned.dot(joints.place(eta).a3), etadot[2], 1e-9);
    // the clamp: its place, and R_c = R_3 R_y(π)
    const ThreeJoints::Place p = joints.place(eta);
    EXPECT_LT((trial.vector("clamp", "", ".position") - p.xc).norm(), 1e-9);
    const Eigen::Matrix3d R = trial.orientation("clamp").toRotationMatrix();
    EXPECT_LT((R * Vector(-1, 1, -1).asDiagonal() - p.R3).norm(), 1e-9);
  }
  EXPECT_GT((eta - Vector(0.05, 0.3, 0.4)).norm(), 0.1) << "it has moved";
}

TEST(ThreeJoints, TheMobilityOfTheClampIsThatOfTheJoints) {
  const ThreeJoints joints;
  for (const Vector& eta : {Vector(0, 0, 0), Vector(0.05, 0.3, 0.4)}) {
    Trial trial(as_mechanism(joints, eta));
    const ThreeJoints::Place p = joints.place(eta);
    const Eigen::Matrix3d J = ThreeJoints::on_body(p, p.xc), inverse = joints.mass(eta).inverse();
    Eigen::Matrix<double, 3, 6> W, expected;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 6; ++j) W(i, j) = trial.output(fmt::format("frames.mobility.{}.{}", i + 1, j + 1));
    const Eigen::Matrix3d directors = p.R3 * Vector(-1, 1, -1).asDiagonal();
    expected << J * inverse * J.transpose(), J * inverse * ThreeJoints::turn_of_body(p).transpose() * directors;
    EXPECT_LT((W - expected).norm(), 1e-10 * expected.norm());
    if (!eta.isZero()) continue;
    // what decides whether a cable may be coupled there: 5.184 is what the theory of its coupling quotes
    const double largest = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(W.leftCols<3>()).eigenvalues()[2];
    EXPECT_NEAR(0.6 * largest, 5.184, 5e-4);
  }
}

}  // namespace
}  // namespace oldham::multibody
