// SPDX-License-Identifier: MIT
#include "oldham/analysis/stability.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "oldham/core/scalar.hpp"
#include "oldham/coupling/cosimulation.hpp"
#include "oldham/interface/spring_damper.hpp"
#include "oldham/model/oscillator/oscillator.hpp"
#include "oldham/subsystem/linear_subsystem.hpp"

namespace oldham {
namespace {

/// Two free masses joined by a spring: the coupled system has eigenvalues 0, 0 and ±i √(2c/m).
std::unique_ptr<Cosimulation<double>> free_pair(double c, double d, const Correction& correction, int order) {
  Assembly<double> a;
  for (const char* name : {"a", "b"}) {
    Oscillator<double> model{1, 0, 0, 0, 0, {}};
    a.subsystems.push_back(
        std::make_unique<LinearSubsystem<double>>(name, oscillator_boundary(0), model.linear_equations()));
  }
  Law<double> law{"spring",
                  std::make_unique<SpringDamper<double>>(c, d),
                  {{0, 0}, {0, 1}, {1, 0}, {1, 1}},
                  {{{0, 0}, 0, 1.0}, {{1, 0}, 0, -1.0}},
                  ""};
  a.laws.push_back(std::move(law));
  Scheme scheme;
  scheme.correction = correction;
  scheme.order = order;
  scheme.threads = 1;
  return std::make_unique<Cosimulation<double>>(std::move(a), scheme);
}

double radius(Cosimulation<double>& system, double H) {
  const MacroState<double> state = state_to_analyse(system, 0.0, H);
  return judge_stability(system, state, H).spectral_radius;
}

TEST(Stability, ExplicitOrderZeroHasTheRadiusOfItsClosedForm) {
  // relative motion s = x_b − x_a: s'' = −2 c s_N − 2 d ṡ_N over a step, so
  // s_{N+1} = s + H ṡ − H² (c s + d ṡ),  ṡ_{N+1} = ṡ − 2 H (c s + d ṡ)
  const double c = 3, d = 0.4, H = 0.3;
  const double a11 = 1 - H * H * c, a12 = H - H * H * d, a21 = -2 * H * c, a22 = 1 - 2 * H * d;
  const double trace = a11 + a22, determinant = a11 * a22 - a12 * a21;
  ASSERT_LT(trace * trace, 4 * determinant);  // a complex pair: modulus √det
  auto system = free_pair(c, d, {}, 0);
  // the common motion has the double eigenvalue 1, which rounding splits by √eps
  EXPECT_NEAR(radius(*system, H), std::max(1.0, std::sqrt(determinant)), 1e-7);
  EXPECT_GT(determinant, 1.0);
}

TEST(Stability, ZeroStabilityOfPlainForceCouplingIsPerfect) {
  // outputs have no feed-through, so nothing but the motion itself survives H → 0
  auto system = free_pair(3, 0.4, {}, 2);
  const ZeroStability verdict = judge_zero_stability(*system, 0.1);
  EXPECT_TRUE(verdict.stable);
  EXPECT_LT(verdict.spectral_radius, 0.05);  // double precision: (1e-8)^{1/4} at the slowest
}

TEST(LargestStep, IsWhereTheClosedFormCrossesOne) {
  // det = 1 − 2Hd + c H² + … : with the matrix above det = 1 − H²c − 2Hd + 2H²c + O(…) exactly
  // (1 − H²c)(1 − 2Hd) + 2Hc(H − H²d) = 1 + cH² − 2Hd, which crosses 1 at H = 2d/c. The ground springs of the first
  // oscillator keep the common motion away from 1.
  Assembly<double> a;
  const double c = 3, d = 0.4;
  Oscillator<double> fixed{1e9, 1e9, 1e9, 0, 0, {}}, free{1, 0, 0, 0, 0, {}};
  a.subsystems.push_back(
      std::make_unique<LinearSubsystem<double>>("wall", oscillator_boundary(0), fixed.linear_equations()));
  a.subsystems.push_back(
      std::make_unique<LinearSubsystem<double>>("mass", oscillator_boundary(0), free.linear_equations()));
  Law<double> law{"spring",
                  std::make_unique<SpringDamper<double>>(c, d),
                  {{0, 0}, {0, 1}, {1, 0}, {1, 1}},
                  {{{0, 0}, 0, 1.0}, {{1, 0}, 0, -1.0}},
                  ""};
  a.laws.push_back(std::move(law));
  Scheme scheme;
  scheme.threads = 1;
  Cosimulation<double> system(std::move(a), scheme);
  // one mass against a wall: s_{N+1} = s + Hṡ − H²/2 (cs + dṡ), ṡ_{N+1} = ṡ − H (cs + dṡ): det = 1 + cH²/2 − Hd
  const LargestStep found = find_largest_step(system, {.low = 1e-2, .high = 0.5, .points = 50});
  ASSERT_TRUE(found.largest_stable_step.has_value());
  EXPECT_NEAR(*found.largest_stable_step, 2 * d / c, 1e-7);  // the wall gives way by 1e-9
  ASSERT_EQ(found.crossings.size(), 1u);
  EXPECT_TRUE(found.crossings.front().upward);
}

TEST(LargestStep, SaysWhenTheWholeRangeIsStableOrNoneOfIt) {
  const Correction implicit{.least = 1, .most = 1, .keep = Correction::Keep::used};
  Assembly<double> a;
  Oscillator<double> model{1, 5, 1, 0, 0, {}};
  a.subsystems.push_back(
      std::make_unique<LinearSubsystem<double>>("alone", oscillator_boundary(0), model.linear_equations()));
  a.constants.push_back({{0, 0}, 0.0, ""});
  Scheme scheme;
  scheme.correction = implicit;
  Cosimulation<double> alone(std::move(a), scheme);
  const LargestStep all = find_largest_step(alone, {.low = 0.01, .high = 1, .points = 5});
  EXPECT_TRUE(all.stable_throughout);
  EXPECT_EQ(all.largest_stable_step, 1.0);

  auto none = free_pair(3, 0, {}, 0);  // undamped and explicit: grows at every step
  EXPECT_FALSE(find_largest_step(*none, {.low = 0.05, .high = 0.2, .points = 5}).largest_stable_step.has_value());
}

TEST(OneStepMap, OfALinearSystemIsLinearToRounding) {
  auto system = free_pair(100, 3, {.least = 1, .most = 1, .keep = Correction::Keep::used}, 3);
  const MacroState<double> state = state_to_analyse(*system, 0.0, 0.1);
  const OneStepMap<double> map = compute_one_step_map(*system, state, 0.1);
  EXPECT_EQ(map.size, 4 + 4);  // two states each, four past samples of one variable
  EXPECT_LT(map.linearity_defect, 1e-13);
}

}  // namespace
}  // namespace oldham
