// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/cosimulation_fmu.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "archives.hpp"
#include "fmu_files.hpp"
#include "oldham/core/error.hpp"

namespace oldham::fmi {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using Manner = CosimulationFmu::InputManner;

// x'' + 100 x = f with f = a + b t + c t²
constexpr double a = 50, b = 30, c = -200;

/// From x = 1, v = 0 on: the particular solution f/100 − f''/10⁴, and a free oscillation.
double exact_position(double t) {
  const auto particular = [](double time) { return (a + b * time + c * time * time) / 100 - 2 * c / 1e4; };
  return particular(t) + (1 - particular(0)) * std::cos(10 * t) - b / 100 / 10 * std::sin(10 * t);
}

constexpr double solver_error = 1e-8;  // of steps of 1 ms: 10 (10⁻²)⁴/120 = 8·10⁻¹⁰ per second

/// The force over the step from t on, in the step's own time.
Polynomials force(double t, double H) { return {1, {a + b * t + c * t * t, (b + 2 * c * t) * H, c * H * H}}; }

std::unique_ptr<CosimulationFmu> make_oscillator(const std::string& name, const FmuSettings& settings = {}) {
  return std::make_unique<CosimulationFmu>("mass", load_fmu(name), settings);
}

/// The position at the time 1 s, in steps of 0.1 s.
double position_under_force(CosimulationFmu& mass) {
  mass.initialize(0);
  mass.apply_inputs(std::vector<double>{a});
  for (int i = 0; i < 10; ++i) {
    const StepOutcome outcome = mass.advance({i * 0.1, 0.1}, force(i * 0.1, 0.1).signal());
    EXPECT_TRUE(outcome.is_accepted()) << outcome.reason;
  }
  return output_of(mass, "position");
}

class FreeOscillation : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Versions, FreeOscillation, testing::Values("Oscillator-1", "Oscillator-2", "Oscillator-3"));

TEST_P(FreeOscillation, FollowsItsParametersAndTheExactSolution) {
  const auto fmu = load_fmu(GetParam());
  // ω = √(c/m) = 5
  CosimulationFmu mass("mass", fmu,
                       {.values = {setting(*fmu, "mass", 4.0), setting(*fmu, "initial_position", 0.5),
                                   setting(*fmu, "initial_velocity", 2.0)}});
  mass.initialize(0);
  mass.apply_inputs(std::vector<double>{0.0});
  EXPECT_EQ(output_of(mass, "position"), 0.5);  // before anything moved
  const Polynomials nothing = held({0.0});
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(mass.advance({i * 0.1, 0.1}, nothing.signal()).is_accepted());
  EXPECT_NEAR(output_of(mass, "position"), 0.5 * std::cos(5.0) + 2.0 / 5 * std::sin(5.0), solver_error);
  EXPECT_NEAR(output_of(mass, "velocity"), 2.0 * std::cos(5.0) - 2.5 * std::sin(5.0), 10 * solver_error);
}

TEST(CosimulationFmu, GivesPolynomialInputsAsDerivatives) {
  const auto mass = make_oscillator("Oscillator-2");
  EXPECT_EQ(mass->manner(), Manner::derivatives);
  EXPECT_NEAR(position_under_force(*mass), exact_position(1), solver_error);
  EXPECT_THAT(mass->notes(), Contains(HasSubstr("as derivatives")));
}

TEST(CosimulationFmu, GivesPolynomialInputsByIntermediateUpdates) {
  const auto mass = make_oscillator("Oscillator-3");
  EXPECT_EQ(mass->manner(), Manner::intermediate_update);
  EXPECT_NEAR(position_under_force(*mass), exact_position(1), solver_error);
  EXPECT_THAT(mass->notes(), Contains(HasSubstr("by intermediate updates")));
}

// inputs that are held at the middle of each part are a rule of order two
TEST(CosimulationFmu, HoldsPolynomialInputsInPartsOfAStepWhereNothingElseIsOffered) {
  const auto error = [](int parts) {
    const auto mass = make_oscillator("Naughty-2", {.substeps = parts});
    EXPECT_EQ(mass->manner(), Manner::substeps);
    return std::abs(position_under_force(*mass) - exact_position(1));
  };
  EXPECT_GT(error(4), 1e-5);
  EXPECT_NEAR(std::log2(error(4) / error(8)), 2, 0.1);
  EXPECT_NEAR(std::log2(error(8) / error(16)), 2, 0.1);
  const auto usual = make_oscillator("Naughty-2");
  position_under_force(*usual);
  EXPECT_THAT(usual->notes(), Contains(HasSubstr("are 10 to 80 held values per macro step")));
}

class DiscreteInput : public ArchiveTest {};

// without events, any step of the FMU may bring another value: who asks for more than held inputs gets it
TEST_F(DiscreteInput, IsGivenPolynomialsInPartsOfAStep) {
  const std::filesystem::path content = std::filesystem::path(OLDHAM_FMUS) / "Naughty-2" / "content";
  std::string description = bytes_of(content / "modelDescription.xml");
  const std::size_t place = description.find("continuous", description.find("name=\"force\""));
  ASSERT_NE(place, std::string::npos);
  description.replace(place, 10, "discrete");
  const std::string library = "binaries/linux64/Naughty.so";
  write_zip(folder_ / "a.fmu", {{"modelDescription.xml", description}, {library, bytes_of(content / library)}});
  const auto error = [&](int parts) {
    CosimulationFmu mass(
        "mass", std::make_shared<const Fmu>(folder_ / "a.fmu", InterfaceKind::co_simulation, folder_ / "cache"),
        {.substeps = parts});
    EXPECT_TRUE(mass.description().boundary->inputs[0].is_discrete);
    return std::abs(position_under_force(mass) - exact_position(1));
  };
  EXPECT_NEAR(std::log2(error(8) / error(16)), 2, 0.1);
}

// this one takes straight lines, not parabolas
TEST(CosimulationFmu, HoldsInputsWhoseDerivativesAreRefused) {
  const auto mass = make_oscillator("Oscillator-1");
  EXPECT_EQ(mass->manner(), Manner::derivatives);
  EXPECT_NEAR(position_under_force(*mass), exact_position(1), 1e-3);
  EXPECT_EQ(mass->manner(1), Manner::derivatives);
  EXPECT_EQ(mass->manner(2), Manner::substeps);
  EXPECT_THAT(mass->notes(), Contains(HasSubstr("refuses derivatives of order 2")));
}

// an error ends the instance, which must not happen to the one that is stepped
TEST(CosimulationFmu, TriesDerivativesOfHigherOrderWithAnotherInstance) {
  // the other one ignores them with a warning
  for (const char* name : {"Linear-2", "Straight-2"}) {
    const auto mass = make_oscillator(name);
    EXPECT_NEAR(position_under_force(*mass), exact_position(1), 1e-3) << name;
    EXPECT_EQ(mass->manner(1), Manner::derivatives) << name;
    EXPECT_EQ(mass->manner(2), Manner::substeps) << name;
    EXPECT_THAT(mass->notes(), Contains(HasSubstr("refuses derivatives of order 2"))) << name;
  }
}

// as one made by Dymola, which crashed in the second run of a sweep
TEST(CosimulationFmu, MayWriteIntoMemoryOfAnInstanceThatWasFreed) {
  for (int run = 0; run < 3; ++run) {
    const auto mass = make_oscillator("Revisiting-2");
    EXPECT_NEAR(position_under_force(*mass), exact_position(1), solver_error) << run;
  }
}

TEST(CosimulationFmu, BeginsUnderTheInputsThatItIsGivenFirst) {
  for (const char* name : {"Keeper-1", "Keeper-2"}) {
    CosimulationFmu box("box", load_fmu(name), {});
    const auto kept = [&] { return output_of(box, "y"); };
    box.initialize(0);
    box.apply_inputs(std::vector<double>{5.0});
    EXPECT_EQ(kept(), 5) << name;
    EXPECT_TRUE(box.advance({0, 0.1}, Polynomials(1, {7.0}).signal()).is_accepted());
    EXPECT_EQ(kept(), 5) << name;
    box.apply_inputs(std::vector<double>{8.0});
    EXPECT_EQ(kept(), 5) << name;
    box.initialize(0);
    EXPECT_EQ(kept(), 0) << name;
  }
}

TEST(CosimulationFmu, FollowsInputsThatJumpInsideAStep) {
  for (const char* name : {"Oscillator-1", "Oscillator-2", "Oscillator-3"}) {
    const auto mass = make_oscillator(name);
    mass->initialize(0);
    mass->apply_inputs(std::vector<double>{0.0});
    // no force until 0.03 s, then 100 N: at rest there would be x = 1
    const std::vector<double> breaks = {0, 0.3, 1}, values = {0, 100};
    EXPECT_TRUE(mass->advance({0, 0.1}, {1, 0, breaks, values.data()}).is_accepted());
    const double x = std::cos(0.3), v = -10 * std::sin(0.3);
    EXPECT_NEAR(output_of(*mass, "position"), 1 + (x - 1) * std::cos(0.7) + v / 10 * std::sin(0.7), solver_error)
        << name;
  }
}

// canHandleVariableCommunicationStepSize = false: the FMU refuses a step that is not as long as its first one
TEST(CosimulationFmu, MakesEqualStepsWhereTheFmuNeedsThem) {
  const auto mass = make_oscillator("Strict-2");
  mass->initialize(0);
  mass->apply_inputs(std::vector<double>{0.0});
  const std::vector<double> breaks = {0, 0.3, 1};
  const std::vector<std::vector<double>> signals = {{0}, {0, 100}, {100, 50, -20}, {30, 0}};
  // each held over 0.1 s with the value of its begin
  double x = 1, v = 0, time = 0;
  const auto follow = [&](const StepOutcome& outcome, double f) {
    ASSERT_TRUE(outcome.is_accepted()) << outcome.reason;
    const double from = x - f / 100;
    x = f / 100 + from * std::cos(1) + v / 10 * std::sin(1);
    v = -10 * from * std::sin(1) + v * std::cos(1);
    EXPECT_NEAR(output_of(*mass, "position"), x, solver_error);
    time += 0.1;
  };
  for (const std::vector<double>& c : signals)
    follow(mass->advance({time, 0.1}, Polynomials(1, c).signal()), c.front());
  const std::vector<double> pieces = {-70, 10};
  follow(mass->advance({time, 0.1}, {1, 0, breaks, pieces.data()}), -70);
  EXPECT_THAT(mass->notes(),
              Contains(HasSubstr("canHandleVariableCommunicationStepSize = false: its inputs are held")));
}

class Rollback : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Versions, Rollback, testing::Values("Oscillator-2", "Oscillator-3"));

TEST_P(Rollback, IsBitwise) {
  const auto mass = make_oscillator(GetParam());
  position_under_force(*mass);
  Snapshot<double> saved;
  mass->save(saved);
  const Polynomials f = force(1, 0.1);
  ASSERT_TRUE(mass->advance({1, 0.1}, f.signal()).is_accepted());
  const std::vector<double> first = outputs_of(*mass);
  ASSERT_TRUE(mass->advance({1.1, 0.3}, force(3, 0.3).signal()).is_accepted());
  mass->restore(saved);
  ASSERT_TRUE(mass->advance({1, 0.1}, f.signal()).is_accepted());
  EXPECT_EQ(outputs_of(*mass), first);
}

TEST_P(Rollback, BringsBackInstancesFromBeforeAnInitialisation) {
  const auto mass = make_oscillator(GetParam());
  position_under_force(*mass);
  const std::vector<double> there = outputs_of(*mass);
  Snapshot<double> saved;
  mass->save(saved);
  mass->initialize(0);
  mass->apply_inputs(std::vector<double>{0.0});
  EXPECT_EQ(output_of(*mass, "position"), 1);
  mass->restore(saved);
  EXPECT_EQ(outputs_of(*mass), there);
  EXPECT_TRUE(mass->advance({1, 0.1}, force(1, 0.1).signal()).is_accepted());
}

TEST_P(Rollback, KeepsASharedSnapshotAsItWas) {
  const auto mass = make_oscillator(GetParam());
  position_under_force(*mass);
  const std::vector<double> there = outputs_of(*mass);
  Snapshot<double> saved, shared;
  mass->save(saved);
  shared.copy_from(saved);
  ASSERT_TRUE(mass->advance({1, 0.1}, force(1, 0.1).signal()).is_accepted());
  mass->save(saved);
  mass->restore(shared);
  EXPECT_EQ(outputs_of(*mass), there);
}

TEST_P(Rollback, OutlivesItsSubsystem) {
  Snapshot<double> saved;
  {
    const auto mass = make_oscillator(GetParam());
    position_under_force(*mass);
    mass->save(saved);
  }
  saved.content.reset();  // frees with a library that must still be there
}

TEST(CosimulationFmu, RestoresWithoutRollbackWhereItStands) {
  const auto mass = make_oscillator("Oscillator-1");
  EXPECT_FALSE(mass->description().capabilities.rollback);
  position_under_force(*mass);
  Snapshot<double> saved;
  mass->save(saved);
  EXPECT_NO_THROW(mass->restore(saved));
  ASSERT_TRUE(mass->advance({1, 0.1}, force(1, 0.1).signal()).is_accepted());
  EXPECT_THROW(mass->restore(saved), Error);
}

TEST(CosimulationFmu, SavesNothingWhenItOnlyGoesForward) {
  const auto mass = make_oscillator("Oscillator-2");
  position_under_force(*mass);
  Snapshot<double> saved;
  mass->save(saved);
  EXPECT_NE(saved.content, nullptr);
  mass->expect_return(Return::never);
  ASSERT_TRUE(mass->advance({1, 0.1}, force(1, 0.1).signal()).is_accepted());
  mass->save(saved);
  EXPECT_NO_THROW(mass->restore(saved));
  // what was saved before is another state, and must not be taken for this one
  ASSERT_TRUE(mass->advance({1.1, 0.1}, force(1.1, 0.1).signal()).is_accepted());
  EXPECT_THROW(mass->restore(saved), Error);
}

TEST(CosimulationFmu, BeginsAnewWithEveryInitialisation) {
  const auto mass = make_oscillator("Oscillator-2");
  const double once = position_under_force(*mass);
  EXPECT_EQ(position_under_force(*mass), once);
}

TEST(CosimulationFmu, SetsParametersAgainThatTheFmuForgets) {
  const auto fmu = load_fmu("Naughty-2");
  CosimulationFmu mass(
      "mass", fmu,
      {.values = {setting(*fmu, "initial_position", 3.0), setting(*fmu, "deed", std::vector<std::int64_t>{16})}});
  mass.initialize(0);
  mass.apply_inputs(std::vector<double>{0.0});
  EXPECT_EQ(output_of(mass, "position"), 3);
  EXPECT_THAT(mass.notes(), IsEmpty());
}

TEST(CosimulationFmu, TakesSingleNumbersForWhatTheyCanHold) {
  const auto fmu = load_fmu("Feedthrough-3");
  CosimulationFmu passing("passing", fmu, {.values = {setting(*fmu, "single", 0.1)}});
  passing.initialize(0);
  outputs_of(passing);
  EXPECT_THAT(passing.notes(), IsEmpty());
}

}  // namespace
}  // namespace oldham::fmi
