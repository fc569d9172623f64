// SPDX-License-Identifier: MIT
#include "oldham/model/multibody/interface_response.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <numbers>
#include <random>

#include "oldham/io/expansion.hpp"
#include "oldham/io/toml_file.hpp"

namespace oldham::multibody {
namespace {

constexpr double pi = std::numbers::pi;

/// A crane: a uniform boom of 200 kg on a pin, 250 kg at its tip, 100 kg hanging on a massless rod; a cylinder between
/// the ground and the boom's centre, a second one between the centres of boom and rod. [Rahikainen2020] section 4
MechanismDescription crane() {
  MechanismDescription d;
  d.name = "crane";
  d.gravity = {0, -9.81, 0};
  const double c = std::cos(pi / 6), s = std::sin(pi / 6);
  BodyDescription boom, tip, load;
  boom.name = "boom";
  boom.mass = 200;
  boom.turns = true;
  boom.inertia[2][2] = 200.0 / 12;
  boom.angle = pi / 6;
  boom.position = {c / 2, s / 2, 0};
  tip.name = "tip";
  tip.mass = 250;
  tip.position = {c, s, 0};
  load.name = "load";
  load.mass = 100;
  load.position = {c, s - 0.5, 0};
  d.bodies = {boom, tip, load};
  const auto joint = [&](const char* name, JointKind kind, Side first, Side second) {
    JointDescription made;
    made.name = name;
    made.kind = kind;
    made.first = first;
    made.second = second;
    d.joints.push_back(made);
  };
  joint("pin", JointKind::coincident, {ground, {0, 0, 0}, {}}, {0, {-0.5, 0, 0}, {}});
  joint("end", JointKind::coincident, {0, {0.5, 0, 0}, {}}, {1, {0, 0, 0}, {}});
  joint("rod", JointKind::distance, {1, {0, 0, 0}, {}}, {2, {0, 0, 0}, {}});
  ForceDescription cylinder;
  cylinder.name = "cylinder";
  cylinder.kind = ForceKind::actuator;
  cylinder.first = {ground, {std::sqrt(3.0) / 2, 0, 0}, {}};
  cylinder.second = {0, {0, 0, 0}, {}};
  d.forces = {cylinder};
  return d;
}

TEST(InterfaceResponse, CraneHasTheEffectiveMassOfItsMinimalCoordinates) {
  const auto mechanism = std::make_shared<const Mechanism<double>>(crane());
  Dynamics<double> dynamics(mechanism);
  InterfaceResponse<double> response(*mechanism, {find_interface_row(*mechanism, "cylinder", "")});
  const std::vector<double> u = {1234};  // the force at the interface itself does not count
  ASSERT_TRUE(response.evaluate(dynamics, 0, mechanism->q0.data(), mechanism->v0.data(), u.data()));
  // M11 = (m/3 + mp + mh) L² less what the hanging load takes: cos(th2 − th1) = −1/2 gives M12²/M22 = mh L² / 4;
  // ds/dth1 = A · dP/dth1 with the cylinder upright against the boom at 60 degrees: 0.5 sin 120°
  const double moment = 200.0 / 3 + 250 + 100 - 100.0 / 4, lever = 0.5 * std::sin(2 * pi / 3);
  EXPECT_NEAR(response.effective_mass()(0, 0), moment / (lever * lever), 1e-9);
  EXPECT_NEAR(response.effective_mass()(0, 0), 2088.8889, 1e-4);
  EXPECT_NEAR(response.effective_force()[0], -8829, 1e-8);
}

/// In motion, against accelerations with and without force: ẇ = W f + a⁰ where ẇ is the second difference of lengths.
TEST(InterfaceResponse, PredictsTheAccelerationOfTheInterface) {
  using M = Multiprecision;
  MechanismDescription d = crane();
  ForceDescription second = d.forces[0];
  second.name = "second";
  second.first = {0, {0.1, 0.05, 0}, {}};
  second.second = {2, {0, 0, 0}, {}};
  d.forces.push_back(second);
  PortDescription port;
  port.name = "nose";
  port.at = {0, {0.4, -0.1, 0}, {}};
  d.ports = {port};
  d.bodies[0].angular_velocity = {0, 0, 0.8};
  const auto mechanism = std::make_shared<const Mechanism<M>>(d);
  // velocities that agree with the joints: the boom turns by 0.8 rad/s, the load swings
  std::vector<M> v = mechanism->v0;
  const M w(0.8), swing(-1.1);
  const auto& q = mechanism->q0;
  v[0] = -w * q[1];
  v[1] = w * q[0];
  v[3] = -w * q[4];
  v[4] = w * q[3];
  v[5] = v[3] - swing * (q[6] - q[4]);
  v[6] = v[4] + swing * (q[5] - q[3]);

  Dynamics<M> dynamics(mechanism);
  // inputs: nose.x, nose.y, nose.phi, cylinder, second. The crane has two degrees of freedom: two rows at a time
  const std::vector<M> u = {3, 5, -7, 20, -11};
  const auto predict = [&](const char* name, const M& force) {
    InterfaceResponse<M> response(
        *mechanism, {find_interface_row(*mechanism, name, ""), find_interface_row(*mechanism, "second", "")});
    EXPECT_TRUE(response.evaluate(dynamics, M(0), q.data(), v.data(), u.data()));
    const Eigen::Matrix<M, 2, 1> f(force, u[4]);
    const Eigen::Matrix<M, 2, 1> predicted = response.mobility() * f + response.free_acceleration();
    const Eigen::Matrix<M, 2, 1> residual = response.effective_mass() * predicted - response.effective_force() - f;
    EXPECT_LT(residual.norm(), M(1e-140));
    return predicted;
  };
  const Eigen::Matrix<M, 2, 1> cylinders = predict("cylinder", u[3]);
  const M predicted[] = {cylinders[0], cylinders[1], predict("nose.x", u[0])[0], predict("nose.phi", u[2])[0]};

  // accelerations with all forces, then the interface velocities a moment before and after
  dynamics.set(M(0), q.data(), v.data(), u.data());
  dynamics.evaluate_forces(u.data());
  ASSERT_TRUE(dynamics.factorise_mobility());
  std::vector<M> dv = dynamics.forces(), wanted(mechanism->rows);
  for (int i = 0; i < mechanism->rows; ++i) wanted[i] = -dynamics.bias()[i];
  dynamics.solve_constrained(dv.data(), wanted.data());
  const M s = pow(M(10), -50);
  const auto velocities = [&](const M& later) {
    std::vector<M> moved = q, step(v.size()), speed = v;
    for (std::size_t i = 0; i < v.size(); ++i) {
      step[i] = later * v[i] + later * later / 2 * dv[i];
      speed[i] += later * dv[i];
    }
    mechanism->move(moved.data(), step.data());
    dynamics.set(later, moved.data(), speed.data(), u.data());
    const Motion<M>&boom = dynamics.motions()[0], &load = dynamics.motions()[2];
    const Point<M> centre(boom, Vector3<M>::Zero()),
        low(mechanism->motion_of(ground, nullptr), mechanism->forces[0].point[0]);
    const Point<M> bracket(boom, mechanism->forces[1].point[0]), weight(load, Vector3<M>::Zero());
    const Point<M> nose(boom, mechanism->forces[2].point[1]);
    return std::array<M, 4>{Stretch<M>(low, centre).rate, Stretch<M>(bracket, weight).rate, nose.velocity[0],
                            boom.w[2]};
  };
  const auto before = velocities(-s), after = velocities(s);
  for (int k = 0; k < 4; ++k) EXPECT_LT(abs((after[k] - before[k]) / (2 * s) - predicted[k]), M(1e-60)) << k;
}

// ---- the crane with two cylinders, its equations written out ----

/// q = (x_P, y_P, θ1, x_R, y_R): centre of the boom and its angle, tip of the jib. The mass at the boom's tip moves as
/// 2 P, so that the mass matrix is constant. [Rahikainen2020] section 4
struct CraneEquations {
  static constexpr double L = 1, Lh = 0.5, m = 200, mp = 250, mh = 100, g = 9.81, xB = 0.8660254037844386;
  double th1, th2, w1, w2;

  Eigen::Vector2d lengths() const {
    return {std::hypot(L / 2 * std::cos(th1) - xB, L / 2 * std::sin(th1)), tip().norm() / 2};
  }
  Eigen::Vector2d tip() const {
    return {L * std::cos(th1) + Lh * std::cos(th2), L * std::sin(th1) + Lh * std::sin(th2)};
  }
  Eigen::Vector2d tip_velocity() const {
    return {-L * w1 * std::sin(th1) - Lh * w2 * std::sin(th2), L * w1 * std::cos(th1) + Lh * w2 * std::cos(th2)};
  }
  Eigen::Vector2d rates() const { return rows() * velocity(); }
  Eigen::Matrix<double, 5, 1> velocity() const {
    Eigen::Matrix<double, 5, 1> v;
    v << -L / 2 * w1 * std::sin(th1), L / 2 * w1 * std::cos(th1), w1, tip_velocity();
    return v;
  }
  /// A: ds/dq of both cylinders.
  Eigen::Matrix<double, 2, 5> rows() const {
    const Eigen::Vector2d s = lengths(), R = tip();
    Eigen::Matrix<double, 2, 5> A = Eigen::Matrix<double, 2, 5>::Zero();
    A(0, 0) = (L / 2 * std::cos(th1) - xB) / s[0];
    A(0, 1) = L / 2 * std::sin(th1) / s[0];
    A(1, 3) = R[0] / (4 * s[1]);
    A(1, 4) = R[1] / (4 * s[1]);
    return A;
  }

  /// s̈ of both cylinders under their forces, from [M Φqᵀ; Φq 0] solved as it stands.
  Eigen::Vector2d accelerations(const Eigen::Vector2d& force) const {
    const Eigen::Vector2d P(L / 2 * std::cos(th1), L / 2 * std::sin(th1)), R = tip(), s = lengths(), ds = rates();
    const Eigen::Matrix<double, 5, 1> v = velocity();
    const Eigen::Vector2d dP = v.head<2>(), dR = v.tail<2>(), e = R - 2 * P, de = dR - 2 * dP;
    Eigen::Matrix<double, 8, 8> kkt = Eigen::Matrix<double, 8, 8>::Zero();
    kkt.diagonal().head<5>() << m + 4 * mp, m + 4 * mp, m * L * L / 12, mh, mh;
    Eigen::Matrix<double, 3, 5> J = Eigen::Matrix<double, 3, 5>::Zero();
    J(0, 0) = J(1, 1) = 1;
    J(0, 2) = L / 2 * std::sin(th1);
    J(1, 2) = -L / 2 * std::cos(th1);
    J.row(2) << -4 * e[0], -4 * e[1], 0, 2 * e[0], 2 * e[1];
    kkt.bottomLeftCorner<3, 5>() = J;
    kkt.topRightCorner<5, 3>() = J.transpose();
    Eigen::Matrix<double, 8, 1> right;
    right << 0, -(m + 2 * mp) * g, 0, 0, -mh * g, -L / 2 * std::cos(th1) * w1 * w1, -L / 2 * std::sin(th1) * w1 * w1,
        -2 * de.squaredNorm();
    right.head<5>() += rows().transpose() * force;
    const Eigen::Matrix<double, 5, 1> a = kkt.fullPivLu().solve(right).head<5>();
    const Eigen::Vector2d drift((dP.squaredNorm() - ds[0] * ds[0]) / s[0],
                                (dR.squaredNorm() / 4 - ds[1] * ds[1]) / s[1]);
    return rows() * a + drift;
  }
};

/// The ready-made crane, standing and moving so.
MechanismDescription placed(MechanismDescription d, const CraneEquations& at) {
  BodyDescription &boom = d.bodies[0], &load = d.bodies[1];
  const Eigen::Matrix<double, 5, 1> v = at.velocity();
  boom.position = {CraneEquations::L / 2 * std::cos(at.th1), CraneEquations::L / 2 * std::sin(at.th1), 0};
  boom.velocity = {v[0], v[1], 0};
  boom.angle = at.th1;
  boom.angular_velocity = {0, 0, v[2]};
  load.position = {at.tip()[0], at.tip()[1], 0};
  load.velocity = {v[3], v[4], 0};
  return d;
}

TEST(InterfaceResponse, PredictsWhatAKktSolveInCraneEquationsFinds) {
  // as actuators, told forces, and as cylinders, told pressures: the forces come from outside either way
  std::mt19937 random(1);
  const auto draw = [&](double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); };
  for (const char* coupling : {"velocity-force", "velocity-pressure"}) {
    const bool by_pressure = std::string(coupling) == "velocity-pressure";
    const MechanismDescription crane_as_read = read_mechanisms(parse_toml(
        std::string("system = \"crane-double\"\n[scheme]\ninterface = \"model\"\ncoupling = \"") + coupling + "\"\n",
        "crane.toml"))[0];
    ASSERT_EQ(crane_as_read.forces[0].kind, by_pressure ? ForceKind::cylinder : ForceKind::actuator);
    for (int n = 0; n < 200; ++n) {
      const CraneEquations at{draw(0.2, 1.3), draw(3.6, 5.8), draw(-2, 2), draw(-3, 3)};
      const auto mechanism = std::make_shared<const Mechanism<double>>(placed(crane_as_read, at));
      Dynamics<double> dynamics(mechanism);
      InterfaceResponse<double> response(*mechanism, {find_interface_row(*mechanism, "cylinder1", ""),
                                                      find_interface_row(*mechanism, "cylinder2", "")});
      std::vector<double> u(mechanism->inputs);
      for (double& value : u) value = by_pressure ? draw(1e5, 7e6) : draw(-1e4, 1e4);
      ASSERT_TRUE(response.evaluate(dynamics, 0, mechanism->q0.data(), mechanism->v0.data(), u.data()));
      const Eigen::Vector2d force(draw(-1e4, 1e4), draw(-1e4, 1e4)), expected = at.accelerations(force);
      const Eigen::Vector2d predicted =
          Eigen::Matrix2d(response.effective_mass()).inverse() * (Eigen::Vector2d(response.effective_force()) + force);
      EXPECT_LT((predicted - expected).norm(), 1e-10 * (1 + expected.norm())) << coupling << ' ' << n;
      // the same rows: w = A v
      const Eigen::Vector2d w =
          response.jacobian() * Eigen::Map<const Eigen::VectorXd>(mechanism->v0.data(), mechanism->dofs);
      EXPECT_LT((w - at.rates()).norm(), 1e-12) << coupling << ' ' << n;
    }
  }
}

/// Two mechanisms that move as one: the force that makes their accelerations equal is the multiplier of a joint there.
TEST(InterfaceResponse, GivesTheExactForceOfAJointBetweenTwoMechanisms) {
  const auto rod = [](double x, double angle, double w, double mass) {
    BodyDescription body;
    body.name = "rod" + std::to_string(mass);
    body.mass = mass;
    body.turns = true;
    body.inertia[2][2] = mass / 12;
    body.position = {x, 0, 0};
    body.angle = angle;
    body.angular_velocity = {0, 0, w};
    return body;
  };
  MechanismDescription left, right, both;
  for (MechanismDescription* d : {&left, &right, &both}) d->gravity = {0, -9.81, 0};
  left.bodies = {rod(0.3, 0.4, 1.5, 1.0)};
  right.bodies = {rod(0.9, -0.7, -0.6, 2.5)};
  const Side end{0, {0.5, 0.1, 0}, {}}, begin{0, {-0.4, 0.2, 0}, {}};
  left.ports = {{"end", "", end, false}};
  right.ports = {{"begin", "", begin, false}};
  both.bodies = {left.bodies[0], right.bodies[0]};
  JointDescription pin;
  pin.first = end;
  pin.second = begin;
  pin.second.body = 1;
  both.joints = {pin};

  const auto answer = [](const MechanismDescription& d, const char* port) {
    const auto m = std::make_shared<const Mechanism<double>>(d);
    Dynamics<double> dynamics(m);
    InterfaceResponse<double> response(*m, {find_interface_row(*m, std::string(port) + ".x", ""),
                                            find_interface_row(*m, std::string(port) + ".y", "")});
    const std::vector<double> u(3, 0.0);
    EXPECT_TRUE(response.evaluate(dynamics, 0, m->q0.data(), m->v0.data(), u.data()));
    return std::pair<Eigen::Matrix2d, Eigen::Vector2d>(response.mobility(), response.free_acceleration());
  };
  const auto [W1, a1] = answer(left, "end");
  const auto [W2, a2] = answer(right, "begin");
  const Eigen::Vector2d force = (W1 + W2).inverse() * (a1 - a2);  // on the right; the opposite on the left

  const auto m = std::make_shared<const Mechanism<double>>(both);
  Dynamics<double> dynamics(m);
  dynamics.set(0, m->q0.data(), m->v0.data(), nullptr);
  dynamics.evaluate_forces(nullptr);
  ASSERT_TRUE(dynamics.factorise_mobility());
  std::vector<double> dv = dynamics.forces(), wanted(2);
  for (int i = 0; i < 2; ++i) wanted[i] = -dynamics.bias()[i];
  dynamics.solve_constrained(dv.data(), wanted.data());
  for (int i = 0; i < 2; ++i) EXPECT_NEAR(-dynamics.multipliers()[i], force[i], 1e-12);
}

}  // namespace
}  // namespace oldham::multibody
