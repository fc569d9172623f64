// SPDX-License-Identifier: MIT
#include "oldham/subsystem/semi_implicit_euler.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "message_of.hpp"
#include "oldham/model/oscillator/oscillator.hpp"
#include "oldham/model/with_integrator.hpp"
#include "outputs_of.hpp"

namespace oldham {
namespace {

using Made = std::unique_ptr<Subsystem<double>>;

struct Parameters {
  double m = 1.5, c = 120, d = 2, c3 = 190, x = 0.8, v = -3;
};

Made make(bool cubic, double micro_step, bool frozen = false,
          IntegratorKind kind = IntegratorKind::semi_implicit_euler) {
  IntegratorSettings settings;
  settings.kind = kind;
  settings.micro_step = micro_step;
  settings.frozen_forces = frozen;
  const Parameters p;
  if (cubic)
    return with_integrator<double>("mass", duffing_boundary(), Duffing<double>{p.m, p.c, p.d, p.c3, p.x, p.v},
                                   settings);
  return with_integrator<double>("mass", oscillator_boundary(0), Oscillator<double>{p.m, p.c, p.d, p.x, p.v, {}},
                                 settings);
}

/// A force that goes linearly from f0 to f1 over the step.
void advance(Subsystem<double>& mass, double begin, double length, double f0, double f1) {
  const std::vector<double> breaks = {0, 1}, coefficients = {f0, f1 - f0};
  const StepOutcome outcome = mass.advance({begin, length}, InputSignal<double>{1, 1, breaks, coefficients.data()});
  ASSERT_TRUE(outcome.is_accepted()) << outcome.reason;
}

TEST(SemiImplicitEuler, IsTheLoopWrittenByHandBitwise) {
  // v += h a(x, v, f) at the begin of the step, then x += h v with the new v
  const double H = 0.0625;
  for (const bool cubic : {false, true})
    for (const int parts : {1, 8}) {
      const Made mass = make(cubic, H / parts);
      const Parameters p;
      double x = p.x, v = p.v;
      const double h = H / parts;  // a power of two: times and θ are exact
      for (int n = 0; n < 20; ++n) {
        const double f0 = n, f1 = n + 2;
        advance(*mass, n * H, H, f0, f1);
        for (int k = 0; k < parts; ++k) {
          const double f = (f1 - f0) * (double(k) / parts) + f0;
          const double force = cubic ? f - p.c * x - p.c3 * x * x * x - p.d * v : f - (p.c * x + p.d * v);
          v += h * (force / p.m);
          x += h * v;
        }
        EXPECT_EQ(outputs_of(*mass), (std::vector<double>{x, v})) << n << ' ' << parts;
      }
    }
}

TEST(SemiImplicitEuler, IsOfFirstOrder) {
  for (const bool cubic : {false, true}) {
    const Made exact = make(cubic, 1e-3, false, IntegratorKind::rk4);
    advance(*exact, 0, 0.5, 0, 20);
    const auto error = [&](double h) {
      const Made mass = make(cubic, h);
      advance(*mass, 0, 0.5, 0, 20);
      return std::abs(outputs_of(*mass)[0] - outputs_of(*exact)[0]);
    };
    EXPECT_NEAR(std::log2(error(1e-4) / error(5e-5)), 1, 0.05) << cubic;
  }
}

TEST(SemiImplicitEuler, KeepsAnUndampedOscillationForever) {
  // symplectic: v² m + c x² − h c x v is kept, where the explicit method gains a factor 1 + h² c/m in every step
  IntegratorSettings settings;
  settings.kind = IntegratorKind::semi_implicit_euler;
  settings.micro_step = 0.01;
  const double m = 2, c = 200, h = 0.01;
  const Made mass =
      with_integrator<double>("mass", oscillator_boundary(0), Oscillator<double>{m, c, 0, 1, 0, {}}, settings);
  for (int n = 0; n < 1000; ++n) advance(*mass, n, 1, 0, 0);
  const std::vector<double> y = outputs_of(*mass);
  EXPECT_NEAR(m * y[1] * y[1] + c * y[0] * y[0] - h * c * y[0] * y[1], c, 1e-9);
}

// ---- frozen forces ----

TEST(SemiImplicitEuler, FrozenForcesActUntilItBeginsAnew) {
  // v += h (a(x⁰, v⁰) + f/m): own forces as they were, the input as it is
  const double H = 0.0625;
  const Parameters p;
  for (const bool cubic : {false, true}) {
    const Made mass = make(cubic, H, true);
    double x = p.x, v = p.v;
    for (int outer = 0; outer < 5; ++outer) {
      mass->restart(std::vector<double>{99});  // the input there is no part of what is frozen
      const double own = (-p.c * x - p.d * v - (cubic ? p.c3 * x * x * x : 0)) / p.m;
      for (int k = 0; k < 7; ++k) {
        const int n = 7 * outer + k;
        advance(*mass, n * H, H, n, n + 5);
        v += H * (own + n / p.m);
        x += H * v;
        EXPECT_NEAR(outputs_of(*mass)[0], x, 1e-12 * (1 + std::abs(x))) << n;
        EXPECT_NEAR(outputs_of(*mass)[1], v, 1e-12 * (1 + std::abs(v))) << n;
      }
    }
  }
}

TEST(SemiImplicitEuler, FrozenEveryStepItIsThePlainMethod) {
  const double H = 0.0625;
  const Made plain = make(true, H), frozen = make(true, H, true);
  for (int n = 0; n < 30; ++n) {
    frozen->restart(std::vector<double>{0});
    advance(*plain, n * H, H, n, 0);
    advance(*frozen, n * H, H, n, 0);
    EXPECT_NEAR(outputs_of(*frozen)[0], outputs_of(*plain)[0], 1e-12);
  }
}

TEST(SemiImplicitEuler, SaysThatItBeginsAnewOnlyWhenFrozen) {
  EXPECT_TRUE(make(false, 0.1, true)->description().boundary->restarts);
  EXPECT_FALSE(make(false, 0.1)->description().boundary->restarts);
  EXPECT_FALSE(oscillator_boundary(0)->restarts);  // shared with those that are not frozen
}

TEST(SemiImplicitEuler, OtherMethodsCannotFreezeForces) {
  const std::string message = message_of([] { (void)make(true, 0.1, true, IntegratorKind::rk4); });
  EXPECT_THAT(message, testing::HasSubstr("frozen_forces"));
  EXPECT_THAT(message, testing::HasSubstr("semi-implicit-euler"));
  EXPECT_THAT(message, testing::HasSubstr("'mass'"));
}

TEST(SemiImplicitEuler, DivergesWhereTheStateIsNotFinite) {
  const Made mass = make(true, 10);
  const std::vector<double> breaks = {0, 1}, coefficients = {0.0, 0.0};
  StepOutcome outcome = StepOutcome::accepted();
  for (int n = 0; n < 20 && outcome.is_accepted(); ++n)
    outcome = mass->advance({n * 100.0, 100}, InputSignal<double>{1, 1, breaks, coefficients.data()});
  EXPECT_EQ(outcome.status, StepOutcome::Status::diverged);
}

}  // namespace
}  // namespace oldham
