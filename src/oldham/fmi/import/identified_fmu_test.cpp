// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <cmath>

#include "deeds.hpp"
#include "fmu_files.hpp"
#include "oldham/analysis/identification/identify.hpp"
#include "oldham/analysis/spectrum.hpp"

// FMUs as black boxes: what is found out about them, and how bad habits show.

namespace oldham::fmi {
namespace {

using testing::Contains;
using testing::HasSubstr;

/// m ẍ + c x = f with m = 1, c = 100; d = 2 where it is set.
std::unique_ptr<CosimulationFmu> make_damped_mass(const std::string& name, std::optional<std::int64_t> deed = {}) {
  const auto fmu = load_fmu(name);
  FmuSettings settings;
  settings.values = {setting(*fmu, "damping", 2.0)};
  if (deed) {
    settings.values.push_back(setting(*fmu, "deed", std::vector<std::int64_t>{*deed}));
    settings.values.push_back(setting(*fmu, "when", 0.0));
  }
  return std::make_unique<CosimulationFmu>("mass", fmu, settings);
}

Identified identify_mass(Subsystem<double>& mass, double H, int degree) {
  const OperatingPoint point = make_initial_point(mass, 0, std::vector<double>{0.0});
  return identify(mass, point, H, degree, {.outputs = std::vector<int>{0, 1}});
}

void expect_oscillator(const Identified& found, double H, double tolerance) {
  ASSERT_EQ(found.problem, "");
  ASSERT_EQ(found.order, 2);
  const auto eigenvalues = compute_eigenvalues(found.map.a, 2);
  const double frequency = std::sqrt(99.0);
  EXPECT_NEAR(eigenvalues[0].real, std::exp(-H) * std::cos(frequency * H), tolerance);
  EXPECT_NEAR(std::abs(eigenvalues[0].imaginary), std::exp(-H) * std::sin(frequency * H), tolerance);
}

TEST(IdentifiedFmu, HasTheEigenvaluesOfItsEquations) {
  for (const char* name : {"Oscillator-2", "Oscillator-3"})
    for (int degree = 0; degree <= 1; ++degree) {
      const auto mass = make_damped_mass(name);
      const Identified found = identify_mass(*mass, 0.05, degree);
      expect_oscillator(found, 0.05, 1e-7);  // its own steps of rk4 err by that much
      EXPECT_EQ(found.preflight.rollback, RollbackHabit::bitwise);
      EXPECT_FALSE(found.preflight.is_promised);
    }
}

TEST(IdentifiedFmu, WithoutStateIsReplayed) {
  const auto forgetful = make_damped_mass("Forgetful-2"), whole = make_damped_mass("Oscillator-2");
  const Identified found = identify_mass(*forgetful, 0.05, 0);
  expect_oscillator(found, 0.05, 1e-7);
  EXPECT_EQ(found.preflight.rollback, RollbackHabit::absent);
  EXPECT_TRUE(found.preflight.deterministic);
  EXPECT_EQ(found.map.a, identify_mass(*whole, 0.05, 0).map.a);
}

TEST(IdentifiedFmu, WithAWrongRollbackIsNamedAndReplayed) {
  const auto mass = make_damped_mass("Naughty-2", half_rollback);
  const Identified found = identify_mass(*mass, 0.05, 0);
  EXPECT_EQ(found.preflight.rollback, RollbackHabit::fails);
  EXPECT_THAT(found.preflight.findings, Contains(HasSubstr("wrong rollback")));
  expect_oscillator(found, 0.05, 1e-7);
}

TEST(IdentifiedFmu, WithoutTheFunctionsThatItDeclaresIsNamedAndReplayed) {
  const auto mass = make_damped_mass("LacksState-2", 1);
  const Identified found = identify_mass(*mass, 0.05, 0);
  EXPECT_EQ(found.preflight.rollback, RollbackHabit::fails);
  EXPECT_THAT(found.preflight.findings, Contains(HasSubstr("does not save it")));
  expect_oscillator(found, 0.05, 1e-7);
}

// one that is told that it will not be set back, and is set back, says no
TEST(IdentifiedFmu, IsToldTheTruth) {
  const auto mass = make_damped_mass("Naughty-2", hold_to_word);
  const Identified found = identify_mass(*mass, 0.05, 0);
  EXPECT_EQ(found.preflight.rollback, RollbackHabit::bitwise);
  EXPECT_THAT(found.preflight.findings, testing::IsEmpty());
  expect_oscillator(found, 0.05, 1e-7);
}

TEST(IdentifiedFmu, ThatIsNeverTheSameIsNamed) {
  const auto mass = make_damped_mass("Naughty-2", shared_counter);
  const OperatingPoint point = make_initial_point(*mass, 0, std::vector<double>{0.0});
  const Preflight found = examine(*mass, point, 0.05);
  EXPECT_NE(found.rollback, RollbackHabit::bitwise);
  EXPECT_THAT(found.findings, Contains(HasSubstr("not reproducible")));
}

}  // namespace
}  // namespace oldham::fmi
