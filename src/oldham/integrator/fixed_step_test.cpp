// SPDX-License-Identifier: MIT
#include "oldham/integrator/fixed_step.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <ostream>
#include <string>
#include <utility>

#include "oldham/integrator/known_curve.hpp"

namespace oldham {
namespace {

using enum IntegratorKind;

template <class T>
T error_at_end(const IntegratorSettings& settings) {
  Integrator<T> integrator(settings, 2);
  std::array<T, 2> x = {T(1), T(1)};
  const StepOutcome outcome = integrator.integrate(curve<T>(), {T(0), T(0.5)}, x.data());
  EXPECT_TRUE(outcome.is_accepted()) << outcome.reason;
  return curve_error(x, T(0.5));
}

template <class T>
double measured_order(IntegratorSettings settings, double micro_step) {
  settings.micro_step = micro_step;
  const T coarse = error_at_end<T>(settings);
  settings.micro_step = micro_step / 2;
  return std::log2(to_double(T(coarse / error_at_end<T>(settings))));
}

struct Order {
  IntegratorKind kind;
  double order;
  friend std::ostream& operator<<(std::ostream& out, const Order& row) { return out << integrator_name(row.kind); }
};
class FixedStepIntegrator : public testing::TestWithParam<Order> {};
INSTANTIATE_TEST_SUITE_P(Kinds, FixedStepIntegrator,
                         testing::Values(Order{euler, 1}, Order{rk4, 4}, Order{trapezoidal, 2},
                                         Order{linear_implicit, 1}),
                         [](const auto& row) { return test_name(row.param.kind); });

TEST_P(FixedStepIntegrator, ConvergesWithItsOrder) {
  // the next term of the error expansion is smaller by a factor h = 0.01, and moves the exponent by as much
  EXPECT_NEAR(measured_order<double>({.kind = GetParam().kind}, 0.01), GetParam().order, 0.05);
}

TEST_P(FixedStepIntegrator, ConvergesWithItsOrderInMultiprecision) {
  // the default tolerance of Newton is enough, since its error is squared by the last correction
  EXPECT_NEAR(measured_order<Multiprecision>({.kind = GetParam().kind}, 0.01), GetParam().order, 0.05);
}

TEST(FixedStepIntegrators, CutTheIntervalIntoEqualStepsNotLongerThanTheMicroStep) {
  // 0.7 / 0.1 is 6.999…9 in binary and means seven; 0.72 / 0.1 needs eight
  for (const auto& [length, expected] : {std::pair{0.7, 7}, {0.72, 8}, {0.05, 1}}) {
    int begins = 0;
    double last_begin = -1;
    const auto counting = [&](const double& t, const double*, double* dx) {
      dx[0] = 1;
      if (t > last_begin) ++begins;
      last_begin = std::max(t, last_begin);
    };
    Integrator<double> integrator({.kind = euler, .micro_step = 0.1}, 1);
    double x = 0;
    EXPECT_TRUE(integrator.integrate({1, counting, {}}, {0.0, length}, &x).is_accepted());
    EXPECT_EQ(begins, expected);
    EXPECT_NEAR(x, length, 8 * std::numeric_limits<double>::epsilon());  // eight additions
  }
}

TEST(Rk4, ConvergesFarBelowDoublePrecisionInMultiprecision) {
  // a global error of 1e-21 would take 250000 steps per second, so one step instead: a method of order 4 has a local
  // error of order h^5, which halving divides by 2^5
  const auto local_error = [](double H) {
    Integrator<Multiprecision> integrator({.kind = rk4}, 2);
    std::array<Multiprecision, 2> x = {1, 1};
    EXPECT_TRUE(integrator.integrate(curve<Multiprecision>(), {0, H}, x.data()).is_accepted());
    return curve_error(x, Multiprecision(H));
  };
  const Multiprecision coarse = local_error(std::ldexp(1.0, -20)), fine = local_error(std::ldexp(1.0, -21));
  EXPECT_LT(coarse, Multiprecision("1e-29"));  // 2^-100
  EXPECT_NEAR(std::log2(to_double(Multiprecision(coarse / fine))), 5, 0.01);
}

TEST(Trapezoidal, FailsWithTheTimeWhenNewtonDoesNotConverge) {
  // x' = 1 − 1e6 ∛x with a huge step asks for a root of ∛ near 0, where Newton's method overshoots for ever:
  // the root of ∛x itself is answered with −2x
  const auto root = [](const double&, const double* x, double* dx) { dx[0] = 1 - 1e6 * std::cbrt(x[0]); };
  Integrator<double> integrator({.kind = trapezoidal, .newton_iterations = 8}, 1);
  double x = 1;
  const StepOutcome outcome = integrator.integrate({1, root, {}}, {0.0, 2.0}, &x);
  EXPECT_EQ(outcome.status, StepOutcome::Status::failed);
  EXPECT_NE(outcome.reason.find("8 iterations at t = 2 s"), std::string::npos) << outcome.reason;
}

TEST(Trapezoidal, IsExactlyLinearForALinearModel) {
  // one Newton step solves a linear equation, so the default tolerance leaves only rounding:
  // x' = −x gives (1 − h/2)/(1 + h/2)
  const auto decay = [](const double&, const double* x, double* dx) { dx[0] = -x[0]; };
  Integrator<double> integrator({.kind = trapezoidal}, 1);
  double x = 1;
  EXPECT_TRUE(integrator.integrate({1, decay, {}}, {0.0, 0.5}, &x).is_accepted());
  EXPECT_NEAR(x, 0.75 / 1.25, 1e-15);
}

TEST(LinearImplicit, IsTheLinearisedEquationAtTheNewTime) {
  // x' = −t x² from x = 1 over [1, 1.5]: f = −1.5, J = −3, increment 0.5·(−1.5)/(1 + 0.5·3) = −0.3
  const auto f = [](const double& t, const double* x, double* dx) { dx[0] = -t * x[0] * x[0]; };
  const auto J = [](const double& t, const double* x, double* jacobian) { jacobian[0] = -2 * t * x[0]; };
  Integrator<double> integrator({.kind = linear_implicit}, 1);
  double x = 1;
  EXPECT_TRUE(integrator.integrate({1, f, J}, {1.0, 0.5}, &x).is_accepted());
  EXPECT_NEAR(x, 0.7, 1e-15);
}

}  // namespace
}  // namespace oldham
