// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>

#include "program.hpp"
#include "systems.hpp"

namespace oldham::test {
namespace {

using nlohmann::json;

class Stability : public Scenario {
 protected:
  json zero_stability(double D_a, double D_b, int order, const char* schedule) const {
    return answer({"stability", write("loop.toml", feedthrough_system(-1.0, D_a, -2.0, D_b)), "--set",
                   fmt::format("scheme.order={}", order), "--set", fmt::format("scheme.schedule={}", schedule)})
        .at("zero_stability");
  }

  double radius(double step, int order) const {
    return answer({"stability", two_mass_file(), "--set", fmt::format("scheme.step={:.17g}", step), "--set",
                   fmt::format("scheme.order={}", order)})
        .at("spectral_radius");
  }
};

/// Largest modulus of the parasitic eigenvalues of a ring of two with loop gain g for H → 0, where the states stand
/// still and only the outputs change: w_a = D_a ŵ_b, w_b = D_b ŵ_a. Extrapolation of degree k makes the (k+1)-th
/// backward difference zero, so for w ~ μ^n the extrapolated value is q(μ) w with q = 1 − (1 − 1/μ)^{k+1}.
///
/// Jacobi: both are extrapolated, g q² = 1. Gauss-Seidel: the second sees the first as it is, g q = 1.
/// Hence (1 − 1/μ)^{k+1} = 1 ∓ 1/√g or 1 − 1/g: all roots ρ give a μ = 1/(1 − ρ).
double parasitic_radius(double g, int order, bool jacobi) {
  using Complex = std::complex<double>;
  const Complex root = std::sqrt(Complex(g));
  std::vector<Complex> powers = {1.0 - 1.0 / Complex(g)};
  if (jacobi) powers = {1.0 - 1.0 / root, 1.0 + 1.0 / root};
  double largest = 0;
  for (const Complex& power : powers)
    for (int i = 0; i <= order; ++i) {
      const Complex rho = std::pow(power, 1.0 / (order + 1)) * std::polar(1.0, 2 * M_PI * i / (order + 1));
      largest = std::max(largest, 1 / std::abs(1.0 - rho));
    }
  return largest;
}

TEST_F(Stability, ParasiticRadiusOfAHeldFeedThroughLoopIsTheRootOfItsGain) {
  // two sweeps go round the loop once; gains of both signs, below and above one
  for (const auto& [D_a, D_b] : {std::pair{2.0, 0.25}, {-2.0, 0.25}, {0.5, 1.5}, {1.5, 1.5}, {-3.0, 0.5}}) {
    const double g = D_a * D_b;
    const json jacobi = zero_stability(D_a, D_b, 0, "jacobi");
    // the limit is taken at 1e-45 of the step: what is left of H is far below 1e-9
    EXPECT_NEAR(jacobi.at("spectral_radius").get<double>(), std::sqrt(std::abs(g)), 1e-9) << g;
    EXPECT_EQ(jacobi.at("stable"), std::abs(g) < 1) << g;
    const json seidel = zero_stability(D_a, D_b, 0, "gauss-seidel");
    EXPECT_NEAR(seidel.at("spectral_radius").get<double>(), std::abs(g), 1e-9) << g;
    EXPECT_EQ(seidel.at("stable"), std::abs(g) < 1) << g;
  }
}

TEST_F(Stability, ExtrapolationMakesAFeedThroughLoopGrowWithItsOrder) {
  for (const double g : {0.5, -0.5, 0.02}) {
    for (const bool jacobi : {true, false}) {
      double before = 0;
      for (int order = 0; order <= 3; ++order) {
        const json found = zero_stability(2.0, g / 2, order, jacobi ? "jacobi" : "gauss-seidel");
        const double expected = parasitic_radius(g, order, jacobi), radius = found.at("spectral_radius");
        EXPECT_NEAR(radius, expected, 1e-9 * expected) << g << ' ' << order << ' ' << jacobi;
        // a gain of 1/2 with order 2 lies on the border itself, which the margin counts as stable
        EXPECT_EQ(found.at("stable"), expected <= 1 + 1e-6) << g << ' ' << order << ' ' << jacobi;
        EXPECT_GT(radius, before);
        before = radius;
      }
    }
  }
}

TEST_F(Stability, WithoutFeedThroughEverySchemeIsZeroStable) {
  for (int order = 0; order <= 3; ++order) {
    const json found =
        answer({"stability", two_mass_file(), "--set", fmt::format("scheme.order={}", order)}).at("zero_stability");
    // the parasitic eigenvalues vanish like H^{1/(k+2)} at the slowest, and H is 1e-47 here
    EXPECT_LT(found.at("spectral_radius"), 1e-8) << order;
    EXPECT_EQ(found.at("stable"), true);
  }
}

TEST_F(Stability, AnUnstableVerdictIsAnAnswer) {
  const json unstable = answer({"stability", two_mass_file(), "--set", "scheme.step=0.1"});
  EXPECT_EQ(unstable.at("stable"), false);
  EXPECT_GT(unstable.at("spectral_radius"), 1.0);
  EXPECT_EQ(unstable.at("step"), 0.1);
  const json& moduli = unstable.at("eigenvalues");
  EXPECT_EQ(moduli.at(0), unstable.at("spectral_radius"));
  EXPECT_TRUE(std::is_sorted(moduli.begin(), moduli.end(), std::greater<>()));
  // the map of a linear system is linear: rounding only
  EXPECT_LT(unstable.at("linearity_defect"), 1e-12);
}

TEST_F(Stability, MarginMovesTheVerdict) {
  const double rho = radius(0.1, 1);
  for (const auto& [share, stable] : {std::pair{1.01, true}, {0.99, false}})
    EXPECT_EQ(answer({"stability", two_mass_file(), "--set", "scheme.step=0.1", "--margin",
                      fmt::format("{:.17g}", (rho - 1) * share)})
                  .at("stable"),
              stable);
}

TEST_F(Stability, LargestStableStepIsWhereTheRadiusPassesOne) {
  for (int order = 0; order <= 3; ++order) {
    const json found = answer(
        {"stability", two_mass_file(), "--set", fmt::format("scheme.order={}", order), "--largest-step", "0.001:1:60"});
    const double H = found.at("largest_stable_step");
    ASSERT_FALSE(found.at("crossings").empty());
    EXPECT_EQ(found.at("crossings").at(0).at("direction"), "up");
    EXPECT_EQ(found.at("crossings").at(0).at("step"), H);
    // bisected far beyond 1e-6, and the radius grows steeply enough there to be told from one
    EXPECT_LT(radius(H * (1 - 1e-6), order), 1.0);
    EXPECT_GT(radius(H * (1 + 1e-6), order), 1.0);
  }
}

TEST_F(Stability, ScansBeginWithTheIntervalThatHoldsTheStep) {
  Arguments command = {"stability", kinematic_file(), "--largest-step", "0.001:1:300"};
  // those of the reference: crossings at 0.30138 (up), 0.35657 (down), 0.59728 (up) and 0.71112 (down)
  for (const char* setting : {"parameters.m_R=5.0", "parameters.m_Fco=5.0", "parameters.m_Fin=0.5",
                              "parameters.c_R=100.0", "parameters.d_R=1.0", "parameters.c_F=50.0", "parameters.d_F=0.1",
                              "scheme.forces=exact", "scheme.force_order=0", "scheme.state_order=0", "scheme.step=0.4"})
    command = command + Arguments{"--set", setting};
  const json found = answer(command);
  EXPECT_EQ(found.at("interval").at("stable"), true);
  EXPECT_NEAR(found.at("interval").at("from").get<double>(), 0.35657, 1e-5);
  EXPECT_NEAR(found.at("interval").at("to").get<double>(), 0.59728, 1e-5);
  EXPECT_NEAR(found.at("largest_stable_step").get<double>(), 0.30138, 1e-5);
  const std::string text = run(command).out;
  EXPECT_NE(text.find("around your step     stable from 0.356568 to 0.597282 s"), std::string::npos) << text;
  EXPECT_LT(text.find("around your step"), text.find("largest stable step")) << text;
  EXPECT_NE(text.find("dominant mode        decays"), std::string::npos) << text;
}

TEST_F(Stability, ScansHaveABudget) {
  const Arguments scan = {"stability", two_mass_file(), "--largest-step", "0.001:1:1000000"};
  const json cut = answer(scan + Arguments{"--budget", "0.1"});
  EXPECT_EQ(cut.at("budget_over"), true);
  EXPECT_EQ(cut.at("stable_throughout"), false);
  EXPECT_NE(run(scan + Arguments{"--budget", "0.1"}).out.find("give more with --budget 0.4"), std::string::npos);
  expect_refusal({"stability", two_mass_file(), "--budget", "3"}, 2, {"--largest-step"});
}

TEST_F(Stability, LargestStableStepIsNullWhereTheScanBeginsUnstable) {
  const json found = answer({"stability", two_mass_file(), "--largest-step", "0.1:0.2:5"});
  EXPECT_TRUE(found.at("largest_stable_step").is_null());
  EXPECT_TRUE(found.at("crossings").empty());
}

TEST_F(Stability, SemiImplicitAndImplicitCoincideForLinearSystems) {
  for (int order = 0; order <= 3; ++order) {
    const auto rho = [&](const char* correction) {
      return answer({"stability", two_mass_file(), "--set", fmt::format("scheme.order={}", order), "--set",
                     fmt::format("scheme.correction={}", correction)})
          .at("spectral_radius")
          .get<double>();
    };
    // a second Newton correction of a linear system changes digits below 1e-12 only
    EXPECT_NEAR(rho("semi-implicit"), rho("implicit"), 1e-12);
  }
}

TEST_F(Stability, DecimalDigitsAreAsManyAsAskedFor) {
  const json found = answer({"stability", two_mass_file(), "--digits", "40"});
  const std::string digits = found.at("spectral_radius_digits");
  EXPECT_EQ(digits.size(), 42u) << digits;  // "0." and forty digits
  EXPECT_DOUBLE_EQ(std::stod(digits), found.at("spectral_radius").get<double>());
  // more digits begin with fewer ones
  const std::string more = answer({"stability", two_mass_file(), "--digits", "50"}).at("spectral_radius_digits");
  EXPECT_EQ(more.substr(0, 40), digits.substr(0, 40));
}

}  // namespace
}  // namespace oldham::test
