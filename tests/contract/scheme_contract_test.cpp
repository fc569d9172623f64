// SPDX-License-Identifier: MIT
#include "contract/scheme_contract.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "oldham/analysis/one_step_map.hpp"

// What every scheme promises: a step depends on the MacroState and the interval, and on nothing else.

namespace oldham {
namespace {

std::vector<ContractCase> cases() {
  std::vector<ContractCase> rows = contract_cases();
  // kept sensitivities are memory from step to step: they must travel with the state
  for (const char* system : {"duffing", "nested"})
    for (const char* correction : {"semi-implicit", "implicit"})
      rows.push_back({system_named(system), correction, "jacobian = \"reuse\""});
  // so is what inputs lacked
  for (const char* system : {"force_force", "feedthrough", "chain_force_displacement", "nested", "duffing"})
    rows.push_back({system_named(system), "explicit", "input_correction = 0.9"});
  return rows;
}

/// Claims hold for the row's correction with every schedule, held and extrapolated.
class SchemeContract : public testing::TestWithParam<ContractCase> {
 protected:
  std::vector<SchemeCase> schemes() const { return schemes_of(GetParam(), {0, 2}); }
  System<double> make(const SchemeCase& scheme) const { return build(GetParam().system, scheme); }
  /// Some steps from the start.
  MacroState<double> run(System<double>& system, int steps) const {
    MacroState<double> state = system.cosimulation->initial_state(0);
    step_on(system, state, step(), steps);
    return state;
  }
  double step() const { return GetParam().system.step; }
};
INSTANTIATE_TEST_SUITE_P(All, SchemeContract, testing::ValuesIn(cases()), testing::PrintToStringParamName());

TEST_P(SchemeContract, ContinuesInANewObjectBitwise) {
  for (const SchemeCase& scheme : schemes()) {
    SCOPED_TRACE(text_of(scheme));
    System<double> system = make(scheme);
    MacroState<double> state = run(system, 7);
    MacroState<double> clone = state.clone();
    step_on(system, state, step(), 8);
    System<double> other = make(scheme);
    step_on(other, clone, step(), 8);
    EXPECT_EQ(clone.outputs, state.outputs);
    EXPECT_TRUE(identical(*system.cosimulation, clone, state));
  }
}

TEST_P(SchemeContract, RepeatsAStepBitwiseAfterOtherSteps) {
  for (const SchemeCase& scheme : schemes()) {
    SCOPED_TRACE(text_of(scheme));
    System<double> system = make(scheme);
    MacroState<double> state = run(system, 5);
    const MacroState<double> saved = state.clone();
    step_on(system, state, step(), 1);
    const MacroState<double> once = state.clone();
    // other lengths, other states, another start
    step_on(system, state, step() / 3, 2);
    step_on(system, state, step() * 1.1, 2);
    run(system, 1);
    MacroState<double> again = saved.clone();
    EXPECT_FALSE(identical(*system.cosimulation, again, once));
    step_on(system, again, step(), 1);
    EXPECT_TRUE(identical(*system.cosimulation, again, once));
  }
}

TEST_P(SchemeContract, LeavesTheStateAloneWhenAStepFails) {
  for (const SchemeCase& scheme : schemes()) {
    SCOPED_TRACE(text_of(scheme));
    System<double> system = make(scheme);
    MacroState<double> state = run(system, 5);
    const MacroState<double> before = state.clone();
    SchemeCase strict = scheme;
    strict.more += "\ndivergence_limit = 1e-9";  // no motion is that small
    System<double> failing = make(strict);
    const StepReport report = failing.cosimulation->step(state, {state.time, step()});
    EXPECT_EQ(report.status, StepReport::Status::diverged);
    EXPECT_NE(report.reason.find("became"), std::string::npos) << report.reason;
    EXPECT_TRUE(identical(*system.cosimulation, state, before));
  }
}

TEST_P(SchemeContract, CorrectsAsOftenAsItsNameSays) {
  const std::string& correction = GetParam().correction;
  for (const SchemeCase& scheme : schemes()) {
    SCOPED_TRACE(text_of(scheme));
    System<double> system = make(scheme);
    MacroState<double> state = run(system, 3);
    const StepReport report = system.cosimulation->step(state, {state.time, step()});
    ASSERT_TRUE(report.is_accepted()) << report.reason;
    const Correction& settings = system.cosimulation->scheme().correction;
    if (correction == "explicit") {
      EXPECT_EQ(report.corrections, 0);
    } else if (correction == "semi-implicit") {
      EXPECT_EQ(report.corrections, 1);
    } else if (settings.kind == Correction::Kind::newton && settings.jacobian == Correction::Jacobian::every_step &&
               GetParam().system.is_linear) {
      EXPECT_EQ(report.corrections, 1) << "Newton's method solves a linear system at once";
    } else {
      EXPECT_GE(report.corrections, settings.least);
      EXPECT_LE(report.corrections, settings.most);
    }
    if (settings.to_tolerance) {
      EXPECT_LE(report.residual, settings.tolerance);
    }
  }
}

class LinearSchemeContract : public SchemeContract {};
std::vector<ContractCase> linear_cases() {
  std::vector<ContractCase> rows = cases();
  std::erase_if(rows, [](const ContractCase& row) { return !row.system.is_linear; });
  return rows;
}
INSTANTIATE_TEST_SUITE_P(All, LinearSchemeContract, testing::ValuesIn(linear_cases()),
                         testing::PrintToStringParamName());

TEST_P(LinearSchemeContract, StepsLinearSystemsLinearly) {
  for (SchemeCase scheme : schemes()) {
    SCOPED_TRACE(text_of(scheme));
    scheme.more += "\ntolerance = 1e-13";
    System<double> system = make(scheme);
    const MacroState<double> state = state_to_analyse(*system.cosimulation, 0.0, step());
    const OneStepMap<double> map = compute_one_step_map(*system.cosimulation, state, step());
    // each of the n + 2 probes errs by its roundings, some hundred operations on numbers of the size of the largest
    // entry, and by what the corrections leave
    double largest = 1;
    for (double entry : map.matrix) largest = std::max(largest, std::abs(entry));
    const double left = system.cosimulation->scheme().correction.to_tolerance ? 1e-13 : 0;
    EXPECT_LE(map.linearity_defect, (map.size + 2) * (100 * 0x1p-52 + left) * largest);
  }
}

TEST(NonlinearSystem, ShowsADefectOfLinearity) {
  // or the test above would mean nothing: with x''' of order one the defect is of the order of the probe's reach, 1e-5
  System<double> system = build(system_named("duffing"), {"jacobi", "explicit", 0, ""});
  const MacroState<double> state = state_to_analyse(*system.cosimulation, 0.0, 0.008);
  EXPECT_GT(compute_one_step_map(*system.cosimulation, state, 0.008).linearity_defect, 1e-10);
}

TEST(SemiImplicit, IsImplicitOnLinearSystems) {
  // one Newton correction solves linear conditions; more find nothing left to do
  for (const SystemCase& row : system_table()) {
    if (!row.is_linear) continue;
    for (const std::string& schedule : schedule_names()) {
      System<double> semi = build(row, {schedule, "semi-implicit", 2, ""});
      System<double> full = build(row, {schedule, "implicit", 2, ""});
      MacroState<double> a = semi.cosimulation->initial_state(0), b = full.cosimulation->initial_state(0);
      step_on(semi, a, row.step, 20);
      step_on(full, b, row.step, 20);
      EXPECT_EQ(a.outputs, b.outputs) << row.name << " " << schedule;
    }
  }
}

TEST(Correction, ThatDoesNotConvergeLeavesTheStateAlone) {
  // two substitutions cannot reach 1e-15
  const SystemCase& row = system_named("displacement_displacement");
  System<double> system = build(row, {"jacobi", "fixed-point", 2, "max_corrections = 2\ntolerance = 1e-15"});
  MacroState<double> state = make_start(system, row, row.step);
  const MacroState<double> before = state.clone();
  const StepReport report = system.cosimulation->step(state, {state.time, row.step});
  EXPECT_EQ(report.status, StepReport::Status::failed);
  EXPECT_NE(report.reason.find("did not converge"), std::string::npos) << report.reason;
  EXPECT_TRUE(identical(*system.cosimulation, state, before));
}

}  // namespace
}  // namespace oldham
