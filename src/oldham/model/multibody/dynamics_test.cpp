// SPDX-License-Identifier: MIT
#include "oldham/model/multibody/dynamics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace oldham::multibody {
namespace {

using M = Multiprecision;

/// Two bodies, not moving simply, with whatever is between them. All numbers are arbitrary.
MechanismDescription two_bodies(bool planar) {
  MechanismDescription d;
  d.name = "pair";
  d.planar = planar;
  d.gravity = {0.3, -9.81, planar ? 0 : 1.1};
  BodyDescription a, b;
  a.name = "a";
  a.mass = 2.5;
  a.turns = true;
  a.inertia = {{{0.7, 0.05, -0.02}, {0.05, 0.9, 0.1}, {-0.02, 0.1, 1.2}}};
  a.position = {0.4, -0.3, planar ? 0 : 0.8};
  a.angle = 0.7;
  a.orientation = {0.8, 0.3, -0.4, 0.2};
  a.velocity = {0.9, -0.5, planar ? 0 : 0.2};
  a.angular_velocity = {planar ? 0 : 0.6, planar ? 0 : -1.1, 0.8};
  a.drag = 0.3;
  a.angular_drag = 0.2;
  b = a;
  b.name = "b";
  b.mass = 1.3;
  b.position = {-0.9, 0.6, planar ? 0 : -0.4};
  b.angle = -1.2;
  b.orientation = {0.1, 0.5, 0.7, -0.3};
  b.velocity = {-0.3, 1.4, planar ? 0 : -0.6};
  b.angular_velocity = {planar ? 0 : -0.4, planar ? 0 : 0.5, -1.7};
  d.bodies = {a, b};
  return d;
}

Side side(int body, bool planar, double shift) {
  return {body, {0.3 + shift, -0.2, planar ? 0 : 0.25 - shift}, {0.4, planar ? 0.3 : -0.6, planar ? 0 : 0.9}};
}

/// q ⊕ (v s + v̇ s²/2): with body axes turning along, a motion with these velocities and accelerations at s = 0.
/// (The increment's own s² term does not change ω̇ at 0.)
struct Path {
  const Mechanism<M>& mechanism;
  std::vector<M> v, dv;

  std::vector<M> at(const M& s) const {
    std::vector<M> q = mechanism.q0, step(v.size());
    for (std::size_t i = 0; i < v.size(); ++i) step[i] = s * v[i] + s * s / 2 * dv[i];
    mechanism.move(q.data(), step.data());
    return q;
  }
};

std::vector<M> accelerations(int count) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(-1, 1);
  std::vector<M> dv(count);
  for (M& value : dv) value = number(random);
  return dv;
}

/// Φ̇ = J v + ∂Φ/∂t and Φ̈ = J v̇ + bias along the path, against differences of Φ in 160 digits.
void expect_rates_of_joints(const MechanismDescription& description, const char* what) {
  const auto mechanism = std::make_shared<const Mechanism<M>>(description);
  const Path path{*mechanism, mechanism->v0, accelerations(mechanism->dofs)};
  Dynamics<M> dynamics(mechanism);
  const M t = M(3) / 10, s = pow(M(10), -40);
  std::vector<M> u = mechanism->u0;
  const auto phi = [&](const M& later) {
    const std::vector<M> q = path.at(later);
    // what comes from ports moves too: f + ḟ s + f̈ s²/2
    std::vector<M> moved = u;
    for (std::size_t i = 0; i + 2 < u.size(); i += 3) moved[i] += later * u[i + 1] + later * later / 2 * u[i + 2];
    dynamics.set(t + later, q.data(), path.v.data(), moved.data());
    return dynamics.positions();
  };
  for (std::size_t i = 0; i < u.size(); ++i) u[i] += M(static_cast<int>(i) + 1) / 7;
  const std::vector<M> before = phi(-s), now = phi(M(0)), after = phi(s);
  dynamics.set(t, mechanism->q0.data(), path.v.data(), u.data());
  std::vector<M> turned(mechanism->rows);
  dynamics.apply_jacobian(path.dv.data(), turned.data());
  ASSERT_GT(mechanism->rows, 0);
  for (int i = 0; i < mechanism->rows; ++i) {
    const M rate = (after[i] - before[i]) / (2 * s), second = (after[i] - 2 * now[i] + before[i]) / (s * s);
    EXPECT_LT(abs(rate - dynamics.rates()[i]), M(1e-60)) << what << ", row " << i;
    EXPECT_LT(abs(second - turned[i] - dynamics.bias()[i]), M(1e-35)) << what << ", row " << i;
  }
}

TEST(Dynamics, JointsHaveTheRightRates) {
  for (bool planar : {true, false})
    for (JointKind kind : {JointKind::coincident, JointKind::revolute, JointKind::prismatic, JointKind::universal,
                           JointKind::cylindrical, JointKind::fixed, JointKind::distance})
      for (int driver = 0; driver < 3; ++driver)
        for (int first : {ground, 0}) {
          if (planar && (kind == JointKind::universal || kind == JointKind::cylindrical)) continue;
          const bool drivable = kind == JointKind::distance || kind == JointKind::prismatic ||
                                kind == JointKind::revolute || (planar && kind == JointKind::coincident);
          if (driver > 0 && !drivable) continue;
          MechanismDescription d = two_bodies(planar);
          JointDescription joint;
          joint.kind = kind;
          joint.first = side(first, planar, 0.1);
          joint.second = side(1, planar, -0.3);
          if (driver > 0) joint.motion = MotionLaw{driver == 2, 0.4, -0.7, 1.3, 0.2, 0.9, 0.5};
          d.joints = {joint};
          expect_rates_of_joints(d, fmt::format("{} joint kind {}, driver {}, from {}", planar ? "planar" : "spatial",
                                                static_cast<int>(kind), driver, first)
                                        .c_str());
        }
}

TEST(Dynamics, JointsToADrivenBodyCountItsMotion) {
  for (bool planar : {true, false}) {
    MechanismDescription d = two_bodies(planar);
    BodyDescription& driven = d.bodies[0];
    driven.motion.emplace();
    for (int k : {0, 1, 2, 5}) (*driven.motion)[k] = {false, 0.1 * k, 0.3, -0.2, 0.4, 0.7, 0.1};
    if (planar) (*driven.motion)[2] = {};
    JointDescription joint;
    joint.kind = planar ? JointKind::prismatic : JointKind::revolute;
    joint.first = side(0, planar, 0.1);
    joint.second = side(1, planar, -0.3);
    d.joints = {joint};
    expect_rates_of_joints(d, planar ? "planar" : "spatial");
  }
}

/// Leaves quiet NaNs where the next calls have their local variables.
[[gnu::noinline]] void spoil_the_stack() {
  volatile double numbers[4096];
  for (volatile double& number : numbers) number = std::numeric_limits<double>::quiet_NaN();
}

/// What was in memory before must not matter, not even multiplied by the zero velocities out of the plane.
TEST(Dynamics, PlanarJointsToADrivenBodyReadNothingThatNobodyWrote) {
  MechanismDescription d = two_bodies(true);
  d.bodies[0].motion.emplace();
  (*d.bodies[0].motion)[0] = {false, 0.1, 0.3, -0.2};
  (*d.bodies[0].motion)[5] = {false, 0.5, 0.6, -0.7};
  JointDescription pin;
  pin.kind = JointKind::revolute;
  pin.first = side(0, true, 0.1);
  pin.second = side(1, true, -0.3);
  d.joints = {pin};
  const auto mechanism = std::make_shared<const Mechanism<double>>(d);
  Dynamics<double> dynamics(mechanism);
  spoil_the_stack();
  dynamics.set(0.3, mechanism->q0.data(), mechanism->v0.data(), mechanism->u0.data());
  for (const std::vector<double>* numbers : {&dynamics.positions(), &dynamics.rates(), &dynamics.bias()})
    for (const double number : *numbers) EXPECT_TRUE(std::isfinite(number)) << number;
  dynamics.evaluate_forces(mechanism->u0.data());
  std::vector<double> dv = dynamics.forces();
  ASSERT_TRUE(dynamics.factorise_mobility());
  dynamics.solve_constrained(dv.data(), dynamics.bias().data());
  Vector3<double> force = Vector3<double>::Zero(), torque = force;
  dynamics.add_reaction(0, force, torque);
  EXPECT_GT(force.norm(), 1);
  EXPECT_EQ(force[2], 0);
  EXPECT_EQ(torque[0], 0);
  EXPECT_EQ(torque[1], 0);
}

/// −dV/dt is the power of the conservative forces: without drag, dampers and gyroscopic terms Q · v.
TEST(Dynamics, SpringsGiveBackWhatTheyStore) {
  for (bool planar : {true, false})
    for (auto [kind, axes_of_first] : {std::pair{ForceKind::spring, false}, std::pair{ForceKind::torsion_spring, false},
                                       std::pair{ForceKind::bushing, false}, std::pair{ForceKind::bushing, true}}) {
      MechanismDescription d = two_bodies(planar);
      for (BodyDescription& body : d.bodies) body.drag = body.angular_drag = 0;
      ForceDescription force;
      force.kind = kind;
      force.axes_of_first = axes_of_first;
      force.first = side(0, planar, 0.1);
      force.second = side(1, planar, -0.2);
      force.stiffness = 11;
      force.length = 0.4;
      for (int i = 0; i < 6; ++i)
        for (int j = 0; j < 6; ++j) force.stiffnesses[i][j] = i == j ? 5.0 + i : (i < 3) == (j < 3) ? 0.7 : 0.2;
      if (planar && kind == ForceKind::torsion_spring) force.length = 0.3;
      // in space a torsion spring acts about the first body's axis only, which is conservative when both turn about it
      if (!planar && kind == ForceKind::torsion_spring) {
        d.bodies[0].angular_velocity = {0, 0, 0};
        force.first.axis = {0, 0, 1};
        const auto mechanism = std::make_shared<const Mechanism<M>>(d);
        const Vector3<M> axis = rotation_of(mechanism->q0.data() + 3).col(2);
        d.bodies[1].angular_velocity = {to_double(axis[0]), to_double(axis[1]), to_double(axis[2])};
      }
      d.forces = {force};
      const auto mechanism = std::make_shared<const Mechanism<M>>(d);
      Dynamics<M> dynamics(mechanism);
      dynamics.set(M(0), mechanism->q0.data(), mechanism->v0.data(), nullptr);
      dynamics.evaluate_forces(nullptr);
      M power(0);
      for (int i = 0; i < mechanism->dofs; ++i) power += dynamics.forces()[i] * mechanism->v0[i];
      const M stored = dynamics.potential_rate(M(0), mechanism->q0.data(), mechanism->v0.data(), nullptr);
      // the gyroscopic torque −ω × Iω does no work; in doubles the axis above is known to 1e-16
      EXPECT_LT(abs(power + stored), M(1e-14)) << planar << static_cast<int>(kind);
      EXPECT_GT(abs(power), M(0.01));
    }
}

TEST(Dynamics, DampersTakeEnergy) {
  for (bool planar : {true, false})
    for (bool turning_axes : {false, true}) {
      MechanismDescription d = two_bodies(planar);
      d.gravity = {};
      ForceDescription force;
      force.kind = ForceKind::bushing;
      force.first = side(0, planar, 0.1);
      force.second = {1, force.first.point, force.first.axis};
      force.axes_of_first = turning_axes;
      for (int i = 0; i < 6; ++i) force.dampings[i][i] = 2.0 + i;
      // where both points are at one place the forces act along one line, and dissipate
      d.bodies[1].position = d.bodies[0].position;
      d.bodies[1].angle = d.bodies[0].angle;
      d.bodies[1].orientation = d.bodies[0].orientation;
      d.forces = {force};
      const auto mechanism = std::make_shared<const Mechanism<double>>(d);
      Dynamics<double> dynamics(mechanism);
      dynamics.set(0, mechanism->q0.data(), mechanism->v0.data(), nullptr);
      dynamics.evaluate_forces(nullptr);
      double power = 0;
      for (int i = 0; i < mechanism->dofs; ++i) power += dynamics.forces()[i] * mechanism->v0[i];
      EXPECT_LT(power, -1);
    }
}

/// M v̇ = Q − Jᵀλ with J v̇ = r: checked by putting the solution in.
TEST(Dynamics, ConstrainedAccelerationsFulfilTheirEquations) {
  MechanismDescription d = two_bodies(false);
  JointDescription joint;
  joint.kind = JointKind::universal;
  joint.first = side(0, false, 0.1);
  joint.second = side(1, false, -0.3);
  d.joints = {joint};
  joint.kind = JointKind::distance;
  joint.first.body = ground;
  d.joints.push_back(joint);
  const auto mechanism = std::make_shared<const Mechanism<double>>(d);
  Dynamics<double> dynamics(mechanism);
  dynamics.set(0, mechanism->q0.data(), mechanism->v0.data(), nullptr);
  dynamics.evaluate_forces(nullptr);
  ASSERT_TRUE(dynamics.factorise_mobility());
  std::vector<double> dv = dynamics.forces(), wanted = {1, -2, 3, 0.5, -0.7}, got(5);
  dynamics.solve_constrained(dv.data(), wanted.data());
  dynamics.apply_jacobian(dv.data(), got.data());
  for (int i = 0; i < 5; ++i) EXPECT_NEAR(got[i], wanted[i], 1e-12);
  std::vector<double> force = dynamics.forces();
  dynamics.add_joint_forces(dynamics.multipliers().data(), -1.0, force.data());
  mechanism->divide_by_mass(force.data());
  for (std::size_t i = 0; i < dv.size(); ++i) EXPECT_NEAR(force[i], dv[i], 1e-12);
}

}  // namespace
}  // namespace oldham::multibody
