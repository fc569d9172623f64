// SPDX-License-Identifier: MIT
#include "oldham/integrator/integrator.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"
#include "oldham/integrator/known_curve.hpp"

namespace oldham {
namespace {

using enum IntegratorKind;

std::string name_of_kind(const testing::TestParamInfo<IntegratorKind>& kind) { return test_name(kind.param); }

class EveryIntegrator : public testing::TestWithParam<IntegratorKind> {
 protected:
  IntegratorSettings settings{.kind = GetParam(), .micro_step = 0.01};
};
INSTANTIATE_TEST_SUITE_P(Kinds, EveryIntegrator,
                         testing::Values(euler, rk4, trapezoidal, linear_implicit, cvode, arkode), name_of_kind);

TEST_P(EveryIntegrator, LeavesTheStateAloneOverNoTime) {
  Integrator<double> integrator(settings, 2);
  std::array<double, 2> x = {0.3, -7};
  EXPECT_TRUE(integrator.integrate(curve<double>(), {0.4, 0.0}, x.data()).is_accepted());
  EXPECT_EQ(x, (std::array<double, 2>{0.3, -7}));
}

TEST_P(EveryIntegrator, AcceptsAnIntervalOfOneRounding) {
  Integrator<double> integrator(settings, 2);
  const double t = 1000, next = std::nextafter(t, 2000);
  std::array<double, 2> x = {1e-6, 1};
  const StepOutcome outcome = integrator.integrate(curve<double>(), {t, next - t}, x.data());
  EXPECT_TRUE(outcome.is_accepted()) << outcome.reason;
  EXPECT_NEAR(x[1], 1, 1e-12);  // 1e-13 s at a rate of about 1
}

TEST_P(EveryIntegrator, HasNothingToDoWithoutStates) {
  Integrator<double> integrator(settings, 0);
  EXPECT_TRUE(integrator.integrate({0, curve_derivative, {}}, {0.0, 1.0}, nullptr).is_accepted());
}

TEST_P(EveryIntegrator, FailsWithTheTimeWhenTheDerivativeIsNotANumber) {
  const auto broken = [](const double& t, const double*, double* dx) {
    dx[0] = 1;
    dx[1] = t > 0.5 ? std::numeric_limits<double>::quiet_NaN() : 1;
  };
  Integrator<double> integrator(settings, 2);
  std::array<double, 2> x = {1, 1};
  const StepOutcome outcome = integrator.integrate({2, broken, {}}, {0.25, 1.0}, x.data());
  EXPECT_FALSE(outcome.is_accepted());  // an adaptive method first tries to step around it, and then fails
  const std::string text = "derivative 1 is not finite at t = ";
  const std::size_t place = outcome.reason.find(text);
  ASSERT_NE(place, std::string::npos) << outcome.reason;
  const double time = std::stod(outcome.reason.substr(place + text.size()));
  EXPECT_GT(time, 0.5);
  EXPECT_LE(time, 1.25);  // where in between depends on the stages an adaptive step tries
}

TEST_P(EveryIntegrator, DivergesWithTheTimeWhenTheStateIsNotANumber) {
  Integrator<double> integrator(settings, 2);
  std::array<double, 2> x = {1, std::numeric_limits<double>::infinity()};
  const StepOutcome outcome = integrator.integrate(curve<double>(), {0.25, 1.0}, x.data());
  EXPECT_EQ(outcome.status, StepOutcome::Status::diverged);
  EXPECT_NE(outcome.reason.find("state 1 is not finite at t = 0.25"), std::string::npos) << outcome.reason;
}

TEST_P(EveryIntegrator, FailsOnAnIntervalBackwards) {
  Integrator<double> integrator(settings, 2);
  std::array<double, 2> x = {1, 1};
  EXPECT_EQ(integrator.integrate(curve<double>(), {1.0, -0.5}, x.data()).status, StepOutcome::Status::failed);
}

TEST_P(EveryIntegrator, PassesOnWhatTheDerivativeThrows) {
  const auto throwing = [](const double&, const double*, double*) { throw_wrong_input("model", "no data", ""); };
  Integrator<double> integrator(settings, 2);
  std::array<double, 2> x = {1, 1};
  EXPECT_THROW((void)integrator.integrate({2, throwing, {}}, {0.0, 1.0}, x.data()), Error);
}

TEST_P(EveryIntegrator, NeverEvaluatesOutsideTheInterval) {
  const double begin = 0.1, end = 0.1 + 0.7;
  const auto watched = [&](const double& t, const double* x, double* dx) {
    EXPECT_GE(t, begin);
    EXPECT_LE(t, end);
    curve_derivative(t, x, dx);
  };
  Integrator<double> integrator(settings, 2);
  std::array<double, 2> x = {1, 1};
  EXPECT_TRUE(integrator.integrate({2, watched, {}}, {0.1, 0.7}, x.data()).is_accepted());
}

TEST_P(EveryIntegrator, HasANameThatIsReadBack) { EXPECT_EQ(integrator_kind(integrator_name(GetParam())), GetParam()); }

class ImplicitIntegrator : public EveryIntegrator {};
INSTANTIATE_TEST_SUITE_P(Kinds, ImplicitIntegrator, testing::Values(trapezoidal, linear_implicit, cvode), name_of_kind);

TEST_P(ImplicitIntegrator, NeedsNoJacobianFromTheModel) {
  Integrator<double> integrator(settings, 2);
  std::array<double, 2> given = {1, 1}, differences = {1, 1};
  EXPECT_TRUE(integrator.integrate(curve<double>(), {0.0, 1.0}, given.data()).is_accepted());
  EXPECT_TRUE(integrator.integrate({2, curve_derivative, {}}, {0.0, 1.0}, differences.data()).is_accepted());
  // cvode: its tolerance of 1e-8 over some 100 steps. linear_implicit: J errs by 1e-8, thus the state by h · 1e-8 in
  // each step and 1e-8 in all. trapezoidal: the same root of the same equation, found to 1e-8 · 1e-8 in each step.
  const double tolerance = GetParam() == trapezoidal ? 1e-13 : 1e-6;
  EXPECT_NEAR(given[0], differences[0], tolerance);
  EXPECT_NEAR(given[1], differences[1], tolerance);
}

TEST_P(ImplicitIntegrator, FollowsAStiffModelWithLargeSteps) {
  // x' = λ (x − cos t) − sin t keeps to x = cos t; explicit methods would need steps below 2/|λ| = 2e-6 s
  const double lambda = -1e6;
  const auto stiff = [&](const double& t, const double* x, double* dx) {
    dx[0] = lambda * (x[0] - std::cos(t)) - std::sin(t);
  };
  Integrator<double> integrator(settings, 1);
  double x = 1;
  const StepOutcome outcome = integrator.integrate({1, stiff, {}}, {0.0, 1.0}, &x);
  EXPECT_TRUE(outcome.is_accepted()) << outcome.reason;
  // the local error of order h² = 1e-4 at most is divided by |h λ| = 1e4 (linear_implicit, trapezoidal)
  EXPECT_NEAR(x, std::cos(1.0), 1e-6);
}

TEST(Integrator, RefusesWhatItCannotDoAndSaysWhatToDoInstead) {
  const auto kind_and_text = [](auto&& make) {
    try {
      make();
    } catch (const Error& error) {
      return std::pair{error.kind(), std::string(error.what())};
    }
    return std::pair{ErrorKind::failure, std::string()};
  };
  const auto exact_kind = kind_and_text([] { Integrator<double>({.kind = exact}, 1); });
  EXPECT_EQ(exact_kind.first, ErrorKind::wrong_input);
  for (const IntegratorKind kind : {cvode, arkode}) {
    const auto [error, text] = kind_and_text([&] { Integrator<Multiprecision>({.kind = kind}, 1); });
    EXPECT_EQ(error, ErrorKind::missing_capability);
    EXPECT_NE(text.find(integrator_name(kind)), std::string::npos) << text;
    EXPECT_NE(text.find("fixed-step integrator"), std::string::npos) << text;
  }
  const auto [error, text] = kind_and_text([] { (void)integrator_kind("rk5"); });
  EXPECT_EQ(error, ErrorKind::wrong_input);
  EXPECT_NE(text.find("rk4"), std::string::npos) << text;
  EXPECT_THROW(Integrator<double>({.kind = rk4, .micro_step = -1}, 1), Error);
  EXPECT_THROW(Integrator<double>({.kind = cvode, .order = 6}, 1), Error);
  EXPECT_THROW(Integrator<double>({.kind = arkode, .order = 7}, 1), Error);
}

}  // namespace
}  // namespace oldham
