// SPDX-License-Identifier: MIT
#include "oldham/model/multibody/mechanism_model.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "message_of.hpp"
#include "oldham/core/error.hpp"

namespace oldham::multibody {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// Two rods hanging in the plane, one on the other, swinging far.
MechanismDescription double_pendulum() {
  MechanismDescription d;
  d.name = "pendulum";
  d.gravity = {0, -9.81, 0};
  for (int i = 0; i < 2; ++i) {
    BodyDescription rod;
    rod.name = i == 0 ? "upper" : "lower";
    rod.mass = 1 + i;
    rod.turns = true;
    rod.inertia[2][2] = rod.mass / 12;
    rod.position = {0.5 + i, 0, 0};
    d.bodies.push_back(rod);
    JointDescription pin;
    pin.name = i == 0 ? "ceiling" : "elbow";
    pin.first = {i - 1, {i == 0 ? 0.0 : 0.5, 0, 0}, {}};
    pin.second = {i, {-0.5, 0, 0}, {}};
    d.joints.push_back(pin);
  }
  return d;
}

/// The same rods in space: a revolute joint with a tilted axis, a spherical one, and a spin about the rod.
MechanismDescription spatial_pendulum() {
  MechanismDescription d = double_pendulum();
  d.planar = false;
  for (BodyDescription& rod : d.bodies)
    rod.inertia = {{{0.02 * rod.mass, 0, 0}, {0, rod.mass / 12, 0}, {0, 0, rod.mass / 11}}};
  d.joints[0].kind = JointKind::revolute;
  d.joints[0].first.axis = d.joints[0].second.axis = {0, 0.3, 1};
  d.bodies[1].angular_velocity = {2, 0.4, 0.3};
  return d;
}

struct MechanismRun {
  std::unique_ptr<Subsystem<double>> subsystem;
  std::vector<double> y;

  MechanismRun(const MechanismDescription& d, FormulationSettings formulation, IntegratorSettings integrator) {
    std::vector<std::string> notes;
    subsystem = make_mechanism<double>("m", d, formulation, integrator, notes);
    subsystem->initialize(0);
    subsystem->apply_inputs({});
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
  double energy() { return output("energy.kinetic") + output("energy.potential"); }
  void advance(double begin, double end, int steps) {
    const double breaks[] = {0, 1};
    const InputSignal<double> none{0, 0, breaks, nullptr};
    for (int i = 0; i < steps; ++i) {
      const double h = (end - begin) / steps;
      const StepOutcome outcome = subsystem->advance({begin + h * i, h}, none);
      ASSERT_TRUE(outcome.is_accepted()) << outcome.reason;
    }
  }
};

FormulationSettings formulation(Formulation kind) {
  FormulationSettings settings;
  settings.kind = kind;
  return settings;
}
IntegratorSettings integrator(IntegratorKind kind, double tolerance = 1e-11) {
  return {.kind = kind, .relative_tolerance = tolerance, .absolute_tolerance = tolerance / 100};
}

/// The absolute coordinates of the double pendulum against its two angles, integrated by hand with small RK4 steps.
TEST(MechanismModel, DoublePendulumFollowsItsMinimalEquations) {
  const auto slope = [](const std::array<double, 4>& s) {
    const double c = std::cos(s[0] - s[1]), sn = std::sin(s[0] - s[1]), g = 9.81;
    // rods of length 1, masses 1 and 2, angles from +x, gravity along −y
    const double M11 = 1.0 / 3 + 2, M12 = c, M22 = 2.0 / 3;  // m2 l/2 = 1
    const double f1 = -sn * s[3] * s[3] - (0.5 + 2) * g * std::cos(s[0]);
    const double f2 = sn * s[2] * s[2] - g * std::cos(s[1]);
    const double det = M11 * M22 - M12 * M12;
    return std::array<double, 4>{s[2], s[3], (M22 * f1 - M12 * f2) / det, (M11 * f2 - M12 * f1) / det};
  };
  std::array<double, 4> s{0, 0, 0, 0};
  const int n = 20000;
  const double h = 1.0 / n;
  for (int i = 0; i < n; ++i) {
    const auto shifted = [&](const std::array<double, 4>& k, double by) {
      std::array<double, 4> at = s;
      for (int j = 0; j < 4; ++j) at[j] += by * k[j];
      return at;
    };
    const auto k1 = slope(s), k2 = slope(shifted(k1, h / 2)), k3 = slope(shifted(k2, h / 2)),
               k4 = slope(shifted(k3, h));
    for (int j = 0; j < 4; ++j) s[j] += h / 6 * (k1[j] + 2 * k2[j] + 2 * k3[j] + k4[j]);
  }
  for (auto [kind, solver] :
       {std::pair{Formulation::kkt, IntegratorKind::cvode}, std::pair{Formulation::ali1, IntegratorKind::cvode},
        std::pair{Formulation::ggl, IntegratorKind::ida}}) {
    MechanismRun run(double_pendulum(), formulation(kind), integrator(solver));
    run.advance(0, 1, 20);
    // BDF at 1e-11 over some hundred steps
    EXPECT_NEAR(run.output("upper.angle"), s[0], 2e-8) << static_cast<int>(kind);
    EXPECT_NEAR(run.output("lower.angle"), s[1], 2e-8) << static_cast<int>(kind);
    EXPECT_NEAR(run.output("upper.w"), s[2], 2e-7) << static_cast<int>(kind);
    EXPECT_NEAR(run.output("lower.w"), s[3], 2e-7) << static_cast<int>(kind);
  }
}

/// A torque-free body: the intermediate-axis flip conserves energy and angular momentum.
TEST(MechanismModel, FreeBodyKeepsItsAngularMomentum) {
  MechanismDescription d;
  d.planar = false;
  BodyDescription body;
  body.name = "wingnut";
  body.mass = 1;
  body.turns = true;
  body.inertia = {{{1, 0, 0}, {0, 2, 0}, {0, 0, 3}}};
  body.angular_velocity = {0.01, 5, 0.01};
  d.bodies = {body};
  MechanismRun run(d, formulation(Formulation::kkt), integrator(IntegratorKind::cvode));
  const auto momentum = [&] {
    const Eigen::Quaterniond p(run.output("wingnut.q0"), run.output("wingnut.q1"), run.output("wingnut.q2"),
                               run.output("wingnut.q3"));
    const Eigen::Vector3d w(run.output("wingnut.wx"), run.output("wingnut.wy"), run.output("wingnut.wz"));
    return Eigen::Vector3d(p * Eigen::Vector3d(Eigen::Vector3d(1, 2, 3).asDiagonal() * (p.conjugate() * w)));
  };
  const Eigen::Vector3d before = momentum();
  const double energy = run.energy();
  double lowest = 1;
  for (int i = 0; i < 40; ++i) {
    run.advance(i * 0.1, (i + 1) * 0.1, 1);
    const Eigen::Quaterniond p(run.output("wingnut.q0"), run.output("wingnut.q1"), run.output("wingnut.q2"),
                               run.output("wingnut.q3"));
    lowest = std::min(lowest, (p * Eigen::Vector3d::UnitY()).y());
  }
  EXPECT_LT(lowest, -0.99) << "it turns over";
  EXPECT_LT((momentum() - before).norm(), 1e-7);
  EXPECT_NEAR(run.energy(), energy, 1e-7);
}

/// Halving the step divides the error by 2^p.
TEST(MechanismModel, FormulationsConvergeAtTheirOrder) {
  struct Case {
    Formulation kind;
    IntegratorKind solver;
    double order;
    int coarsest;
  };
  for (const MechanismDescription& d : {double_pendulum(), spatial_pendulum()}) {
    MechanismRun exact(d, formulation(Formulation::kkt), integrator(IntegratorKind::cvode, 1e-12));
    exact.advance(0, 0.5, 10);
    const double truth = exact.output("lower.x");
    for (const Case& c :
         {Case{Formulation::kkt, IntegratorKind::rk4, 4, 20}, Case{Formulation::ali1, IntegratorKind::rk4, 4, 20},
          Case{Formulation::kkt, IntegratorKind::semi_implicit_euler, 1, 400},
          Case{Formulation::ali1, IntegratorKind::semi_implicit_euler, 1, 400},
          Case{Formulation::ali3p, IntegratorKind::trapezoidal, 2, 50}}) {
      std::vector<double> errors;
      for (int n : {c.coarsest, 2 * c.coarsest, 4 * c.coarsest}) {
        MechanismRun run(d, formulation(c.kind), integrator(c.solver));
        run.advance(0, 0.5, n);
        errors.push_back(std::abs(run.output("lower.x") - truth));
      }
      EXPECT_NEAR(std::log2(errors[1] / errors[2]), c.order, 0.25)
          << (d.planar ? "planar" : "spatial") << " formulation " << static_cast<int>(c.kind) << ", errors "
          << errors[0] << ' ' << errors[1] << ' ' << errors[2];
    }
  }
}

TEST(MechanismModel, UndampedMechanismsKeepTheirEnergy) {
  struct Case {
    Formulation kind;
    IntegratorKind solver;
    double drift;      // of 29 J in motion, over 2 s: the order of the method with h = 1/1000 s
    int steps = 2000;  // fewer for those that choose their own inside
  };
  for (const MechanismDescription& d : {double_pendulum(), spatial_pendulum()})
    for (const Case& c :
         {Case{Formulation::kkt, IntegratorKind::rk4, 1e-5}, Case{Formulation::kkt, IntegratorKind::cvode, 1e-6, 40},
          Case{Formulation::ali1, IntegratorKind::semi_implicit_euler, 1},
          Case{Formulation::ali3p, IntegratorKind::trapezoidal, 2e-2},
          Case{Formulation::ggl, IntegratorKind::ida, 1e-5, 40}}) {
      MechanismRun run(d, formulation(c.kind), integrator(c.solver));
      const double before = run.energy();
      run.advance(0, 2, c.steps);
      EXPECT_NEAR(run.energy(), before, c.drift) << d.planar << static_cast<int>(c.kind);
    }
}

TEST(MechanismModel, JointsStayClosed) {
  for (const MechanismDescription& d : {double_pendulum(), spatial_pendulum()})
    for (auto [kind, solver] :
         {std::pair{Formulation::kkt, IntegratorKind::rk4}, std::pair{Formulation::ali3p, IntegratorKind::trapezoidal},
          std::pair{Formulation::ggl, IntegratorKind::ida}}) {
      MechanismRun run(d, formulation(kind), integrator(solver));
      run.advance(0, 4, kind == Formulation::ggl ? 80 : 2000);
      EXPECT_LT(run.output("constraint.position"), 1e-9) << d.planar << static_cast<int>(kind);
      EXPECT_LT(run.output("constraint.velocity"), 1e-9) << d.planar << static_cast<int>(kind);
    }
}

TEST(MechanismModel, OpenJointsAreClosedAndSaidSo) {
  MechanismDescription d = double_pendulum();
  d.bodies[1].position = {1.45, 0.2, 0};
  d.bodies[1].velocity = {1, 2, 0};
  std::vector<std::string> notes;
  const auto made = make_mechanism<double>("m", d, {}, {}, notes);
  std::vector<double> y(made->description().output_count());
  made->initialize(0);
  made->read_outputs(y);
  EXPECT_LT(y[y.size() - 2], 1e-14);
  EXPECT_LT(y[y.size() - 1], 1e-14);
  ASSERT_EQ(notes.size(), 2u);
  EXPECT_THAT(notes[0], AllOf(HasSubstr("elbow"), HasSubstr("0.2")));
  EXPECT_THAT(notes[1], HasSubstr("velocities"));
}

TEST(MechanismModel, ImpossibleAssemblyNamesTheJoint) {
  MechanismDescription d = double_pendulum();
  JointDescription rope;
  rope.name = "rope";
  rope.kind = JointKind::distance;
  rope.first = {ground, {5, 0, 0}, {}};
  rope.second = {1, {0.5, 0, 0}, {}};
  rope.length = 2;  // the tip reaches to x = 2 only
  d.joints.push_back(rope);
  std::vector<std::string> notes;
  EXPECT_THAT(message_of([&] { (void)make_mechanism<double>("m", d, {}, {}, notes); }),
              AllOf(HasSubstr("cannot be assembled"), HasSubstr("rope"), HasSubstr("open by")));
}

TEST(MechanismModel, RedundantJointIsNamed) {
  MechanismDescription d = double_pendulum();
  JointDescription again = d.joints[0];
  again.name = "again";
  d.joints.push_back(again);
  std::vector<std::string> notes;
  EXPECT_THAT(message_of([&] { (void)make_mechanism<double>("m", d, {}, {}, notes); }),
              AllOf(HasSubstr("'again'"), HasSubstr("redundant"), HasSubstr("remove it")));
}

TEST(MechanismModel, RepeatingARestoredStepGivesTheSameBits) {
  for (auto [kind, solver] :
       {std::pair{Formulation::kkt, IntegratorKind::rk4},
        std::pair{Formulation::ali1, IntegratorKind::semi_implicit_euler},
        std::pair{Formulation::ali3p, IntegratorKind::trapezoidal}, std::pair{Formulation::ggl, IntegratorKind::ida}}) {
    MechanismRun run(spatial_pendulum(), formulation(kind), integrator(solver));
    run.advance(0, 0.1, 10);
    Snapshot<double> saved;
    run.subsystem->save(saved);
    run.advance(0.1, 0.2, 10);
    run.subsystem->read_outputs(run.y);
    const std::vector<double> first = run.y;
    run.subsystem->restore(saved);
    run.advance(0.1, 0.2, 10);
    run.subsystem->read_outputs(run.y);
    EXPECT_EQ(first, run.y) << static_cast<int>(kind);
  }
}

}  // namespace
}  // namespace oldham::multibody
