// SPDX-License-Identifier: MIT
#include "oldham/integrator/continuous_solution.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <string>
#include <vector>

namespace oldham {
namespace {

constexpr ContinuousSolution::Settings tight{.relative_tolerance = 1e-14};

/// A point that falls on a floor at x = 0, where a pre-stressed spring meets it: x'' = −9.81, below the floor
/// x'' = −9.81 + jump − ω² x. It springs back with the velocity it came with.
struct Bouncing {
  static constexpr double gravity = 9.81, jump = 30, omega = 40, height = 0.5;
  mutable long evaluations = 0;

  void derivative(const double* x, double* dx) const {
    ++evaluations;
    dx[0] = x[1];
    dx[1] = -gravity + (x[0] < 0 ? jump - omega * omega * x[0] : 0);
  }

  std::array<double, 2> exact(double t) const {
    // below the floor x = r (1 − cos ωs) − v/ω sin ωs, which vanishes again where tan ωs/2 = v/(ω r)
    const double v = std::sqrt(2 * gravity * height), r = (jump - gravity) / (omega * omega);
    const double fall = v / gravity, contact = 2 * std::atan2(v / omega, r) / omega;
    const double s = std::fmod(t + fall, 2 * fall + contact);
    if (s <= 2 * fall) return {v * s - gravity / 2 * s * s, v - gravity * s};
    const double angle = omega * (s - 2 * fall);
    return {r * (1 - std::cos(angle)) - v / omega * std::sin(angle), r * omega * std::sin(angle) - v * std::cos(angle)};
  }
};

/// Follows the bouncing point to `end` in `points` equal intervals; the state behind each.
std::vector<std::array<double, 2>> bounce(const Bouncing& model, double end, int points) {
  ContinuousSolution solution(tight, 2, 1);
  const auto derivative = [&](const double&, const double* x, double* dx) { model.derivative(x, dx); };
  const auto switches = [](const double&, const double* x, double* g) { g[0] = x[0]; };
  const PiecewiseOde ode{{2, derivative, {}}, switches, {}, {}};
  std::array<double, 2> x = model.exact(0);
  std::vector<std::array<double, 2>> found;
  for (int n = 0; n < points; ++n) {
    const double from = n * end / points, to = (n + 1) * end / points;
    EXPECT_TRUE(solution.advance(ode, {from, to - from}, x.data()).is_accepted());
    found.push_back(x);
  }
  return found;
}

TEST(ContinuousSolution, StartsAnewWhereAForceJumps) {
  const Bouncing model;
  const int points = 997;
  const double end = 7;  // nine bounces
  const auto found = bounce(model, end, points);
  for (int n = 0; n < points; ++n) {
    const auto exact = model.exact((n + 1) * end / points);
    // a bounce, some hundred steps, changes the velocity by 1e-11, and by that the time of all later bounces; there
    // the acceleration is ω v, about 100 m/s²
    ASSERT_NEAR(found[n][0], exact[0], 1e-9) << n;
    ASSERT_NEAR(found[n][1], exact[1], 2e-8) << n;
  }
}

TEST(ContinuousSolution, CostsTheSameHoweverOftenItIsAsked) {
  const Bouncing few, many;
  const auto coarse = bounce(few, 5, 10), fine = bounce(many, 5, 10'000);
  EXPECT_EQ(many.evaluations, few.evaluations);
  // the ends of intervals differ by roundings only
  for (int n = 0; n < 10; ++n)
    for (int i : {0, 1}) EXPECT_NEAR(coarse[n][i], fine[1000 * (n + 1) - 1][i], 1e-13);
}

TEST(ContinuousSolution, PassesAJumpWhicheverSideItsInstantBelongsTo) {
  for (bool belongs_before : {true, false}) {
    const auto derivative = [&](const double&, const double* x, double* dx) {
      dx[0] = (belongs_before ? x[0] <= 1 : x[0] < 1) ? 1 : 2;
    };
    const auto switches = [](const double&, const double* x, double* g) { g[0] = x[0] - 1; };
    const PiecewiseOde ode{{1, derivative, {}}, switches, {}, {}};
    ContinuousSolution solution(tight, 1, 1);
    double x = 0;
    ASSERT_TRUE(solution.advance(ode, {0, 1}, &x).is_accepted());
    EXPECT_NEAR(x, 1, 1e-13);
    ASSERT_TRUE(solution.advance(ode, {1, 1}, &x).is_accepted());
    EXPECT_NEAR(x, 3, 1e-13);
  }
}

TEST(ContinuousSolution, SaysHowOftenItSwitchedWhereItGetsNowhere) {
  // on both sides the way leads back: there is no solution beyond t = 1
  const auto derivative = [](const double&, const double* x, double* dx) { dx[0] = x[0] > 0 ? -1 : 1; };
  const auto switches = [](const double&, const double* x, double* g) { g[0] = x[0]; };
  const PiecewiseOde ode{{1, derivative, {}}, switches, {}, {}};
  ContinuousSolution solution({.max_steps = 20'000}, 1, 1);
  double x = 1;
  const StepOutcome outcome = solution.advance(ode, {0, 2}, &x);
  EXPECT_FALSE(outcome.is_accepted());
  EXPECT_NE(outcome.reason.find("stopped at t = 1."), std::string::npos) << outcome.reason;
}

TEST(ContinuousSolution, OfNoStatesIsNothing) {
  // a system of known signals and gains alone
  ContinuousSolution solution({}, 0, 0);
  const auto derivative = [](const double&, const double*, double*) {};
  EXPECT_TRUE(solution.advance({{0, derivative, {}}, {}, {}, {}}, {0, 1}, nullptr).is_accepted());
}

TEST(ContinuousSolution, IsBitwiseReproducible) {
  const Bouncing model;
  EXPECT_EQ(bounce(model, 3, 1234), bounce(model, 3, 1234));
}

/// x'' + x = f(t) with f piecewise linear through (t_i, f_i); jumps where two points have one time.
struct Driven {
  std::vector<double> t, f;
  bool takes_the_later = true;  // at a jump

  double force(double at) const {
    std::size_t i = 1;
    while (i + 1 < t.size() && (takes_the_later ? at >= t[i] : at > t[i])) ++i;
    return f[i - 1] + (f[i] - f[i - 1]) / (t[i] - t[i - 1]) * (at - t[i - 1]);
  }
  double next_kink(double at) const {
    for (double kink : t)
      if (kink > at) return kink;
    return std::numeric_limits<double>::infinity();
  }
  /// Piece by piece: x = f(t) + C cos s + D sin s, s from its start.
  std::array<double, 2> exact(double at) const {
    std::array<double, 2> x = {0, 0};
    for (std::size_t i = 1; i < t.size() && t[i - 1] < at; ++i) {
      if (t[i] == t[i - 1]) continue;
      const double slope = (f[i] - f[i - 1]) / (t[i] - t[i - 1]), s = std::min(at, t[i]) - t[i - 1];
      const double C = x[0] - f[i - 1], D = x[1] - slope;
      x = {f[i - 1] + slope * s + C * std::cos(s) + D * std::sin(s), slope - C * std::sin(s) + D * std::cos(s)};
    }
    return x;
  }
};

void expect_exact(const Driven& model, double end, int points) {
  ContinuousSolution solution(tight, 2, 0);
  const auto derivative = [&](const double& t, const double* x, double* dx) {
    dx[0] = x[1];
    dx[1] = model.force(t) - x[0];
  };
  const auto next_kink = [&](const double& t) { return model.next_kink(t); };
  const PiecewiseOde ode{{2, derivative, {}}, {}, next_kink, {}};
  std::array<double, 2> x = {0, 0};
  for (int n = 0; n < points; ++n) {
    const double from = n * end / points, to = (n + 1) * end / points;
    ASSERT_TRUE(solution.advance(ode, {from, to - from}, x.data()).is_accepted());
    for (int i : {0, 1}) ASSERT_NEAR(x[i], model.exact(to)[i], 5e-11) << to;  // some thousand steps
  }
}

TEST(ContinuousSolution, StartsAnewBehindKinks) {
  const Driven model{{0, 1, 1.3, 2.7, 4, 4.1, 9, 20}, {0, 2, -1, -1, 3, 0, 0, 5}};
  expect_exact(model, 12, 17);
  expect_exact(model, 12, 2400);  // kinks are among the points
}

TEST(ContinuousSolution, SeesOneSideOnlyOfAJumpInTime) {
  for (bool takes_the_later : {true, false})
    expect_exact({{0, 1, 1, 2.5, 2.5, 20}, {0, 0, 2, 1, -3, -3}, takes_the_later}, 5, 100);
}

TEST(ContinuousSolution, TakesKinksThatRoundingTellsApartForOne) {
  const double once = 0.3, again = 0.1 + 0.2;
  ASSERT_NE(once, again);
  expect_exact({{0, once, again, 5}, {0, 1, 1, -2}}, 2, 10);
}

TEST(ContinuousSolution, StartsAnewWhereTheStateWasChanged) {
  const auto derivative = [](const double& t, const double* x, double* dx) { dx[0] = std::cos(t) * x[0] * x[0]; };
  const PiecewiseOde ode{{1, derivative, {}}, {}, {}, {}};
  ContinuousSolution moved(tight, 1, 0), fresh(tight, 1, 0);
  // x = 1 / (1/x_0 − (sin t − sin t_0))
  const auto exact = [](double t, double t0, double x0) { return 1 / (1 / x0 - std::sin(t) + std::sin(t0)); };
  double x = 0.5;
  ASSERT_TRUE(moved.advance(ode, {0, 1}, &x).is_accepted());
  EXPECT_NEAR(x, exact(1, 0, 0.5), 1e-12);
  double other = x = 0.25;  // the state
  ASSERT_TRUE(moved.advance(ode, {1, 1}, &x).is_accepted());
  ASSERT_TRUE(fresh.advance(ode, {1, 1}, &other).is_accepted());
  EXPECT_EQ(x, other);
  EXPECT_NEAR(x, exact(2, 1, 0.25), 1e-12);
  const double before = x;
  ASSERT_TRUE(moved.advance(ode, {0.5, 1}, &x).is_accepted());  // the time
  EXPECT_NEAR(x, exact(1.5, 0.5, before), 1e-12);
}

TEST(ContinuousSolution, StaysOnWhatItIsProjectedTo) {
  // a turning vector: |x| = 1 is kept to rounding, as no tolerance would for long
  const auto derivative = [](const double&, const double* x, double* dx) {
    dx[0] = -x[1];
    dx[1] = x[0];
  };
  const auto project = [](const double&, double* x) {
    const double length = std::hypot(x[0], x[1]);
    x[0] /= length;
    x[1] /= length;
  };
  const PiecewiseOde ode{{2, derivative, {}}, {}, {}, project};
  ContinuousSolution solution({.relative_tolerance = 1e-8}, 2, 0);
  std::array<double, 2> x = {1, 0};
  for (int n = 0; n < 1000; ++n) {
    ASSERT_TRUE(solution.advance(ode, {0.1 * n, 0.1}, x.data()).is_accepted());
    ASSERT_NEAR(std::hypot(x[0], x[1]), 1, 1e-15);
  }
  EXPECT_NEAR(std::atan2(x[1], x[0]), std::remainder(100, 2 * std::numbers::pi), 1e-4);
}

TEST(ContinuousSolution, TellsWhyItFailedAndCanBeUsedAgain) {
  const auto derivative = [](const double&, const double* x, double* dx) {
    if (x[0] > 100) throw std::runtime_error("too large");
    dx[0] = x[0] * x[0];
  };
  const PiecewiseOde ode{{1, derivative, {}}, {}, {}, {}};
  ContinuousSolution solution(tight, 1, 0);
  double x = 1;  // 1 / (1 − t)
  EXPECT_THROW((void)solution.advance(ode, {0, 2}, &x), std::runtime_error);
  x = 1;
  ASSERT_TRUE(solution.advance(ode, {0, 0.5}, &x).is_accepted());
  EXPECT_NEAR(x, 2, 1e-11);
  ContinuousSolution impatient({.max_steps = 10}, 1, 0);
  x = 1;
  EXPECT_FALSE(impatient.advance(ode, {0, 0.5}, &x).is_accepted());
}

}  // namespace
}  // namespace oldham
