// SPDX-License-Identifier: MIT
#include "oldham/analysis/verdict.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "oldham/io/coupling_judge.hpp"
#include "oldham/io/toml_file.hpp"

namespace oldham {
namespace {

using testing::HasSubstr;
using Kind = CouplingVerdict::Kind;

std::string oscillator(const std::string& name, const std::string& parameters) {
  return fmt::format("[[subsystem]]\nname = \"{}\"\nmodel = \"oscillator\"\nparameters = {{{}}}\n", name, parameters);
}

std::string pair(const std::string& left, const std::string& right, const std::string& scheme, double stiffness) {
  return fmt::format(
      "[simulation]\nend = 1.0\n[scheme]\n{}\n{}{}[[interface]]\nname = \"shaft\"\nlaw = \"spring-damper\"\nbetween = "
      "[\"left\", \"right\"]\nstiffness = {}\ndamping = 1.0\n",
      scheme, oscillator("left", left), oscillator("right", right), stiffness);
}

CouplingVerdict judge(const std::string& text) { return judge_coupling(parse_toml(text, "test")); }

double sum(const std::vector<Share>& shares) {
  return std::accumulate(shares.begin(), shares.end(), 0.0, [](double s, const Share& a) { return s + a.share; });
}

TEST(CouplingVerdict, TellsRateFrequencyAndWhoCarriesTheMode) {
  // explicit coupling of a stiff shaft grows its own oscillation: √(4e4 (1/1 + 1/4)) = 224 rad/s, 35.6 Hz; coarse steps
  // move that by some per cent
  const CouplingVerdict verdict =
      judge(pair("mass = 1.0, stiffness = 50.0", "mass = 4.0, stiffness = 50.0", "step = 5e-3\norder = 1", 4e4));
  EXPECT_EQ(verdict.kind, Kind::unstable);
  EXPECT_GT(verdict.spectral_radius, 1);
  EXPECT_NEAR(verdict.mode.growth_rate, std::log(verdict.spectral_radius) / 5e-3, 1e-9);
  EXPECT_NEAR(verdict.mode.folding_time() * verdict.mode.growth_rate, 1, 1e-12);
  EXPECT_NEAR(verdict.mode.frequency, 35.6, 5);
  EXPECT_NEAR(sum(verdict.mode.shares.subsystems) + sum(verdict.mode.shares.variables), 1, 1e-12);
  EXPECT_NEAR(sum(verdict.mode.shares.carriers), 1, 1e-12);
  EXPECT_EQ(verdict.mode.shares.carriers.front().name, "left") << "the light one";
  EXPECT_EQ(verdict.mode.shares.variables.front().name, "shaft");
  EXPECT_THAT(describe(verdict), HasSubstr("Hz mode between 'left' and 'right' grows at"));
  EXPECT_EQ(verdict.confidence, CouplingVerdict::Confidence::high);
}

TEST(CouplingVerdict, GivesEveryModeOfAChainToOneOfItsMembers) {
  // what feeds and is not fed back: the map is block triangular, so that of each mode either the left or the right
  // eigenvector vanishes outside its own block. The slower decay is that of 'right', e^{-t/4}, against e^{-5 t}
  const std::string chain =
      "[simulation]\nend = 1.0\n[scheme]\nstep = 0.01\n" +
      oscillator("left", "mass = 1.0, stiffness = 100.0, damping = 10.0") +
      oscillator("right", "mass = 2.0, stiffness = 30.0, damping = 1.0") +
      "[subsystem.inputs]\nforce = 0.0\n[[subsystem]]\nname = \"spring\"\nmodel = \"linear\"\n[subsystem.parameters]\n"
      "inputs = [\"x [m]\"]\noutputs = [\"f [N]\"]\nD = [[2.0]]\n[[connect]]\nfrom = \"right.position\"\nto = "
      "\"spring.x\"\n[[connect]]\nfrom = \"spring.f\"\nto = \"left.force\"\n";
  const CouplingVerdict verdict = judge(chain);
  EXPECT_EQ(verdict.kind, Kind::stable);
  EXPECT_NEAR(verdict.mode.growth_rate, -0.25, 1e-9);
  EXPECT_NEAR(verdict.mode.shares.subsystems[1].share, 1, 1e-9);
  EXPECT_THAT(verdict.mode.name, HasSubstr("of 'right'"));
}

TEST(CouplingVerdict, ListsWhatStandsStillAsNeutral) {
  // nothing holds the two but their shaft: they may stand and drift anywhere, a double μ = 1 that rounding tears apart
  const std::string free = "mass = 1.0, stiffness = 0.0, velocity = 1.0";
  const CouplingVerdict verdict =
      judge(pair(free, free, "step = 1e-3\ncorrection = \"semi-implicit\"\norder = 1", 100));
  EXPECT_FALSE(verdict.neutral_modes.empty());
  EXPECT_LE(verdict.neutral_modes.size(), 2);
  for (const CouplingMode& mode : verdict.neutral_modes) {
    EXPECT_NEAR(mode.eigenvalue.modulus(), 1, 1e-6);
    for (const char* member : {"'left'", "'right'"}) EXPECT_THAT(mode.name, HasSubstr(member));
  }
  EXPECT_EQ(verdict.kind, Kind::stable);
  // the shaft itself: √(2 · 100) rad/s, damped by 1/1 per second
  EXPECT_NEAR(verdict.mode.frequency, std::sqrt(200.0) / (2 * M_PI), 0.05);
  EXPECT_LT(verdict.mode.growth_rate, -0.5);
}

TEST(CouplingVerdict, KnowsWhatTheSystemDoesByItself) {
  // damping of −1 N s/m: both grow at 0.5 /s whatever the scheme
  const std::string growing = "mass = 1.0, stiffness = 100.0, damping = -1.0";
  const std::string scheme = "step = 1e-4\ncorrection = \"semi-implicit\"\norder = 2";
  const CouplingVerdict verdict = judge(pair(growing, growing, scheme, 10));
  EXPECT_EQ(verdict.kind, Kind::unstable);
  EXPECT_NEAR(verdict.own_growth, 0.5, 1e-6);
  EXPECT_TRUE(verdict.follows);
  EXPECT_FALSE(verdict.is_blown_up_by_coupling());
  // and what the coupling adds to that
  const CouplingVerdict coarse = judge(pair(growing, growing, "step = 0.05\norder = 0", 1000));
  EXPECT_TRUE(coarse.is_blown_up_by_coupling());
}

TEST(CouplingVerdict, LeavesOpenWhatABlackBoxDoesByItself) {
  // the left one swings up by itself
  const auto judge_beside = [](const std::string& right, double stiffness) {
    const std::string text =
        pair("mass = 1.0, stiffness = 50.0, damping = -3.0", right, "step = 1e-3\norder = 0", stiffness);
    System<double> system = build_system<double>(parse_toml(text, "test"), {.threads = 1});
    Cosimulation<double>& coupled = *system.cosimulation;
    const OneStepMap<double> map = compute_one_step_map(coupled, state_to_analyse(coupled, 0.0, 1e-3), 1e-3);
    const SubsystemEvidence known{.name = "it", .is_identified = true, .residual = 1e-9, .horizon = 16};
    return judge_map(coupled, map, 1e-3, {known, known});
  };
  const CouplingVerdict shared = judge_beside("mass = 4.0, stiffness = 70.0", 4e3);
  EXPECT_EQ(shared.kind, Kind::unstable);
  EXPECT_TRUE(shared.lone_modes.empty());
  // a thousand million times as heavy, the other does not even notice
  const CouplingVerdict lone = judge_beside("mass = 4e9, stiffness = 70e9, damping = 1e9", 1e-6);
  EXPECT_EQ(lone.kind, Kind::inconclusive);
  EXPECT_THAT(lone.reason, HasSubstr("no other taking part"));
  ASSERT_EQ(lone.lone_modes.size(), 1u);
  EXPECT_GT(lone.lone_modes[0].growth_rate, 0);
}

TEST(CouplingVerdict, IsTooCloseOrLeftOpenWhereSubsystemsAreNotKnownWell) {
  const std::string text =
      pair("mass = 1.0, stiffness = 50.0", "mass = 4.0, stiffness = 50.0", "step = 5e-3\norder = 1", 4e4);
  System<double> system = build_system<double>(parse_toml(text, "test"), {.threads = 1});
  Cosimulation<double>& coupled = *system.cosimulation;
  const OneStepMap<double> map = compute_one_step_map(coupled, state_to_analyse(coupled, 0.0, 5e-3), 5e-3);
  const auto with = [&](double residual, double asymmetry, const std::string& problem = "") {
    return judge_map(coupled, map, 5e-3,
                     {{.name = "left",
                       .is_identified = true,
                       .residual = residual,
                       .asymmetry = asymmetry,
                       .horizon = 16,
                       .problem = problem}});
  };
  EXPECT_EQ(with(1e-6, 0).kind, Kind::unstable);
  // ln|μ| = 0.22 with |μ − 1| of about 1.3: m = 2 v |μ − 1| is as large only from v = 0.08 on, which is not accepted
  EXPECT_EQ(with(0.2, 0).kind, Kind::inconclusive);
  EXPECT_THAT(with(0.2, 0).reason, HasSubstr("'left'"));
  EXPECT_THAT(with(1e-6, 0.1).reason, HasSubstr("opposite changes"));
  EXPECT_THAT(with(1e-6, 0, "its grid is 3 ms").reason, HasSubstr("its grid is 3 ms"));
  EXPECT_EQ(with(1e-3, 0).confidence, CouplingVerdict::Confidence::medium);
  EXPECT_EQ(with(0.02, 0).confidence, CouplingVerdict::Confidence::low);

  // at 2 ms the mode grows or decays by less than a per cent of |μ − 1| in a step: ρ = 1 at 2.02 ms
  const OneStepMap<double> near = compute_one_step_map(coupled, state_to_analyse(coupled, 0.0, 2e-3), 2e-3);
  const auto near_with = [&](double residual) {
    return judge_map(coupled, near, 2e-3,
                     {{.name = "left", .is_identified = true, .residual = residual, .horizon = 16}});
  };
  const CouplingVerdict sure = near_with(1e-9), unsure = near_with(0.04);
  EXPECT_NE(sure.kind, Kind::too_close);
  EXPECT_EQ(unsure.kind, Kind::too_close);
  const double distance = std::hypot(unsure.mode.eigenvalue.real - 1, unsure.mode.eigenvalue.imaginary);
  EXPECT_NEAR(unsure.margin, 2 * 0.04 * distance, 1e-12);
  EXPECT_LT(std::abs(std::log(unsure.mode.eigenvalue.modulus())), unsure.margin);
}

TEST(CouplingVerdict, IsTooCloseWhereMapsThatFitAsWellSayOtherwise) {
  const auto saying = [](Kind kind, double growth) {
    CouplingVerdict verdict;
    verdict.kind = kind;
    verdict.step = 1e-3;
    verdict.mode.growth_rate = growth;
    verdict.margin = 1e-3;  // 1 /s
    return verdict;
  };
  CouplingVerdict verdict = saying(Kind::unstable, 7);
  hear(saying(Kind::unstable, 50), verdict);
  EXPECT_EQ(verdict.kind, Kind::unstable);
  hear(saying(Kind::inconclusive, 0), verdict);
  EXPECT_EQ(verdict.kind, Kind::unstable) << "what knows nothing has nothing to say";
  hear(saying(Kind::stable, -20), verdict);
  EXPECT_EQ(verdict.kind, Kind::too_close);
  EXPECT_NEAR(verdict.margin, 27e-3, 1e-12) << "as far as both are apart";
  EXPECT_THAT(describe(verdict), HasSubstr("known within 27 /s only"));
  // what grows in one of them alone is not of the coupling
  CouplingVerdict alone = saying(Kind::inconclusive, -3);
  alone.lone_modes.resize(1);
  verdict = saying(Kind::unstable, 7);
  hear(alone, verdict);
  EXPECT_EQ(verdict.kind, Kind::too_close);
  verdict = saying(Kind::stable, -7);
  hear(alone, verdict);
  EXPECT_EQ(verdict.kind, Kind::stable);
}

}  // namespace
}  // namespace oldham
