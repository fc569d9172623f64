// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <ostream>
#include <string>
#include <tuple>
#include <vector>

#include "oldham/integrator/integrator.hpp"

namespace oldham {
namespace {

using enum IntegratorKind;

struct Choice {
  const char* name;
  IntegratorSettings settings;
  friend std::ostream& operator<<(std::ostream& out, const Choice& choice) { return out << choice.name; }
};

std::vector<Choice> adaptive_choices() {
  std::vector<Choice> choices = {{"cvode_bdf", {.kind = cvode}},
                                 {"cvode_bdf_order_2", {.kind = cvode, .order = 2}},
                                 {"cvode_adams", {.kind = cvode, .adams = true}},
                                 {"arkode", {.kind = arkode}},
                                 {"arkode_order_2", {.kind = arkode, .order = 2}},
                                 {"arkode_order_3", {.kind = arkode, .order = 3}},
                                 {"arkode_order_4", {.kind = arkode, .order = 4}},
                                 {"arkode_order_5", {.kind = arkode, .order = 5}},
                                 {"arkode_order_6", {.kind = arkode, .order = 6}},
                                 {"arkode_order_8", {.kind = arkode, .order = 8}}};
  return choices;
}
std::vector<Choice> all_choices() {
  std::vector<Choice> choices = adaptive_choices();
  for (Choice& choice : choices) choice.settings.relative_tolerance = 1e-5;  // the low orders would take long
  choices.push_back({"euler", {.kind = euler, .micro_step = 0.01}});
  choices.push_back({"rk4", {.kind = rk4, .micro_step = 0.01}});
  choices.push_back({"trapezoidal", {.kind = trapezoidal, .micro_step = 0.01}});
  choices.push_back({"linear_implicit", {.kind = linear_implicit, .micro_step = 0.01}});
  return choices;
}

constexpr auto name_of = [](const auto& choice) { return std::string(choice.param.name); };

/// Van der Pol: smooth, then abrupt, so that steps are rejected and orders change.
struct VanDerPol {
  double mu = 5;
  void operator()(const double&, const double* x, double* dx) const {
    dx[0] = x[1];
    dx[1] = mu * (1 - x[0] * x[0]) * x[1] - x[0];
  }
};

class AdaptiveIntegrator : public testing::TestWithParam<Choice> {};
INSTANTIATE_TEST_SUITE_P(Choices, AdaptiveIntegrator, testing::ValuesIn(adaptive_choices()), name_of);

TEST_P(AdaptiveIntegrator, ObeysItsTolerance) {
  // A driven oscillator with a known solution: x'' = −x + 3 sin 2t, x = cos t − sin 2t + 2 sin t.
  int evaluations = 0;
  const auto driven = [&](const double& t, const double* x, double* dx) {
    ++evaluations;
    dx[0] = x[1];
    dx[1] = -x[0] + 3 * std::sin(2 * t);
  };
  const double end = 6;
  const double exact = std::cos(end) - std::sin(2 * end) + 2 * std::sin(end);
  for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
    IntegratorSettings settings = GetParam().settings;
    settings.relative_tolerance = settings.absolute_tolerance = tolerance;
    Integrator<double> integrator(settings, 2);
    std::array<double, 2> x = {1, 0};
    evaluations = 0;
    const StepOutcome outcome = integrator.integrate({2, driven, {}}, {0.0, end}, x.data());
    EXPECT_TRUE(outcome.is_accepted()) << outcome.reason;
    // the tolerance bounds the error of each step; the oscillator damps nothing, so at worst they add up, and there
    // are fewer steps than evaluations
    EXPECT_NEAR(x[0], exact, evaluations * tolerance) << "tolerance " << tolerance;
  }
}

TEST_P(AdaptiveIntegrator, FailsWithTheTimeWhenItRunsOutOfSteps) {
  IntegratorSettings settings = GetParam().settings;
  settings.max_steps = 3;
  Integrator<double> integrator(settings, 2);
  std::array<double, 2> x = {2, 0};
  testing::internal::CaptureStderr();
  const StepOutcome outcome = integrator.integrate({2, VanDerPol{}, {}}, {0.0, 100.0}, x.data());
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(outcome.status, StepOutcome::Status::failed);
  EXPECT_NE(outcome.reason.find("stopped at t = "), std::string::npos) << outcome.reason;
  EXPECT_NE(outcome.reason.find("mxstep steps taken"), std::string::npos) << outcome.reason;
}

/// The one promise a co-simulation that repeats its steps cannot do without.
class RepeatedIntegration : public testing::TestWithParam<Choice> {};
INSTANTIATE_TEST_SUITE_P(Choices, RepeatedIntegration, testing::ValuesIn(all_choices()), name_of);

TEST_P(RepeatedIntegration, IsBitwiseTheSameWhateverCameBetween) {
  const VanDerPol model, fast{50};
  const auto with_jacobian = [](const double&, const double* x, double* jacobian) {
    jacobian[0] = 0;
    jacobian[1] = 1;
    jacobian[2] = -10 * x[0] * x[1] - 1;
    jacobian[3] = 5 * (1 - x[0] * x[0]);
  };
  const auto breaking = [](const double& t, const double*, double* dx) {
    dx[0] = 1 / (t - 3.5);
    dx[1] = std::sqrt(3.5 - t);
  };
  const auto throwing = [](const double& t, const double*, double* dx) {
    if (t > 3.3) throw 1;
    dx[0] = dx[1] = t;
  };
  using State = std::array<double, 2>;

  // the answers of integrators that have never done anything else
  const auto run = [&](Integrator<double>& integrator, double begin, double length, State x, bool jacobian) {
    Ode<double> ode{2, model, {}};
    if (jacobian) ode.jacobian = with_jacobian;
    const StepOutcome outcome = integrator.integrate(ode, {begin, length}, x.data());
    EXPECT_TRUE(outcome.is_accepted()) << outcome.reason;
    return x;
  };
  const auto fresh = [&](double begin, double length, State x, bool jacobian) {
    Integrator<double> integrator(GetParam().settings, 2);
    return run(integrator, begin, length, x, jacobian);
  };

  // every disturbance is another way to leave something behind in a solver
  Integrator<double> integrator(GetParam().settings, 2);
  const auto disturb = [&](int which) {
    State x = {-1.5, 3};
    StepOutcome ignored;
    switch (which) {
      case 0:
        (void)run(integrator, 0, 8, x, true);
        break;  // long and easy
      case 1:
        (void)run(integrator, 70, 1e-7, x, false);
        break;  // very short
      case 2:
        ignored = integrator.integrate({2, fast, {}}, {1.0, 0.3}, x.data());
        break;  // stiffer
      case 3:
        ignored = integrator.integrate({2, breaking, {}}, {3.0, 1.0}, x.data());
        break;  // fails on the way
      case 4:
        ignored = integrator.integrate({2, breaking, {}}, {3.6, 1.0}, x.data());
        break;  // fails at once
      case 5:
        EXPECT_THROW((void)integrator.integrate({2, throwing, {}}, {3.0, 1.0}, x.data()), int);
        break;
      case 6:
        x = {1e-200, 1e200};
        ignored = integrator.integrate({2, model, {}}, {0.0, 0.1}, x.data());
        break;
      case 7:
        ignored = integrator.integrate({2, model, {}}, {5.0, 0.0}, x.data());
        break;  // no time
    }
  };
  for (const bool jacobian : {false, true})
    for (const auto& [begin, length, start] : {std::tuple{0.0, 0.1, State{2, 0}},
                                               {1.0, 7.0, State{2, 0.1}},
                                               {12.3, 0.5, State{1.01, -1.3}},
                                               {1000.0, 1e-9, State{0, 1}}}) {
      const State expected = fresh(begin, length, start, jacobian);
      for (int which = 0; which < 16; ++which) {
        disturb(3 * which % 8);
        disturb((5 * which + which / 8) % 8);
        const State again = run(integrator, begin, length, start, jacobian);
        EXPECT_EQ(again[0], expected[0]) << "after disturbance " << which;
        EXPECT_EQ(again[1], expected[1]) << "after disturbance " << which;
      }
    }
}

TEST_P(RepeatedIntegration, SurvivesAMoveOfTheIntegrator) {
  Integrator<double> first(GetParam().settings, 2);
  std::array<double, 2> before = {2, 0}, after = {2, 0};
  EXPECT_TRUE(first.integrate({2, VanDerPol{}, {}}, {0.0, 0.5}, before.data()).is_accepted());
  Integrator<double> second = std::move(first);
  EXPECT_TRUE(second.integrate({2, VanDerPol{}, {}}, {0.0, 0.5}, after.data()).is_accepted());
  EXPECT_EQ(before, after);
}

}  // namespace
}  // namespace oldham
