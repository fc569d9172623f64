// SPDX-License-Identifier: MIT
#include "oldham/interface/constraint_joint.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "joint_check.hpp"
#include "message_of.hpp"
#include "oldham/interface/explicit_joint.hpp"
#include "oldham/interface/joint_formulas.hpp"

namespace oldham {
namespace {

using M = Multiprecision;
using testing::AllOf;
using testing::HasSubstr;

/// Any formula as a constraint that hides it: mixed equations, K (q_F − ξ) + |q_F − ξ|² (1, 2, …)ᵀ = 0 with a regular
/// K.
template <class Formula>
struct Hidden {
  Formula formula;
  int moved;

  template <class S>
  void operator()(const S& t, const S* q_R, const S* q_F, S* g) const {
    std::vector<S> apart(moved);
    formula(t, q_R, apart.data());
    S square(0);
    for (int i = 0; i < moved; ++i) {
      apart[i] = q_F[i] - apart[i];
      square += apart[i] * apart[i];
    }
    for (int i = 0; i < moved; ++i) {
      g[i] = (i + 1) * square;
      for (int j = 0; j < moved; ++j) g[i] += (i == j ? 5 : (i + 2 * j) % 3 - 1) * apart[j];
    }
  }
};

template <class Formula>
void expect_equal_forms(const JointShape& shape, const Formula& formula) {
  const ExplicitJoint<M, Formula> by_formula(shape, formula);
  const ConstraintJoint<M, Hidden<Formula>> by_newton(shape, {formula, shape.moved});
  for (unsigned seed = 1; seed <= 3; ++seed) {
    JointState<M> at = draw_state<M>(by_formula, seed);
    const DependentMotion<M> expected = motion_of<M>(by_formula, at);
    at.guess = expected.position;
    for (M& q : at.guess) q += M(1) / 64;
    expect_equal_motion(motion_of<M>(by_newton, at), expected, exact);
  }
}

TEST(ConstraintJoint, AgreesWithTheExplicitFormOfTheSameJoint) {
  expect_equal_forms({"revolute", 3, 2}, PlanarPoint<M>{{M("0.5"), M("-0.2")}});
  expect_equal_forms({"prismatic", 4, 3}, PlanarCarriage<M>{{M("0.5"), M("-0.2")}, {M("0.6"), M("0.8")}, M("0.1")});
  expect_equal_forms({"clamped", 7, 7}, PointWithQuaternion<M>{{M(1), M(2), M(3)}, {M(1), M(0), M(0), M(1)}});
  expect_equal_forms({"clamped", 6, 12},
                     PointWithDirectors<M>{RotationKind::cardan_angles,
                                           {M(1), M(2), M(3)},
                                           {{M(1), M(0), M(0)}, {M(0), M(1), M(0)}, {M(0), M(0), M(1)}}});
  const auto swing = [](const auto& t, auto* c) {
    c[0] = sin(3 * t);
    c[1] = exp(-t) * t;
  };
  expect_equal_forms({"offset", 2, 2}, OffsetCoordinates<decltype(swing)>{2, swing});
}

/// A prismatic joint written as its equations: across the guide nothing, along it σ, and no turn.
struct Carriage {
  template <class S>
  void operator()(const S&, const S* q_R, const S* q_F, S* g) const {
    const S c = cos(q_R[2]), s = sin(q_R[2]), x = q_F[0] - q_R[0], y = q_F[1] - q_R[1];
    g[0] = -s * x + c * y;
    g[1] = c * x + s * y - q_R[3];
    g[2] = q_F[2] - q_R[2];
  }
};

TEST(ConstraintJoint, SolvesThePrismaticJointFromItsGeometry) {
  const ConstraintJoint<M, Carriage> joint({"prismatic", 4, 3}, {});
  const ExplicitJoint<M, PlanarCarriage<M>> formula({"prismatic", 4, 3}, {{M(0), M(0)}, {M(1), M(0)}, M(0)});
  const JointState<M> at = draw_state<M>(joint, 5);
  expect_equal_motion(motion_of<M>(joint, at), motion_of<M>(formula, at), exact);
}

/// A rod of changing length L(t) = 2 + sin t between the mover's point and a slider on the x axis.
const auto winch = [](const auto& t, const auto* q_R, const auto* q_F, auto* g) {
  const auto length = 2 + sin(t), along = q_F[0] - q_R[0];
  g[0] = along * along + q_R[1] * q_R[1] - length * length;
};

TEST(ConstraintJoint, DifferentiatesPrescribedMotionToo) {
  const ConstraintJoint<M, decltype(winch)> joint({"winch", 2, 1}, winch);
  // mover at rest: q = √(L² − y²), q' = L L'/q, q'' = (L'² + L L'' − q'²)/q
  const M t("0.4"), y("0.9"), L = 2 + sin(t), q = sqrt(L * L - y * y), v = L * cos(t) / q;
  const DependentMotion<M> motion = motion_of<M>(joint, {t, {M(0), y}, {M(0), M(0)}, {}, {M(1)}});
  expect_equal_motion(motion, {{q}, {v}, {(cos(t) * cos(t) - L * sin(t) - v * v) / q}, {M(1), -y / q}}, exact);
  for (unsigned seed = 1; seed <= 5; ++seed) {
    JointState<M> at = draw_state<M>(joint, seed);
    at.guess = {M(3)};
    expect_derivatives(joint, at);
  }
}

/// Strongly coupled, with terms in time and products of all arguments.
const auto knot = [](const auto& t, const auto* q_R, const auto* q_F, auto* g) {
  g[0] = exp(q_F[0]) - 2 + q_F[1] * q_R[0] * cos(t) + t * q_F[0];
  g[1] = q_F[1] * q_F[1] * q_F[1] + 3 * q_F[1] + sin(q_F[0] * q_R[1]) - t * t * q_R[2];
};

TEST(ConstraintJoint, HasTheDerivativesOfItsPositionWhereNoFormulaIsKnown) {
  const ConstraintJoint<M, decltype(knot)> joint({"knot", 3, 2}, knot);
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const JointState<M> at = draw_state<M>(joint, seed);
    expect_derivatives(joint, at);
    // and it solves the constraint
    const std::vector<M> q = motion_of<M>(joint, at).position;
    M g[2];
    knot(at.t, at.q_R.data(), q.data(), g);
    EXPECT_LE(to_double(M(abs(g[0]) + abs(g[1]))), exact);
  }
}

TEST(ConstraintJoint, GivesInDoubleWhatManyDigitsGive) {
  const ConstraintJoint<M, decltype(knot)> precise({"knot", 3, 2}, knot);
  const ConstraintJoint<double, decltype(knot)> joint({"knot", 3, 2}, knot);
  const DependentMotion<M> many = motion_of<M>(precise, draw_state<M>(precise, 2));
  const DependentMotion<double> motion = motion_of<double>(joint, draw_state<double>(joint, 2));
  for (int i = 0; i < 2; ++i) {
    EXPECT_NEAR(motion.position[i], to_double(many.position[i]), 1e-14);  // ε = 2e-16, a few dozen operations
    EXPECT_NEAR(motion.velocity[i], to_double(many.velocity[i]), 1e-14);
    EXPECT_NEAR(motion.bias[i], to_double(many.bias[i]), 1e-13);
  }
}

TEST(ConstraintJoint, IsFoundFromAPoorGuess) {
  // full Newton steps on atan diverge from any guess that is off by more than 1.39
  const auto flat = [](const auto&, const auto* q_R, const auto* q_F, auto* g) { g[0] = atan(q_F[0] - q_R[0]); };
  const ConstraintJoint<double, decltype(flat)> joint({"flat", 1, 1}, flat);
  for (double far : {-20.0, 3.0, 500.0})
    EXPECT_NEAR(motion_of<double>(joint, {0, {0.5}, {1}, {}, {far}}).position[0], 0.5, 1e-14);  // round-off
  // two unknowns that pull at each other
  const auto both = [](const auto&, const auto* q_R, const auto* q_F, auto* g) {
    g[0] = atan(q_F[0] - q_R[0]) + (q_F[1] - q_R[1]) / 8;
    g[1] = exp(q_F[1]) - exp(q_R[1]) + q_F[0] - q_R[0];
  };
  const ConstraintJoint<double, decltype(both)> pair({"both", 2, 2}, both);
  for (double far : {-2.0, 3.0}) {
    const DependentMotion<double> motion = motion_of<double>(pair, {0, {0.5, 1}, {1, 1}, {}, {far, 2}});
    EXPECT_NEAR(motion.position[0], 0.5, 1e-14);
    EXPECT_NEAR(motion.position[1], 1, 1e-14);
  }
  // a parabola, from where it is a line
  const ConstraintJoint<double, decltype(winch)> rod({"winch", 2, 1}, winch);
  EXPECT_NEAR(motion_of<double>(rod, {0, {0, 0}, {0, 0}, {}, {1e6}}).position[0], 2, 1e-14);
}

TEST(ConstraintJoint, DoesNotDependOnTheUnitsOfItsEquations) {
  const auto scaled = [](const auto& t, const auto* q_R, const auto* q_F, auto* g) {
    knot(t, q_R, q_F, g);
    g[0] *= 1e-12;
    g[1] *= 1e9;
  };
  const ConstraintJoint<double, decltype(knot)> joint({"knot", 3, 2}, knot);
  const ConstraintJoint<double, decltype(scaled)> other({"knot", 3, 2}, scaled);
  const JointState<double> at = draw_state<double>(joint, 2);
  expect_equal_motion(motion_of<double>(other, at), motion_of<double>(joint, at), 1e-13);  // round-off, as above
}

TEST(ConstraintJoint, ReportsEquationsThatRepeatEachOther) {
  const auto twice = [](const auto&, const auto* q_R, const auto* q_F, auto* g) {
    g[0] = q_F[0] + q_F[1] - q_R[0];
    g[1] = 2 * q_F[0] + 2 * q_F[1] - 2 * q_R[0];
  };
  const ConstraintJoint<double, decltype(twice)> joint({"twice", 1, 2}, twice);
  DependentMotion<double> motion;
  const std::vector<double> q = {1}, v = {0};
  EXPECT_THAT(joint.solve(0, q, v, motion), AllOf(HasSubstr("joint 'twice' at t = 0, q_R = (1), q_F = (0, 0)"),
                                                  HasSubstr("dg/dq_F is singular, smallest pivot 0 in parts")));
}

TEST(ConstraintJoint, ReportsACoordinateThatNothingDetermines) {
  const auto idle = [](const auto&, const auto* q_R, const auto* q_F, auto* g) {
    g[0] = q_F[0] - q_R[0];
    g[1] = q_F[0] * q_F[0] - q_R[0] * q_R[0];
  };
  const ConstraintJoint<double, decltype(idle)> joint({"idle", 1, 2}, idle);
  DependentMotion<double> motion;
  const std::vector<double> q = {1}, v = {0};
  EXPECT_THAT(joint.solve(0, q, v, motion), HasSubstr("does not determine coordinate 2 of q_F"));
}

TEST(ConstraintJoint, ReportsThatThereIsNoSolution) {
  // exp never reaches zero, and its slope dies out only far away
  const auto never = [](const auto&, const auto* q_R, const auto* q_F, auto* g) { g[0] = exp(q_F[0]) + q_R[0]; };
  const ConstraintJoint<double, decltype(never)> joint({"never", 1, 1}, never, {.iterations = 5});
  DependentMotion<double> motion;
  const std::vector<double> q = {0}, v = {0};
  EXPECT_THAT(joint.solve(0, q, v, motion), AllOf(HasSubstr("Newton's method did not solve the constraint"),
                                                  HasSubstr("too many iterations"), HasSubstr("q_F = (-5)")));
  EXPECT_EQ(motion.position, std::vector<double>({0}));
}

TEST(ConstraintJoint, ReportsNumbersThatAreNone) {
  const auto root = [](const auto&, const auto* q_R, const auto* q_F, auto* g) { g[0] = q_F[0] - sqrt(q_R[0]); };
  const ConstraintJoint<double, decltype(root)> joint({"root", 1, 1}, root);
  DependentMotion<double> motion;
  const std::vector<double> q = {-1}, v = {0};
  EXPECT_THAT(joint.solve(0, q, v, motion), HasSubstr("joint 'root' at t = 0, q_R = (-1)"));
}

TEST(ConstraintJoint, RefusesMoreEquationsThanItHasRoomFor) {
  using Joint = ConstraintJoint<double, decltype(winch), 1>;
  EXPECT_THAT(message_of([] { Joint({"wide", 2, 2}, winch); }), HasSubstr("2 equations, room is for 1"));
  EXPECT_THAT(message_of([] { Joint({"", 2, 1}, winch); }), HasSubstr("no name"));
}

}  // namespace
}  // namespace oldham
