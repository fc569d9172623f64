// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

#include "oldham/coupling/cosimulation.hpp"
#include "oldham/interface/frame_turn.hpp"
#include "oldham/subsystem/ode_subsystem.hpp"

// Frames that one subsystem prescribes to another, rebuilt on the group of rotations.

namespace oldham {
namespace {

/// Turns first about x by α(t), then about the new z by β(t).
struct Spinner {
  std::function<double(double)> alpha, beta;
  static constexpr bool is_linear = false, has_linear_outputs = false;
  static std::vector<double> initial_state() { return {0}; }
  static std::vector<ParameterValue> parameters() { return {}; }
  static void derivative(double, const double*, const double*, double* dx) { dx[0] = 0; }
  static void jacobian(double, const double*, const double*, double* J) { J[0] = 0; }
  static double rate(const std::function<double(double)>& f, double t) { return (f(t + 1e-4) - f(t - 1e-4)) / 2e-4; }
  Eigen::Quaterniond frame(double t) const {
    return Eigen::Quaterniond(Eigen::AngleAxisd(alpha(t), Eigen::Vector3d::UnitX()) *
                              Eigen::AngleAxisd(beta(t), Eigen::Vector3d::UnitZ()));
  }
  Eigen::Vector3d spin(double t) const {
    return {rate(alpha, t) * std::cos(beta(t)), -rate(alpha, t) * std::sin(beta(t)), rate(beta, t)};
  }
  void output(double t, const double*, const double*, double* y) const {
    const Eigen::Quaterniond q = frame(t);
    const Eigen::Vector3d w = spin(t);
    const double sign = std::sin(1000 * t) > 0 ? 1 : -1;  // means the same frame
    for (double number : {q.w(), q.x(), q.y(), q.z()}) *y++ = sign * number;
    for (double number : w) *y++ = number;
  }
};

/// Says what it is told: the frame q exp(turn/2) and the rate of the turn.
struct Follower {
  static constexpr bool is_linear = false, has_linear_outputs = false;
  static std::vector<double> initial_state() { return {0}; }
  static std::vector<ParameterValue> parameters() { return {}; }
  static void derivative(double, const double*, const double*, double* dx) { dx[0] = 0; }
  static void jacobian(double, const double*, const double*, double* J) { J[0] = 0; }
  static void output(double, const double*, const double* u, double* y) {
    const Eigen::Vector3d turn(u[4], u[5], u[6]);
    Eigen::Quaterniond q(u[0], u[1], u[2], u[3]);
    if (turn.norm() > 0) q = q * Eigen::Quaterniond(Eigen::AngleAxisd(turn.norm(), turn.normalized()));
    for (double number : {q.w(), q.x(), q.y(), q.z(), u[7], u[8], u[9]}) *y++ = number;
  }
};

std::shared_ptr<const Boundary> ports(int inputs, int outputs, bool feedthrough) {
  auto boundary = std::make_shared<Boundary>();
  boundary->model = "test";
  boundary->feedthrough = feedthrough;
  for (int i = 0; i < inputs; ++i) boundary->inputs.push_back({"in" + std::to_string(i), parse_unit("1"), ""});
  for (int i = 0; i < outputs; ++i) boundary->outputs.push_back({"out" + std::to_string(i), parse_unit("1"), ""});
  return boundary;
}

class PrescribedTurn : public testing::Test {
 protected:
  void couple(std::function<double(double)> alpha, std::function<double(double)> beta, Scheme scheme) {
    spinner_ = {std::move(alpha), std::move(beta)};
    Assembly<double> a;
    a.subsystems.push_back(
        std::make_unique<OdeSubsystem<double, Spinner>>("spinner", ports(0, 7, false), spinner_, IntegratorSettings{}));
    a.subsystems.push_back(std::make_unique<OdeSubsystem<double, Follower>>("follower", ports(10, 7, true), Follower{},
                                                                            IntegratorSettings{}));
    Turn turn;
    Law<double> law{"turn", std::make_shared<FrameTurn<double>>(), {}, {}, "here"};
    for (int i = 0; i < 4; ++i) {
      turn.quaternion[i] = {0, i};
      turn.in_quaternion[i] = {1, i};
      a.connections.push_back({{0, i}, {1, i}, 1, 0, ""});
      law.arguments.push_back({0, i});
    }
    for (int i = 0; i < 3; ++i) {
      turn.spin[i] = {0, 4 + i};
      turn.in_turn[i] = {1, 4 + i};
      turn.in_spin[i] = {1, 7 + i};
      a.connections.push_back({{0, 4 + i}, {1, 7 + i}, 1, 0, ""});
      law.effects.push_back({{1, 4 + i}, i, 1.0});
    }
    a.laws.push_back(std::move(law));
    a.turns.push_back(turn);
    scheme.threads = 1;
    system_ = std::make_unique<Cosimulation<double>>(std::move(a), scheme);
  }

  /// How far, in rad, the frame that the follower was told lies from the true one after so many steps of H.
  double frame_error(double H, int steps) {
    MacroState<double> state = system_->initial_state(0.0);
    for (int n = 0; n < steps; ++n) EXPECT_TRUE(system_->step(state, {n * H, H}).is_accepted());
    told_.assign(state.outputs.begin() + 7, state.outputs.end());
    const Eigen::Quaterniond q = spinner_.frame(steps * H);
    const double truth[4] = {q.w(), q.x(), q.y(), q.z()};
    Eigen::Vector3d off;
    relative_turn(truth, told_.data(), off.data());
    return off.norm();
  }
  double spin_error(double t) const {
    return (Eigen::Vector3d(told_[4], told_[5], told_[6]) - spinner_.spin(t)).norm();
  }

  static Scheme extrapolating(int order) {
    Scheme scheme;
    scheme.motion.order = order;
    scheme.motion.outputs = MotionCoupling::Outputs::extrapolated;
    return scheme;
  }

  Spinner spinner_;
  std::unique_ptr<Cosimulation<double>> system_;
  std::vector<double> told_;
};

TEST_F(PrescribedTurn, AboutOneAxisIsExactForAnglesOfTheSameDegree) {
  // more than half a turn in two steps: numbers of a quaternion are far from polynomials here
  couple([](double t) { return 18 * t - 6 * t * t; }, [](double) { return 0.0; }, extrapolating(2));
  EXPECT_LE(frame_error(0.1, 4), 1e-13);
  EXPECT_LE(spin_error(0.4), 1e-9);  // the rates of the spinner are differences
}

TEST_F(PrescribedTurn, HasTheOrderOfTheExtrapolation) {
  for (int order = 0; order <= 3; ++order) {
    couple([](double t) { return std::sin(3 * t); }, [](double t) { return std::cos(2 * t) + t * t; },
           extrapolating(order));
    const double coarse = frame_error(0.02, 40), fine = frame_error(0.01, 80);
    EXPECT_NEAR(std::log2(coarse / fine), order + 1, 0.15) << order;
  }
}

TEST_F(PrescribedTurn, ActualOutputsSeeTheFrameAsItBecame) {
  Scheme scheme = extrapolating(1);
  scheme.motion.outputs = MotionCoupling::Outputs::actual;
  couple([](double t) { return std::sin(9 * t); }, [](double t) { return 5 * t * t; }, scheme);
  EXPECT_LE(frame_error(0.05, 7), 1e-14);
  EXPECT_LE(spin_error(0.35), 1e-14);
}

TEST_F(PrescribedTurn, WhoComesSecondKnowsTheFrame) {
  Scheme scheme = extrapolating(1);
  scheme.schedule.kind = Schedule::Kind::gauss_seidel;
  couple([](double t) { return std::sin(9 * t); }, [](double t) { return 5 * t * t; }, scheme);
  EXPECT_LE(frame_error(0.05, 7), 1e-14);
}

TEST_F(PrescribedTurn, CorrectedKnowsTheFrame) {
  for (int order = 0; order <= 2; ++order) {
    Scheme scheme = extrapolating(order);
    for (const NamedCorrection& row : correction_catalogue())
      if (row.name == std::string("implicit")) scheme.correction = row.correction;
    couple([](double t) { return std::sin(9 * t); }, [](double t) { return 5 * t * t; }, scheme);
    EXPECT_LE(frame_error(0.05, 7), 1e-8) << order;  // the tolerance of the correction
  }
}

TEST_F(PrescribedTurn, RepeatedStepsAreTheSame) {
  couple([](double t) { return std::sin(3 * t); }, [](double t) { return t * t; }, extrapolating(2));
  MacroState<double> state = system_->initial_state(0.0);
  for (int n = 0; n < 5; ++n) EXPECT_TRUE(system_->step(state, {n * 0.1, 0.1}).is_accepted());
  MacroState<double> again = state.clone();
  EXPECT_TRUE(system_->step(state, {0.5, 0.1}).is_accepted());
  EXPECT_TRUE(system_->step(again, {0.5, 0.1}).is_accepted());
  EXPECT_EQ(state.outputs, again.outputs);
}

}  // namespace
}  // namespace oldham
