// SPDX-License-Identifier: MIT
#include "contract/constraint_contract.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "oldham/analysis/one_step_map.hpp"
#include "oldham/core/scalar.hpp"

// What every scheme promises holds for those with multipliers; and what the stabilisations promise.

namespace oldham {
namespace {

class ConstraintContract : public testing::TestWithParam<ConstraintCase> {
 protected:
  const ConstrainedSystem& constrained() const { return GetParam().constrained; }
  const StabilisationCase& stabilisation() const { return GetParam().stabilisation; }
  double step() const { return constrained().system.step; }
  bool is_linear() const { return constrained().system.is_linear; }

  System<double> make(const SchemeCase& scheme, int threads = 1) const {
    return build(with_stabilisation(constrained(), scheme), scheme, threads);
  }
  MacroState<double> run(System<double>& system, int steps) const {
    MacroState<double> state = system.cosimulation->initial_state(0);
    step_on(system, state, step(), steps);
    return state;
  }
  /// All orders and schedules.
  std::vector<SchemeCase> schemes(const std::string& correction = "semi-implicit") const {
    std::vector<SchemeCase> all;
    for (int order : stabilisation().orders)
      for (const char* schedule : {"jacobi", "gauss-seidel", "groups"})
        all.push_back(stabilised(stabilisation().name, order, correction, schedule));
    return all;
  }
};
INSTANTIATE_TEST_SUITE_P(All, ConstraintContract, testing::ValuesIn(constraint_cases()),
                         testing::PrintToStringParamName());

TEST_P(ConstraintContract, RepeatsAStepBitwiseAfterOtherSteps) {
  for (const char* correction : {"semi-implicit", "implicit"})
    for (const SchemeCase& scheme : schemes(correction)) {
      SCOPED_TRACE(text_of(scheme));
      System<double> system = make(scheme);
      MacroState<double> state = run(system, 5);
      const MacroState<double> saved = state.clone();
      step_on(system, state, step(), 1);
      const MacroState<double> once = state.clone();
      // other lengths, other states, another start
      step_on(system, state, step() / 3, 1);
      step_on(system, state, step() * 1.1, 1);
      run(system, 1);
      MacroState<double> again = saved.clone();
      step_on(system, again, step(), 1);
      EXPECT_TRUE(identical(*system.cosimulation, again, once));
      // and in an object that has stepped nothing yet
      System<double> other = make(scheme);
      MacroState<double> elsewhere = saved.clone();
      step_on(other, elsewhere, step(), 1);
      EXPECT_TRUE(identical(*system.cosimulation, elsewhere, once));
    }
}

TEST_P(ConstraintContract, IsTheSameUnderEverySchedule) {
  // multipliers and laws that need both sides are refreshed when nobody is left to see them
  for (int order : stabilisation().orders) {
    System<double> jacobi = make(stabilised(stabilisation().name, order));
    const MacroState<double> expected = run(jacobi, 10);
    for (const char* schedule : {"gauss-seidel", "groups"}) {
      System<double> system = make(stabilised(stabilisation().name, order, "semi-implicit", schedule));
      EXPECT_EQ(run(system, 10).outputs, expected.outputs) << schedule << " order " << order;
    }
  }
}

TEST_P(ConstraintContract, HoldsWhatItPromisesAtEveryCommunicationPoint) {
  for (int order : stabilisation().orders) {
    SCOPED_TRACE(order);
    // one correction solves linear conditions; others are solved to the tolerance
    const double tolerance = 1e-12;
    const SchemeCase scheme = is_linear() ? stabilised(stabilisation().name, order)
                                          : stabilised(stabilisation().name, order, "implicit", "jacobi",
                                                       fmt::format("tolerance = {}", tolerance));
    System<double> system = make(scheme);
    MacroState<double> state = system.cosimulation->initial_state(0);
    // index-3 grows by 3.73 a step at order 1: after eight, four outer ones of a group, forces still move nothing by
    // more than the positions there are
    for (int n = 0; n < (stabilisation().name == "index-3" ? 4 : 40); ++n) {
      step_on(system, state, step(), 1);
      for (const ConstraintLevels& levels : levels_at(constrained(), *system.cosimulation, state)) {
        // roundings of a level move λ by m/H^{2−level} of themselves, and with it the levels above it: some hundred
        // operations with the weights of a step; inside a group its steps, which are half as long
        double bound = 0;
        const double H = constrained().has_group_inside ? step() / 2 : step();
        for (int level = 0; level < (constrained().has_group_inside ? 2 : 3); ++level) {
          bound = bound / H + 0x1p-52 * 200 * std::max(1.0, levels.size[level]);
          const double left = is_linear() ? 0 : tolerance * std::max(1.0, levels.size[level]);
          if (stabilisation().promises[level]) {
            EXPECT_LE(std::abs(levels.value[level]), bound + left) << "level " << level << " at " << state.time;
          }
        }
      }
    }
  }
}

TEST_P(ConstraintContract, IsSolvedByOneCorrectionWhereItIsLinear) {
  if (!is_linear()) GTEST_SKIP() << "not linear";
  for (int order : stabilisation().orders) {
    System<double> semi = make(stabilised(stabilisation().name, order));
    System<double> full = make(stabilised(stabilisation().name, order, "implicit"));
    const MacroState<double> a = run(semi, 10), b = run(full, 10);
    if (stabilisation().name != "weighted") {
      EXPECT_EQ(a.outputs, b.outputs) << order;
      continue;
    }
    // a mean has no residual: one correction more shows that it stays, up to the rounding of forces in ten steps
    // (twenty of a group), which order 3 enlarges by 1.53 each
    const double growth = order < 3 ? 1 : std::pow(1.53, constrained().has_group_inside ? 20 : 10);
    for (std::size_t i = 0; i < a.outputs.size(); ++i)
      EXPECT_NEAR(a.outputs[i], b.outputs[i], 1e-13 * growth * std::max(1.0, std::abs(a.outputs[i]))) << order;
  }
}

TEST_P(ConstraintContract, HasOneMapInTwoPrecisions) {
  if (!is_linear()) GTEST_SKIP() << "not linear";
  for (int order : stabilisation().orders) {
    SCOPED_TRACE(order);
    const SchemeCase scheme = stabilised(stabilisation().name, order);
    ConstrainedSystem coarse = constrained();
    coarse.system.step = constrained().has_group_inside ? 0.08 : 0.04;  // every inner step is one of 0.04
    const Value file = file_of(with_stabilisation(coarse, scheme), scheme);
    const System<double> system = build_system<double>(file, {.threads = 1});
    const System<Multiprecision> precise = build_system<Multiprecision>(file, {.threads = 1});
    const double H = coarse.system.step;
    const Multiprecision same = from_decimal<Multiprecision>(H);
    const auto map = compute_one_step_map(*system.cosimulation, state_to_analyse(*system.cosimulation, 0.0, H), H);
    const auto exact = compute_one_step_map(*precise.cosimulation,
                                            state_to_analyse(*precise.cosimulation, Multiprecision(0), same), same);
    ASSERT_EQ(map.size, exact.size);
    for (int i = 0; i < map.size; ++i) {
      double largest = 0, error = 0;
      for (int j = 0; j < map.size; ++j) {
        const double entry = to_double(exact.matrix[i * map.size + j]);
        largest = std::max(largest, std::abs(entry));
        error = std::max(error, std::abs(map.matrix[i * map.size + j] - entry));
      }
      // a unit of position out of place is set right by forces of m/H², which know their own size to a thousand
      // roundings: velocities then err by those over H, and those inside a group move the forces on it once more
      const double inside = constrained().has_group_inside ? 2 / H : 1;
      EXPECT_LE(error, 0x1p-52 * 1000 * inside * std::max(1 / H, largest)) << "row " << i;
    }
  }
}

TEST(ConstrainedThreads, DoNotChangeABit) {
  // a cost far above what threads are used for: 2000 steps of rk4 in a macro step
  ConstrainedSystem costly = constrained_system("duffing");
  for (const char* body : {"duffing\"\nintegrator = \"rk4\"\nmicro_step = 2e-4", "oscillator\""}) {
    std::string& text = costly.system.text;
    const std::string model = body;
    const std::size_t at = text.find(model);
    ASSERT_NE(at, std::string::npos);
    text.replace(at, model.size(), model.substr(0, model.find('"') + 1) + "\nintegrator = \"rk4\"\nmicro_step = 2e-6");
  }
  for (const StabilisationCase& stabilisation : stabilisation_table()) {
    const SchemeCase scheme = stabilised(stabilisation.name, 1, "implicit");
    std::vector<double> outputs[2];
    for (int threads : {1, 2}) {
      System<double> system = build(costly.system, scheme, threads);
      MacroState<double> state = system.cosimulation->initial_state(0);
      step_on(system, state, costly.system.step, 3);
      outputs[threads - 1] = state.outputs;
    }
    EXPECT_EQ(outputs[0], outputs[1]) << stabilisation.name;
  }
}

}  // namespace
}  // namespace oldham
