// SPDX-License-Identifier: MIT
#include "oldham/integrator/event_integrator.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace oldham {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

constexpr auto fall = [](const double&, const double* x, double* dx) {
  dx[0] = x[1];
  dx[1] = -9.81;
};
constexpr auto height = [](const double&, const double* x, double* g) { g[0] = x[0]; };

struct Bounce {
  double time, velocity;
};

/// Drops a ball from rest, 1 m above the ground, and loses a part of its velocity at each bounce.
struct Ball {
  double restitution = 0.7;
  std::array<double, 2> x = {1, 0};
  std::vector<Bounce> bounces = {};

  StepOutcome advance(EventIntegrator& integrator, Interval<double> interval) {
    const auto handle = [&](double t, double* at) {
      if (at[0] > 0 || at[1] > 0) return Course::goes_on;  // on its way up
      bounces.push_back({t, at[1]});
      at[0] = 0;
      at[1] *= -restitution;
      return Course::goes_on;
    };
    integrator.set_tolerances(1e-10, std::array{1e-12, 1e-12});
    return integrator.advance({{2, fall, {}}, height, {}, {}, handle}, interval, x.data());
  }
};

TEST(EventIntegrator, FindsWhenABallBounces) {
  EventIntegrator integrator({}, 2, 1);
  Ball ball;
  for (int n = 0; n < 21; ++n) ASSERT_TRUE(ball.advance(integrator, {0.1 * n, 0.1}).is_accepted());
  // the k-th bounce is at t_1 (1 + 2 e + ... + 2 e^(k-1)), with the velocity g t_1 e^(k-1)
  const double first = std::sqrt(2 / 9.81);
  double time = first, share = 1;
  ASSERT_EQ(ball.bounces.size(), 5u);
  for (const Bounce& bounce : ball.bounces) {
    EXPECT_NEAR(bounce.time, time, 1e-8);
    EXPECT_NEAR(bounce.velocity, -9.81 * first * share, 1e-7);
    share *= ball.restitution;
    time += 2 * first * share;
  }
}

TEST(EventIntegrator, HandlesAnEventWhereTheSignHasChanged) {
  EventIntegrator integrator({}, 1, 1);
  integrator.set_tolerances(1e-9, std::array{1e-12});
  const auto derivative = [](const double&, const double*, double* dx) { dx[0] = 1; };
  const auto indicators = [](const double&, const double* x, double* g) { g[0] = x[0] - 0.3; };
  std::vector<double> signs;
  const auto handle = [&](double, const double* x) {
    signs.push_back(x[0] - 0.3);
    return Course::goes_on;
  };
  double x = 0;
  ASSERT_TRUE(integrator.advance({{1, derivative, {}}, indicators, {}, {}, handle}, {0, 1}, &x).is_accepted());
  ASSERT_EQ(signs.size(), 1u);
  EXPECT_GT(signs[0], 0);
  EXPECT_LT(signs[0], 1e-13);
}

TEST(EventIntegrator, StopsExactlyAtTimesThatAreKnown) {
  EventIntegrator integrator({}, 1, 0);
  integrator.set_tolerances(1e-9, std::array{1e-12});
  double rate = 1, next = 0.123;
  std::vector<double> times;
  const auto derivative = [&](const double&, const double*, double* dx) { dx[0] = rate; };
  const auto next_event = [&] { return next; };
  const auto handle = [&](double t, double*) {
    times.push_back(t);
    rate = -rate;
    next += 0.25;
    return Course::goes_on;
  };
  double x = 0;
  const HybridSystem system{{1, derivative, {}}, {}, next_event, {}, handle};
  for (int n = 0; n < 10; ++n) ASSERT_TRUE(integrator.advance(system, {0.1 * n, 0.1}, &x).is_accepted());
  EXPECT_EQ(times, (std::vector<double>{0.123, 0.123 + 0.25, 0.123 + 0.25 + 0.25, 0.123 + 0.25 + 0.25 + 0.25}));
  EXPECT_NEAR(x, 0.123 - 0.25 + 0.25 - 0.25 + 0.127, 1e-12);
}

TEST(EventIntegrator, CountsATimeThatMissesTheEndByARoundingAsTheEnd) {
  EventIntegrator integrator({}, 1, 0);
  double next = std::nextafter(1.0, 2.0);
  const auto rest = [](const double&, const double*, double* dx) { dx[0] = 0; };
  int events = 0;
  const auto next_event = [&] { return next; };
  const auto handle = [&](double t, double*) {
    EXPECT_EQ(t, next);
    next = never;
    ++events;
    return Course::goes_on;
  };
  double x = 0;
  ASSERT_TRUE(integrator.advance({{1, rest, {}}, {}, next_event, {}, handle}, {0, 1}, &x).is_accepted());
  EXPECT_EQ(events, 1);
}

TEST(EventIntegrator, TellsOfEveryStepAndTakesEventsAndEndsFromThere) {
  EventIntegrator integrator({}, 1, 0);
  integrator.set_tolerances(1e-9, std::array{1e-12});
  const auto decay = [](const double&, const double* x, double* dx) { dx[0] = -x[0]; };
  double last = 0;
  int events = 0;
  bool ends = false;
  const auto finish = [&](double t, const double* x) {
    EXPECT_GT(t, last);
    last = t;
    if (ends && x[0] < 0.3) return Course::ends;
    return x[0] < 0.5 && events == 0 ? Course::needs_event : Course::goes_on;
  };
  const auto handle = [&](double t, double* x) {
    EXPECT_EQ(t, last);
    ++events;
    x[0] = 2;
    return Course::goes_on;
  };
  double x = 1;
  const HybridSystem system{{1, decay, {}}, {}, {}, finish, handle};
  StepOutcome outcome = integrator.advance(system, {0, 1}, &x);
  ASSERT_TRUE(outcome.is_accepted());
  EXPECT_FALSE(outcome.is_last);
  EXPECT_EQ(events, 1);
  EXPECT_EQ(last, 1);

  ends = true;
  outcome = integrator.advance(system, {1, 9}, &x);
  ASSERT_TRUE(outcome.is_accepted());
  EXPECT_TRUE(outcome.is_last);
  EXPECT_EQ(outcome.reason.substr(0, 35), "asked to end the simulation at t = ");
  EXPECT_EQ(integrator.time(), last);
  EXPECT_LT(x, 0.3);
}

TEST(EventIntegrator, SeesAnIndicatorThatLeavesZeroAtTheBegin) {
  // without states: only time makes the events
  EventIntegrator integrator({}, 0, 1);
  const auto indicators = [](const double& t, const double*, double* g) { g[0] = t - 1; };
  std::vector<double> times;
  const auto handle = [&](double t, double*) {
    times.push_back(t);
    return Course::goes_on;
  };
  const HybridSystem system{{0, {}, {}}, indicators, {}, {}, handle};
  ASSERT_TRUE(integrator.advance(system, {0, 1}, nullptr).is_accepted());
  ASSERT_TRUE(integrator.advance(system, {1, 1}, nullptr).is_accepted());
  ASSERT_FALSE(times.empty());
  EXPECT_GT(times.back(), 1);
  EXPECT_LT(times.back(), 1 + 1e-12);
}

TEST(EventIntegrator, GivesUpWhereEventsAccumulate) {
  // with e = 0.5 all of its bounces are over at 3 t_1
  EventIntegrator integrator({}, 2, 1);
  Ball ball{.restitution = 0.5};
  const StepOutcome outcome = ball.advance(integrator, {0, 2});
  EXPECT_EQ(outcome.status, StepOutcome::Status::failed);
  EXPECT_NE(outcome.reason.find("events follow each other without end at t = 1.354"), std::string::npos)
      << outcome.reason;
}

TEST(EventIntegrator, GivesUpWhereAModelChatters) {
  // x' = −sign x with a hysteresis of 1e-4: it switches every 2e-4 s
  EventIntegrator integrator({.max_events = 100}, 1, 2);
  integrator.set_tolerances(1e-9, std::array{1e-12});
  double rate = -1;
  const auto derivative = [&](const double&, const double*, double* dx) { dx[0] = rate; };
  const auto indicators = [](const double&, const double* x, double* g) {
    g[0] = x[0] - 1e-4;
    g[1] = x[0] + 1e-4;
  };
  const auto handle = [&](double, const double* x) {
    rate = x[0] > 0 ? -1 : 1;
    return Course::goes_on;
  };
  double x = 0;
  const StepOutcome outcome = integrator.advance({{1, derivative, {}}, indicators, {}, {}, handle}, {0, 1}, &x);
  EXPECT_EQ(outcome.status, StepOutcome::Status::failed);
  EXPECT_NE(outcome.reason.find("after 100 events in one step: the model chatters"), std::string::npos)
      << outcome.reason;
}

TEST(EventIntegrator, GivesUpWhereAnEventAsksForItselfAgain) {
  EventIntegrator integrator({}, 0, 0);
  const auto next_event = [] { return 0.5; };
  const auto handle = [](double, double*) { return Course::goes_on; };
  const StepOutcome outcome = integrator.advance({{0, {}, {}}, {}, next_event, {}, handle}, {0, 1}, nullptr);
  EXPECT_EQ(outcome.status, StepOutcome::Status::failed);
  EXPECT_NE(outcome.reason.find("without end at t = 0.5 s"), std::string::npos) << outcome.reason;
}

TEST(EventIntegrator, RepeatsAStepBitwise) {
  EventIntegrator integrator({}, 2, 1);
  Ball first, second;
  ASSERT_TRUE(first.advance(integrator, {0, 1.5}).is_accepted());
  Ball other{.restitution = 0.9};
  ASSERT_TRUE(other.advance(integrator, {0, 0.7}).is_accepted());
  ASSERT_TRUE(second.advance(integrator, {0, 1.5}).is_accepted());
  EXPECT_EQ(first.x, second.x);
}

TEST(EventIntegrator, LetsThroughWhatIsThrown) {
  EventIntegrator integrator({}, 1, 1);
  const auto rest = [](const double&, const double*, double* dx) { dx[0] = 0; };
  const auto indicators = [](const double& t, const double*, double* g) {
    if (t > 0.5) throw std::runtime_error("no indicators here");
    g[0] = 1;
  };
  double x = 0;
  EXPECT_THROW((void)integrator.advance({{1, rest, {}}, indicators, {}, {}, {}}, {0, 1}, &x), std::runtime_error);
}

}  // namespace
}  // namespace oldham
