// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>

#include "contract/subsystem_contract.hpp"

// What a declared capability promises.

namespace oldham {
namespace {

class CapabilityContract : public testing::TestWithParam<SubsystemCase> {
 protected:
  std::unique_ptr<Subsystem<double>> make_warm(int seed = 0) const {
    auto subsystem = GetParam().make();
    warm_up(*subsystem, seed);
    return subsystem;
  }
};

std::vector<double> read_state(const Subsystem<double>& subsystem) {
  std::vector<double> x(static_cast<std::size_t>(subsystem.description().state_size));
  subsystem.read_state(x);
  return x;
}

std::vector<double> read_outputs(const Subsystem<double>& subsystem) {
  std::vector<double> y(static_cast<std::size_t>(subsystem.description().output_count()));
  subsystem.read_outputs(y);
  return y;
}

std::vector<double> end_of(const Signal& signal) {
  std::vector<double> u(static_cast<std::size_t>(signal.inputs));
  signal.view().evaluate(1, u.data());
  return u;
}

/// Writes a state that no step led to, and returns it.
std::vector<double> move_state(Subsystem<double>& subsystem) {
  std::vector<double> x = read_state(subsystem);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = 0.9 * x[i] + 0.01 * double(i);
  subsystem.write_state(x);
  return x;
}

// ---- state access ----

class StateAccessContract : public CapabilityContract {};
INSTANTIATE_TEST_SUITE_P(All, StateAccessContract, testing::ValuesIn(subsystems_with(&Capabilities::state_access)),
                         row_name);

TEST_P(StateAccessContract, ReadsBackWhatWasWritten) {
  const auto subsystem = make_warm();
  const std::vector<double> x = move_state(*subsystem);
  EXPECT_EQ(read_state(*subsystem), x);
}

TEST_P(StateAccessContract, StateAndStepDetermineTheResult) {
  if (GetParam().begins_anew && GetParam().make()->description().state_size == 0)
    GTEST_SKIP() << "alone, nobody has it begin anew";
  // two different pasts, one state: the one-step map is a map of the state only if nothing else counts
  const auto subsystem = make_warm(0), other = make_warm(50);
  move_state(*other);
  const Signal before = make_signal(*subsystem, 2, {0, 1}, 3), signal = make_signal(*subsystem, 2, {0, 0.5, 1}, 4);
  advance(*subsystem, warm_time, contract_step, before);
  advance(*other, warm_time, contract_step, before);
  if (subsystem->description().state_size > 0) {
    ASSERT_NE(read_state(*subsystem), read_state(*other));
  }
  other->write_state(read_state(*subsystem));
  advance(*subsystem, warm_time + contract_step, contract_step, signal);
  advance(*other, warm_time + contract_step, contract_step, signal);
  EXPECT_LE(distance(observe(*subsystem), observe(*other)), GetParam().hidden);
}

TEST_P(StateAccessContract, OutputsFollowAWrittenState) {
  if (GetParam().begins_anew) GTEST_SKIP() << "what began with the step is no state";
  // y = h(t, x, u): same state, same inputs at the end, same outputs
  const auto subsystem = make_warm(0), other = make_warm(50);
  move_state(*other);
  const Signal signal = make_signal(*subsystem, 0, {0, 1}, 3);
  advance(*subsystem, warm_time, contract_step, signal);
  advance(*other, warm_time, contract_step, signal);
  other->write_state(read_state(*subsystem));
  EXPECT_LE(distance(read_outputs(*subsystem), read_outputs(*other)), rounding);
}

// ---- equations ----

std::vector<double> equation_state(const Subsystem<double>& subsystem) {
  std::vector<double> x(static_cast<std::size_t>(subsystem.equations()->equation_size()));
  subsystem.equations()->read_equation_state(x);
  return x;
}

class EquationsContract : public CapabilityContract {};
INSTANTIATE_TEST_SUITE_P(All, EquationsContract, testing::ValuesIn(subsystems_with(&Capabilities::equations)),
                         row_name);

TEST_P(EquationsContract, DerivativeIsTheLimitOfShortSteps) {
  // s(h) = (x(t + h) − x(t))/h = f + a h + b h² + …, so 2 s(h/2) − s(h) = f − b h²/2 + …
  if (GetParam().averages_inputs) GTEST_SKIP() << "inputs that jump count by half in its first step";
  const auto subsystem = make_warm();
  const std::vector<double> x = equation_state(*subsystem);
  const Signal held = make_signal(*subsystem, 0, {0, 1}, 3);
  std::vector<double> f(x.size());
  subsystem->equations()->derivative(warm_time, x, end_of(held), f);
  const double h = 1e-5;
  Snapshot<double> saved;
  subsystem->save(saved);
  const auto slope = [&](double length) {
    subsystem->restore(saved);
    advance(*subsystem, warm_time, length, held);
    std::vector<double> s = equation_state(*subsystem);
    for (std::size_t i = 0; i < s.size(); ++i) s[i] = (s[i] - x[i]) / length;
    return s;
  };
  const std::vector<double> full = slope(h), half = slope(h / 2);
  for (std::size_t i = 0; i < x.size(); ++i) {
    // b is a sixth of the third derivative, at frequencies up to 20 rad/s and states up to 10: 20³ · 10/6 · h² = 2e-6;
    // adaptive solvers add their tolerance of 1e-12 · 10, divided by h/2 and doubled: 4e-6
    EXPECT_NEAR(2 * half[i] - full[i], f[i], 1e-5) << "state " << i;
    // first order: the slope itself is off by the h/2 of the second derivative, at most 20² · 10
    EXPECT_NEAR(full[i], f[i], 20 * 20 * 10 * h / 2 + 1e-5) << "state " << i;
  }
}

TEST_P(EquationsContract, OutputIsWhatIsReadAfterAStep) {
  if (GetParam().begins_anew) GTEST_SKIP() << "what began with the step is no state";
  const auto subsystem = make_warm();
  const Signal signal = make_signal(*subsystem, 2, {0, 1}, 3);
  advance(*subsystem, warm_time, contract_step, signal);
  std::vector<double> y(read_outputs(*subsystem).size());
  subsystem->equations()->output(warm_time + contract_step, equation_state(*subsystem), end_of(signal), y);
  EXPECT_LE(distance(read_outputs(*subsystem), y), rounding);
}

TEST_P(EquationsContract, OutputsDependOnInputsOnlyWithDeclaredFeedthrough) {
  const auto subsystem = make_warm();
  const int inputs = subsystem->description().input_count();
  const std::vector<double> x = equation_state(*subsystem), zero(inputs, 0.0), one(inputs, 1.0);
  std::vector<double> y0(read_outputs(*subsystem).size()), y1 = y0;
  subsystem->equations()->output(warm_time, x, zero, y0);
  subsystem->equations()->output(warm_time, x, one, y1);
  EXPECT_EQ(y0 != y1, subsystem->description().boundary->feedthrough);
  if (GetParam().begins_anew && subsystem->description().boundary->is_group)
    GTEST_SKIP() << "behind the first instant it is told its inputs by steps";
  // and inputs applied at an instant are seen at once
  subsystem->apply_inputs(one);
  EXPECT_LE(distance(read_outputs(*subsystem), y1), rounding);
}

// ---- step sensitivity ----

class StepSensitivityContract : public CapabilityContract {};
INSTANTIATE_TEST_SUITE_P(All, StepSensitivityContract,
                         testing::ValuesIn(subsystems_with(&Capabilities::step_sensitivity)), row_name);

TEST_P(StepSensitivityContract, ResponseIsTheDifferenceOfTwoSteps) {
  const auto subsystem = make_warm();
  const Signal signal = make_signal(*subsystem, 2, {0, 0.4, 1}, 3),
               direction = make_signal(*subsystem, 2, {0, 0.4, 1}, 4);
  Snapshot<double> saved;
  subsystem->save(saved);
  std::vector<double> dy(read_outputs(*subsystem).size());
  subsystem->step_sensitivity()->respond({warm_time, contract_step}, direction.view(), dy, {}, {});

  advance(*subsystem, warm_time, contract_step, signal);
  const std::vector<double> y0 = read_outputs(*subsystem);
  subsystem->restore(saved);
  // a derivative, but exact for every size of the change where the subsystem is linear
  const double size = GetParam().declared.linear ? 1 : 1e-6;
  advance(*subsystem, warm_time, contract_step, combine(signal, size, direction));
  std::vector<double> difference = read_outputs(*subsystem);
  for (std::size_t i = 0; i < difference.size(); ++i) difference[i] = (difference[i] - y0[i]) / size;
  EXPECT_LE(distance(difference, dy), GetParam().declared.linear ? rounding : 1e-5);
}

TEST_P(StepSensitivityContract, AskingDoesNotDisturb) {
  const auto subsystem = make_warm();
  const auto before = observe(*subsystem);
  std::vector<double> dy(read_outputs(*subsystem).size());
  subsystem->step_sensitivity()->respond({warm_time, contract_step}, make_signal(*subsystem, 2, {0, 1}, 4).view(), dy,
                                         {}, {});
  EXPECT_EQ(observe(*subsystem), before);
}

// ---- linear ----

class LinearContract : public CapabilityContract {};
INSTANTIATE_TEST_SUITE_P(All, LinearContract, testing::ValuesIn(subsystems_with(&Capabilities::linear)), row_name);

/// |F(z + d1 + d2) − F(z + d1) − F(z + d2) + F(z)| for the step F of z = (state, inputs): zero for an affine map.
double superposition_defect(const SubsystemCase& row) {
  const auto subsystem = row.make();
  warm_up(*subsystem, 0);
  const std::vector<double> x = read_state(*subsystem);
  std::vector<double> first = x, second = x, both = x;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double d1 = std::sin(1.0 + double(i)), d2 = std::cos(2.0 + 3 * double(i));
    first[i] += d1;
    second[i] += d2;
    both[i] += d1 + d2;
  }
  const Signal u = make_signal(*subsystem, 2, {0, 0.5, 1}, 3), du1 = make_signal(*subsystem, 2, {0, 0.5, 1}, 4),
               du2 = make_signal(*subsystem, 2, {0, 0.5, 1}, 5);
  Snapshot<double> saved;
  subsystem->save(saved);
  const auto step = [&](const std::vector<double>& from, const Signal& signal) {
    subsystem->restore(saved);
    subsystem->write_state(from);
    advance(*subsystem, warm_time, contract_step, signal);
    return observe(*subsystem);
  };
  const auto f0 = step(x, u), f1 = step(first, combine(u, 1, du1)), f2 = step(second, combine(u, 1, du2)),
             f12 = step(both, combine(combine(u, 1, du1), 1, du2));
  std::vector<double> sum(f0.size());
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = f1[i] + f2[i] - f0[i];
  return distance(f12, sum);
}

TEST_P(LinearContract, StepsSuperpose) {
  // affine to rounding: each of the four steps errs by less than the common bound
  EXPECT_LE(superposition_defect(GetParam()), 4 * rounding);
}

TEST(LinearCapability, IsNotDeclaredByADuffingOscillator) {
  // m ẍ = −c x − c3 x³ …: a step of this strength is off a linear one by c3 x³ H/m, about one part in a hundred
  int seen = 0;
  for (const SubsystemCase& row : subsystem_table()) {
    if (row.name.find("duffing") == std::string::npos) continue;
    EXPECT_FALSE(row.make()->description().capabilities.linear) << row.name;
    EXPECT_GT(superposition_defect(row), 1e-3) << row.name;
    ++seen;
  }
  EXPECT_GE(seen, 8);
}

// ---- integrals ----

class IntegralsContract : public CapabilityContract {};
INSTANTIATE_TEST_SUITE_P(All, IntegralsContract, testing::ValuesIn(subsystems_with(&Capabilities::output_integrals)),
                         row_name);

TEST_P(IntegralsContract, AreThoseOfTheOutputsOverTheStep) {
  // Simpson's rule on ten parts of the step, each advanced alone under the same held input
  const auto subsystem = make_warm();
  const Signal held = make_signal(*subsystem, 0, {0, 1}, 3);
  const int outputs = subsystem->description().output_count();
  std::vector<double> expected(static_cast<std::size_t>(outputs), 0.0);
  Snapshot<double> saved;
  subsystem->save(saved);
  const int parts = 20;
  const double h = contract_step / parts;
  for (int n = 0; n <= parts; ++n) {
    if (n > 0) advance(*subsystem, warm_time + (n - 1) * h, h, held);
    const double weight = n == 0 ? 0 : n == parts ? 1 : n % 2 == 1 ? 4 : 2;
    const std::vector<double> y = read_outputs(*subsystem);
    for (int i = 0; i < outputs; ++i)
      expected[static_cast<std::size_t>(i)] += weight * y[static_cast<std::size_t>(i)] * h / 3;
  }
  // the outputs at the beginning, under the same input as all others
  subsystem->restore(saved);
  advance(*subsystem, warm_time, 0, held);
  const std::vector<double> first = read_outputs(*subsystem);
  for (int i = 0; i < outputs; ++i) expected[static_cast<std::size_t>(i)] += first[static_cast<std::size_t>(i)] * h / 3;

  const auto fresh = make_warm();
  fresh->output_integrals()->carry_integrals();
  const std::vector<double> state = [&] {
    subsystem->restore(saved);
    return read_state(*subsystem);
  }();
  fresh->write_state(state);
  advance(*fresh, warm_time, contract_step, held);
  std::vector<double> q(static_cast<std::size_t>(outputs));
  fresh->output_integrals()->read_integrals(q);
  // Simpson errs by H (H/20)^4/180 times a fourth derivative of at most 20^4 · 10: 2e-9 · H. The solvers err like their
  // order: Euler and linear-implicit by half a micro step times a slope of 20 · 10, the trapezoidal rule by a
  // twelfth of its square times 20^2 · 10; the others by far less, adaptive ones by their tolerance.
  const std::string& name = GetParam().name;
  const auto is = [&](const char* solver) { return name.find(solver) != std::string::npos; };
  const double micro = contract_micro_step;
  const double bound = is("euler") || is("linear_implicit") ? 200 * micro
                       : is("trapezoidal")                  ? 4000 * micro * micro
                                                            : 1e-6;
  for (int i = 0; i < outputs; ++i)
    EXPECT_NEAR(q[static_cast<std::size_t>(i)], expected[static_cast<std::size_t>(i)], bound * contract_step)
        << "output " << i;
}

}  // namespace
}  // namespace oldham
