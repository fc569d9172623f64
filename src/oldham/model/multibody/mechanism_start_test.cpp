// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "oldham/model/multibody/mechanism_model.hpp"

namespace oldham::multibody {
namespace {

using testing::HasSubstr;

/// A bar of 1 m on a hinge at the origin whose angle is prescribed; in space the axis is z as well.
MechanismDescription driven_bar(bool planar, const MotionLaw& law) {
  MechanismDescription d;
  d.name = "bar";
  d.planar = planar;
  BodyDescription bar;
  bar.name = "bar";
  bar.mass = 1;
  bar.turns = true;
  bar.inertia = {{{0.1, 0, 0}, {0, 0.1, 0}, {0, 0, 0.1}}};
  bar.position = {0.5, 0, 0};
  d.bodies = {bar};
  JointDescription hinge;
  hinge.name = "hinge";
  hinge.kind = JointKind::revolute;
  hinge.second = {0, {-0.5, 0, 0}, {0, 0, 1}};
  hinge.motion = law;
  d.joints = {hinge};
  return d;
}

struct Started {
  std::unique_ptr<Subsystem<double>> subsystem;
  std::vector<double> y;

  Started(const MechanismDescription& d, double time, const std::vector<double>& u, Formulation kind) {
    FormulationSettings formulation;
    formulation.kind = kind;
    IntegratorSettings integrator;
    if (kind == Formulation::ali3p) integrator.kind = IntegratorKind::trapezoidal;
    std::vector<std::string> notes;
    subsystem = make_mechanism<double>("m", d, formulation, integrator, notes);
    subsystem->initialize(time);
    subsystem->apply_inputs(u);
    y.resize(subsystem->description().output_count());
  }
  double output(const std::string& name) {
    subsystem->read_outputs(y);
    const auto& ports = subsystem->description().boundary->outputs;
    for (std::size_t i = 0; i < ports.size(); ++i)
      if (ports[i].name == name) return y[i];
    ADD_FAILURE() << "no output " << name;
    return 0;
  }
};

/// cos and sin, because a row for the angle in space has a second solution half a turn away.
void expect_angle(Started& started, double angle) {
  EXPECT_NEAR(started.output("bar.x"), 0.5 * std::cos(angle), 1e-12);
  EXPECT_NEAR(started.output("bar.y"), 0.5 * std::sin(angle), 1e-12);
  EXPECT_LT(started.output("constraint.position"), 1e-12);
  EXPECT_LT(started.output("constraint.velocity"), 1e-12);
}

TEST(MechanismStart, DrivenAnglesBeginWhereTheirLawSays) {
  for (bool planar : {true, false})
    for (double offset : {0.4, 1.7, 3.0, -2.5, 5.0}) {
      Started started(driven_bar(planar, {false, offset, 2}), 0, {}, Formulation::kkt);
      expect_angle(started, offset);
      EXPECT_NEAR(started.output("bar.vy"), std::cos(offset), 1e-12);  // 2 rad/s at 0.5 m
    }
}

TEST(MechanismStart, LaterStartsTakeTheLawAtTheirTime) {
  for (bool planar : {true, false})
    for (Formulation kind : {Formulation::kkt, Formulation::ali1, Formulation::ali3p}) {
      Started started(driven_bar(planar, {false, 0, 2}), 1.7, {}, kind);
      expect_angle(started, 3.4);
    }
}

TEST(MechanismStart, DrivenPartsBeginWhereTheirPortsSay) {
  for (bool planar : {true, false})
    for (Formulation kind : {Formulation::kkt, Formulation::ali3p}) {
      Started started(driven_bar(planar, {true}), 0, {2.8, 1.5, 0}, kind);  // angle, rate, acceleration
      expect_angle(started, 2.8);
      EXPECT_NEAR(started.output("bar.vy"), 0.75 * std::cos(2.8), 1e-12);
    }
  // a bar hanging from a cart that a port puts elsewhere
  MechanismDescription d = driven_bar(true, {true});
  d.joints[0].motion.reset();
  BodyDescription cart;
  cart.name = "cart";
  cart.motion.emplace();
  cart.motion->fill({true});
  d.bodies.push_back(cart);
  d.joints[0].first.body = 1;
  Started started(d, 0, {0.2, 0, 0, 0.4, 0, 0, 0, 0, 0}, Formulation::kkt);
  EXPECT_LT(started.output("constraint.position"), 1e-12);
  const double x = started.output("bar.x") - 0.2, y = started.output("bar.y") - 0.4;
  EXPECT_NEAR(std::hypot(x, y), 0.5, 1e-12);
}

TEST(MechanismStart, DrivenAnglesFollowTheirLaw) {
  for (bool planar : {true, false}) {
    Started started(driven_bar(planar, {false, 0.2, 3, 0, 0.1, 0.8}), 0, {}, Formulation::kkt);
    const double breaks[] = {0, 1};
    const InputSignal<double> none{0, 0, breaks, nullptr};
    for (int n = 0; n < 300; ++n) ASSERT_TRUE(started.subsystem->advance({n * 0.01, 0.01}, none).is_accepted());
    expect_angle(started, 0.2 + 3 * 3.0 + 0.1 * std::sin(2 * std::numbers::pi * 0.8 * 3.0));  // more than a turn
  }
}

/// A rope whose prescribed length goes through zero cannot follow; the step says so.
TEST(MechanismStart, AJointThatCannotBeClosedFailsTheStep) {
  MechanismDescription d = driven_bar(true, {});
  d.joints[0].kind = JointKind::distance;
  d.joints[0].second.point = {0, 0, 0};
  d.joints[0].motion = MotionLaw{false, 0.5, -1};
  Started started(d, 0, {}, Formulation::kkt);
  const double breaks[] = {0, 1};
  const InputSignal<double> none{0, 0, breaks, nullptr};
  StepOutcome outcome;
  double time = 0;
  for (; outcome.is_accepted() && time < 1; time += 0.01) outcome = started.subsystem->advance({time, 0.01}, none);
  EXPECT_FALSE(outcome.is_accepted());
  EXPECT_LT(time, 0.7);
  EXPECT_THAT(outcome.reason, HasSubstr("hinge"));
}

}  // namespace
}  // namespace oldham::multibody
