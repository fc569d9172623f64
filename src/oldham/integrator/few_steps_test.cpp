// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "oldham/integrator/arkode.hpp"

namespace oldham {
namespace {

/// x'' + ω² x = 0 from x = 1 at rest, and how often it was asked.
struct Spring {
  double omega = 1;
  int evaluations = 0;
  void operator()(const double&, const double* x, double* dx) {
    ++evaluations;
    dx[0] = x[1];
    dx[1] = -omega * omega * x[0];
  }
};

constexpr double relative = 1e-12, absolute[] = {1e-12, 1e-12};

TEST(FewSteps, GoThroughWhatIsShortBesideTheMotion) {
  Spring spring{.omega = 10};
  Arkode solver({.order = 6}, 2);
  solver.set_tolerances(relative, absolute);
  double x[] = {1, 0};
  for (int n = 0; n < 100; ++n) ASSERT_TRUE(solver.try_few_steps({2, spring, {}}, {n * 0.01, 0.01}, x, 8));
  EXPECT_NEAR(x[0], std::cos(10.0), 1e-10);    // a hundred local errors of the tolerance
  EXPECT_LT(spring.evaluations, 100 * 8 * 9);  // nine in each of at most eight steps
}

TEST(FewSteps, LeaveWhatIsStiffAsItWas) {
  Spring spring{.omega = 1e4};
  Arkode solver({.order = 6}, 2);
  solver.set_tolerances(relative, absolute);
  double x[] = {1, 0.25};
  EXPECT_FALSE(solver.try_few_steps({2, spring, {}}, {0, 0.01}, x, 8));
  EXPECT_EQ(x[0], 1);
  EXPECT_EQ(x[1], 0.25);
  EXPECT_LT(spring.evaluations, 300);  // and not ten for each of the sixteen oscillations
  // nothing of it is left
  Spring soft{.omega = 10};
  Arkode fresh({.order = 6}, 2);
  fresh.set_tolerances(relative, absolute);
  double y[] = {1, 0.25};
  EXPECT_TRUE(solver.try_few_steps({2, soft, {}}, {0, 0.01}, x, 8));
  EXPECT_TRUE(fresh.try_few_steps({2, soft, {}}, {0, 0.01}, y, 8));
  EXPECT_EQ(x[0], y[0]);
  EXPECT_EQ(x[1], y[1]);
}

TEST(FewSteps, PassOnWhatTheEquationsThrow) {
  const auto refuse = [](const double&, const double*, double*) { throw std::runtime_error("no"); };
  Arkode solver({.order = 6}, 1);
  double x = 1;
  EXPECT_THROW(solver.try_few_steps({1, refuse, {}}, {0, 1}, &x, 8), std::runtime_error);
  EXPECT_EQ(x, 1);
}

}  // namespace
}  // namespace oldham
