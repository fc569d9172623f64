// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>

#include "deeds.hpp"
#include "fmu_files.hpp"
#include "oldham/coupling/cosimulation.hpp"

// Where nothing is ever undone, inputs, step and outputs are passed on to an FMU directly. What comes of it is what the
// ordinary way gives, to the last bit.

namespace oldham::fmi {
namespace {

class DirectStep : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Fmus, DirectStep, testing::Values("Oscillator-2", "Naughty-2", "Trivial-2", "Oscillator-3"));

TEST_P(DirectStep, GivesTheOutputsOfTheOrdinaryWay) {
  CosimulationFmu direct("direct", load_fmu(GetParam()), {}), ordinary("ordinary", load_fmu(GetParam()), {});
  direct.expect_return(Return::never);
  for (CosimulationFmu* fmu : {&direct, &ordinary}) {
    fmu->initialize(0);
    fmu->apply_inputs(std::vector<double>{0.5});
  }
  std::vector<double> y(direct.description().output_count());
  double time = 0;
  for (int n = 0; n < 40; ++n) {
    // now and then an input that changes, or a step of another length
    const double u = 3.7 * (n % 7) - 10.1, length = n % 5 == 4 ? 0.03 : 0.01;
    const Polynomials inputs(1, n % 11 == 10 ? std::vector<double>{u, 2.5} : std::vector<double>{u});
    StepOutcome outcome;
    direct.advance_and_read({time, length}, inputs.signal(), y, outcome);
    ASSERT_TRUE(outcome.is_accepted()) << outcome.reason;
    ASSERT_TRUE(ordinary.advance({time, length}, inputs.signal()).is_accepted());
    EXPECT_EQ(y, outputs_of(ordinary)) << n;
    EXPECT_EQ(outputs_of(direct), y) << n;
    time += length;
  }
}

/// Three masses that push each other; a bond keeps the loop from its shorter way to held inputs.
Assembly<double> make_ring(bool has_bond) {
  Assembly<double> assembly;
  assembly.name = "test";
  for (const char* name : {"a", "b", "c"})
    assembly.subsystems.push_back(std::make_unique<CosimulationFmu>(name, load_fmu("Oscillator-2"), FmuSettings{}));
  enum { position, velocity, acceleration };
  assembly.connections = {{{0, position}, {1, 0}, -20, 1, "test", {}, false},
                          {{1, velocity}, {2, 0}, 0.3, 0, "test", {}, false},
                          {{2, acceleration}, {0, 0}, 0.1, -0.2, "test", {}, false}};
  if (has_bond) {
    Bond bond;
    bond.name = "bond";
    bond.flow_a = {{0, velocity}, false};
    bond.effort_a = {{0, 0}, true};
    bond.flow_b = {{1, velocity}, false};
    bond.effort_b = {{1, acceleration}, false};
    assembly.bonds.push_back(bond);
  }
  return assembly;
}

TEST(DirectSteps, OfCoupledFmusGiveTheSameBitsAsOrdinaryOnes) {
  Scheme scheme;
  scheme.threads = 1;
  const auto record = [&](bool is_forward, bool has_bond) {
    Cosimulation<double> system(make_ring(has_bond), scheme);
    system.expect_return(is_forward ? Return::never : Return::anywhere);
    MacroState<double> state = system.initial_state(0);
    std::vector<double> all;
    for (int n = 0; n < 50; ++n) {
      const StepReport report = system.step(state, {state.time, n % 3 == 2 ? 0.02 : 0.01});
      EXPECT_TRUE(report.is_accepted()) << report.reason;
      all.insert(all.end(), state.outputs.begin(), state.outputs.end());
      all.insert(all.end(), state.inputs.begin(), state.inputs.end());
    }
    return all;
  };
  const std::vector<double> ordinary = record(false, true);
  EXPECT_NE(ordinary.front(), ordinary[ordinary.size() - 12]);
  EXPECT_EQ(record(true, true), ordinary);
  EXPECT_EQ(record(false, false), ordinary);
  EXPECT_EQ(record(true, false), ordinary);
}

// an output at rest that counts steps of all instances
TEST(HeldInputs, TakeOneStepWhereNoneOfThemChanges) {
  const auto fmu = load_fmu("Naughty-2");
  CosimulationFmu mass("mass", fmu,
                       {.values = {setting(*fmu, "deed", std::vector<std::int64_t>{shared_counter}),
                                   setting(*fmu, "when", 0.0), setting(*fmu, "initial_position", 0.0)}});
  mass.initialize(0);
  mass.apply_inputs(std::vector<double>{0.0});
  mass.expect_return(Return::never);
  auto steps_of = [&, y = std::vector<double>(3), time = 0.0](const InputSignal<double>& inputs) mutable {
    const double before = outputs_of(mass)[0];
    StepOutcome outcome;
    mass.advance_and_read({time, 0.1}, inputs, y, outcome);
    EXPECT_TRUE(outcome.is_accepted()) << outcome.reason;
    time += 0.1;
    return std::llround((y[0] - before) / 1e-9);
  };
  const std::vector<double> breaks = {0, 0.3, 1}, pieces = {0, 0, 0, 0};
  EXPECT_EQ(steps_of(Polynomials(1, {0}).signal()), 1);
  EXPECT_EQ(steps_of(Polynomials(1, {0, 0}).signal()), 1);
  EXPECT_EQ(steps_of({1, 1, breaks, pieces.data()}), 1);
  EXPECT_GT(steps_of(Polynomials(1, {0, 1e-12}).signal()), 9);
}

// inputs that are set between two steps, as where algebraic loops are solved, are not those of the step before
TEST(DirectSteps, SetInputsAgainThatOthersHaveSetMeanwhile) {
  CosimulationFmu box("box", load_fmu("Trivial-2"), {});
  box.initialize(0);
  box.apply_inputs(std::vector<double>{0.0});
  box.expect_return(Return::never);
  std::vector<double> y(1);
  StepOutcome outcome;
  const auto step = [&](double begin, const std::vector<double>& c) {
    box.advance_and_read({begin, 0.1}, Polynomials(1, c).signal(), y, outcome);
    ASSERT_TRUE(outcome.is_accepted()) << outcome.reason;
  };
  step(0, {2});
  EXPECT_EQ(y[0], 3);
  box.apply_inputs(std::vector<double>{5.0});
  EXPECT_EQ(outputs_of(box)[0], 6);
  step(0.1, {2});
  EXPECT_EQ(y[0], 3);
  // a step that is made in the ordinary way, between two others
  step(0.2, {2, 4});
  EXPECT_EQ(y[0], 7);
  step(0.3, {2});
  EXPECT_EQ(y[0], 3);
}

}  // namespace
}  // namespace oldham::fmi
