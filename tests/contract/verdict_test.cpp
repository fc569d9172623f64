// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "oldham/analysis/stability.hpp"
#include "oldham/core/scalar.hpp"
#include "oldham/coupling/run.hpp"
#include "oldham/io/system_file.hpp"
#include "oldham/io/toml_file.hpp"

// What a verdict must stand up to, whatever the scheme.

namespace oldham {
namespace {

System<double> build(const std::string& text) { return build_system<double>(parse_toml(text, "test"), {.threads = 1}); }

StabilityVerdict<double> judge(const System<double>& system) {
  const MacroState<double> state = state_to_analyse(*system.cosimulation, system.start, system.step);
  return judge_stability(*system.cosimulation, state, system.step);
}

double radius(const std::string& text) { return judge(build(text)).spectral_radius; }

std::string two_mass(const std::string& scheme, const std::string& more = "") {
  return fmt::format("system = \"two-mass\"\n[scheme]\n{}\n{}", scheme, more);
}

TEST(Verdict, IsFoundForEveryOriginalSchemeOnAWideRangeOfSteps) {
  // the limit H → 0 has eigenvalues between 1 and the hundredth power of a tenth: hard on an eigenvalue solver
  for (const char* cut : {"force-force", "force-displacement", "displacement-displacement"})
    for (const char* correction : {"explicit", "semi-implicit"})
      for (int order = 0; order <= 3; ++order) {
        const std::string text =
            two_mass(fmt::format("decomposition = \"{}\"\ncorrection = \"{}\"\norder = {}", cut, correction, order));
        System<double> system = build(text);
        for (double H = 1e-4; H < 1; H *= 2.3) {
          system.step = H;
          EXPECT_GT(judge(system).spectral_radius, 1e-6) << text << H;  // damped by e^{-5} per second at most
        }
        System<Multiprecision> precise = build_system<Multiprecision>(parse_toml(text, "test"), {.threads = 1});
        for (const char* H : {"0.001", "0.005", "0.01", "0.3"}) {
          const ZeroStability limit = judge_zero_stability(*precise.cosimulation, Multiprecision(H));
          EXPECT_LT(limit.spectral_radius, 1e-6) << text << H;  // force and motion have no feed-through
        }
      }
}

TEST(Verdict, OfAGroupIsThatOfItsInnerStepsMultiplied) {
  // a group alone, stepped n times in an outer step: its map is the n-th power of the inner one, start-up left aside
  const char* bodies = R"(
[simulation]
end = 1.0
[[subsystem]]
name = "a"
model = "oscillator"
parameters = {stiffness = 100.0, damping = 10.0, position = 1.0}
[[subsystem]]
name = "b"
model = "oscillator"
parameters = {stiffness = 100.0, damping = 10.0}
[[interface]]
law = "spring-damper"
between = ["a", "b"]
stiffness = 100.0
damping = 10.0
)";
  for (const char* correction : {"explicit", "semi-implicit"})
    for (int order = 0; order <= 3; ++order)
      for (int n : {1, 3}) {
        const std::string inner = fmt::format("correction = \"{}\"\norder = {}\nstep = 0.03\nstartup = \"{}\"\n",
                                              correction, order, n == 1 ? "constant" : "ramp");
        const double alone = radius(fmt::format("[scheme]\n{}{}", inner, bodies));
        const double nested = radius(
            fmt::format("[scheme]\nstep = {}\n{}[[group]]\nname = \"g\"\nmembers = [\"a\", \"b\"]\n[group.scheme]\n{}",
                        0.03 * n, bodies, inner));
        // the vanishing eigenvalues of the explicit schemes are blurred to eps^{1/4} at worst
        EXPECT_NEAR(nested, std::pow(alone, n), 1e-9 * std::pow(alone, n)) << correction << order << " x " << n;
      }
}

const char* nonlinear = R"(
[simulation]
end = 2.0
[[subsystem]]
name = "cart"
model = "oscillator"
parameters = {mass = 1.0, stiffness = 100.0, position = 0.1}
[[subsystem]]
name = "load"
model = "duffing"
micro_step = 1e-3
parameters = {mass = 0.5, stiffness = 10.0, cubic_stiffness = 1e4}
[[interface]]
law = "spring-damper"
between = ["cart", "load"]
stiffness = 200.0
damping = 2.0
)";

TEST(Verdict, OfANonlinearSystemInDoublePrecisionIsThatOfManyDigits) {
  for (const char* correction : {"explicit", "semi-implicit", "implicit"})
    for (double H : {0.01, 0.05}) {
      const std::string text =
          fmt::format("[scheme]\ncorrection = \"{}\"\norder = 2\nstep = {}\n{}", correction, H, nonlinear);
      System<Multiprecision> precise = build_system<Multiprecision>(parse_toml(text, "test"), {.threads = 1});
      const Multiprecision step = from_decimal<Multiprecision>(H);
      const auto state = state_to_analyse(*precise.cosimulation, Multiprecision(0), step);
      const double exact = to_double(judge_stability(*precise.cosimulation, state, step).spectral_radius);
      // probes of width 6e-7 in states known to 1e-16: 2e-10, times the residual's 1e3 for a Jacobian by differences
      EXPECT_NEAR(radius(text), exact, 2e-6 * exact) << correction << H;
    }
}

TEST(Verdict, OfAnExtendedNonlinearSchemeIsThatOfItsIteratedForm) {
  // at rest on its history the corrected step solves the conditions, once or iterated: both have one linearisation
  // up to the curvature of the load over the residual of the prediction
  for (const char* extension : {"derivative", "integral"})
    for (int order = 0; order <= 2; ++order) {
      const auto judged = [&](const char* correction) {
        return judge(build(fmt::format("[scheme]\ncorrection = \"{}\"\nextension = \"{}\"\norder = {}\nstep = 0.01\n{}",
                                       correction, extension, order, nonlinear)));
      };
      const auto once = judged("semi-implicit"), iterated = judged("implicit");
      EXPECT_NEAR(once.spectral_radius, iterated.spectral_radius, 1e-4) << extension << order;
      EXPECT_LT(once.linearity_defect, 1e-4) << extension << order;
    }
}

TEST(Verdict, OfASystemWithoutDampingFindsTheSameLargestStepHoweverFineTheScan) {
  System<double> system = build(
      two_mass("correction = \"implicit\"\norder = 1\nstep = 0.01", "[parameters]\nd1 = 0.0\nd2 = 0.0\ndc = 0.0\n"));
  for (int points : {50, 100, 150, 400}) {
    const LargestStep found = find_largest_step(*system.cosimulation, {.low = 1e-4, .high = 1, .points = points});
    // ρ leaves 1 like the root of the distance: the margin of 1e-6 is reached within 1e-5 s
    EXPECT_NEAR(found.largest_stable_step.value_or(0), 0.19348, 2e-5) << points;
  }
}

TEST(InterfaceJacobian, IsRegularHoweverFarApartForcesAndPositionsAre) {
  // a spring of 1e8 N/m: condition 1e16 as written, 1e5 in fitting units
  const char* scheme = "decomposition = \"force-displacement\"\ncorrection = \"implicit\"\norder = 1\nstep = 1e-3";
  EXPECT_NEAR(radius(two_mass(scheme, "[parameters]\ncc = 1e8\ndc = 1e4\n")), 0.99052, 1e-5);
}

TEST(Verdict, OfANeutralModeMakesNoCrossings) {
  // undamped masses, free in space: the common motion has the double eigenvalue 1, which rounding splits by 1e-8
  const System<double> system = build(R"(
[simulation]
end = 1.0
[scheme]
correction = "semi-implicit"
order = 1
step = 0.01
[[subsystem]]
name = "a"
model = "oscillator"
[[subsystem]]
name = "b"
model = "oscillator"
[[interface]]
law = "spring-damper"
between = ["a", "b"]
stiffness = 10.0
damping = 5.0
)");
  const LargestStep found = find_largest_step(*system.cosimulation, {.low = 1e-3, .high = 0.1, .points = 40});
  EXPECT_TRUE(found.stable_throughout);
  EXPECT_TRUE(found.crossings.empty());
}

TEST(StiffLaw, IsMetAsWellAsRoundingAllows) {
  // a force of 1e12 N/m times positions that are rounded at 1e-16 cannot be known to 1e-9 of itself
  const auto end_of = [](const char* correction) {
    System<double> system =
        build(two_mass(fmt::format("correction = \"{}\"\norder = 0", correction), "[parameters]\ncc = 1e12\n"));
    MacroState<double> state = make_initial_state(system, system.step);
    const RunSummary summary =
        run(*system.cosimulation, state, {0, system.end, system.step, nullptr}, [](const auto&) {});
    EXPECT_EQ(summary.status, RunSummary::Status::completed) << correction << ": " << summary.reason;
    return state.outputs;
  };
  const std::vector<double> once = end_of("semi-implicit"), iterated = end_of("implicit");
  // rounding of 1e-16 · 0.1 m in positions, times 1e12 N/m and the step over the mass: 1e-7 m/s a step, 100 steps
  for (std::size_t i = 0; i < once.size(); ++i) EXPECT_NEAR(once[i], iterated[i], 1e-5);
}

TEST(Extension, OfTheDerivativeAtOrderOneIsThatOfTheIntegralAtOrderZero) {
  // in force-force form one recurrence is the time derivative of the other   [Li2017] section 3.5
  for (int i = 0; i < 20; ++i) {
    const std::string parameters = fmt::format("[parameters]\nLr1 = {}\nLi1 = {}\nalpha_m21 = {}\nalpha_Lic = {}\n",
                                               -0.05 - 0.09 * i, 0.3 + 0.4 * i, 0.5 + 0.2 * i, 1.5 - 0.05 * i);
    const double d = radius(two_mass("correction = \"implicit\"\nextension = \"derivative\"\norder = 1", parameters));
    const double q = radius(two_mass("correction = \"implicit\"\nextension = \"integral\"\norder = 0", parameters));
    EXPECT_NEAR(d, q, 1e-12 * d);
  }
}

TEST(Extension, OfANonlinearSystemConvergesToItsMonolithicSolution) {
  // the step halved, the error falls at least by 2^(k+1) less a fifth: the order of the spec, and for the integral more
  for (const char* extension : {"derivative", "integral"})
    for (int order = 0; order <= 2; ++order) {
      std::vector<double> ends;
      for (double H : {0.02, 0.01, 0.005, 0.000625}) {
        System<double> system =
            build(fmt::format("[scheme]\ncorrection = \"implicit\"\nextension = \"{}\"\norder = {}\nstep = {}\n{}",
                              extension, order, H, nonlinear));
        MacroState<double> state = make_initial_state(system, H);
        const RunSummary summary = run(*system.cosimulation, state, {0, 0.2, H, nullptr}, [](const auto&) {});
        ASSERT_EQ(summary.status, RunSummary::Status::completed) << summary.reason;
        ends.push_back(state.outputs[0]);
      }
      const double coarse = std::abs(ends[1] - ends[3]), fine = std::abs(ends[2] - ends[3]);
      EXPECT_GT(std::log2(coarse / fine), order + 1 - 0.2) << extension << order;
    }
}

}  // namespace
}  // namespace oldham
