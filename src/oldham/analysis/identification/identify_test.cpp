// SPDX-License-Identifier: MIT
#include "oldham/analysis/identification/identify.hpp"

#include <gmock/gmock.h>

#include <array>
#include <cmath>

#include "black_box.hpp"
#include "oldham/analysis/spectrum.hpp"
#include "oldham/model/oscillator/oscillator.hpp"
#include "oldham/model/with_integrator.hpp"

namespace oldham {
namespace {

using Box = std::unique_ptr<Subsystem<double>>;

/// x' = A x + B u, y = C x + D u as a black box.
Box linear_box(int inputs, int outputs, LinearEquations<double> equations, Habits habits = {}) {
  return std::make_unique<BlackBox>(
      std::make_unique<LinearSubsystem<double>>("box", plain_boundary(inputs, outputs), std::move(equations)), habits);
}

const Oscillator<double> oscillator{1.5, 120, 2, 0.8, -3, {}};

Box oscillator_box(Habits habits = {}) {
  return std::make_unique<BlackBox>(
      std::make_unique<LinearSubsystem<double>>("box", oscillator_boundary(0), oscillator.linear_equations()), habits);
}

Identified identify_at_start(Subsystem<double>& box, double H, int degree = 0,
                             const IdentificationSettings& settings = {}, std::vector<double> inputs = {}) {
  inputs.resize(box.description().input_count());
  const OperatingPoint point = make_initial_point(box, 0, inputs);
  return identify(box, point, H, degree, settings);
}

std::vector<Eigenvalue<double>> eigenvalues_of(const StepMap& map) { return compute_eigenvalues(map.a, map.states); }

/// e^{sH} of m s² + d s + c = 0, the upper one of the pair.
std::array<double, 2> exact_eigenvalue(double m, double d, double c, double H) {
  const double decay = -d / (2 * m), frequency = std::sqrt(c / m - decay * decay);
  return {std::exp(decay * H) * std::cos(frequency * H), std::exp(decay * H) * std::sin(frequency * H)};
}

void expect_pair(const StepMap& map, const std::array<double, 2>& exact, double tolerance) {
  ASSERT_EQ(map.states, 2);
  const std::vector<Eigenvalue<double>> found = eigenvalues_of(map);
  EXPECT_NEAR(found[0].real, exact[0], tolerance);
  EXPECT_NEAR(std::abs(found[0].imaginary), std::abs(exact[1]), tolerance);
}

TEST(Identify, GivesAnOscillatorItsOwnEigenvalues) {
  for (const double H : {0.003, 0.03, 0.2})
    for (int degree = 0; degree <= 2; ++degree) {
      const Box box = oscillator_box();
      const Identified found = identify_at_start(*box, H, degree);
      ASSERT_EQ(found.problem, "");
      // rounding of the outputs, 2e-16, over answers of about 1e-2 of them and a spread of singular values of 1e3
      expect_pair(found.map, exact_eigenvalue(1.5, 2, 120, H), 1e-9);
      EXPECT_LT(found.residual, 1e-8);
      EXPECT_LT(found.asymmetry, 1e-8);
      EXPECT_EQ(found.preflight.rollback, RollbackHabit::bitwise);
      EXPECT_EQ(found.preflight.grid, std::nullopt);
      EXPECT_LT(found.preflight.composition, 1e-6);
      EXPECT_THAT(found.preflight.findings, testing::IsEmpty());
    }
}

TEST(Identify, FindsTheAnswerWithinTheStep) {
  const double H = 0.05;
  const Box box = oscillator_box();
  const Identified found = identify_at_start(*box, H, 2);
  const LinearEquations<double> e = oscillator.linear_equations();
  const Propagator<double> exact = compute_propagator(e.A, e.B, 2, 1, H, 2);
  ASSERT_EQ(found.map.d.size(), exact.gamma.size());
  for (std::size_t i = 0; i < exact.gamma.size(); ++i) EXPECT_NEAR(found.map.d[i], exact.gamma[i], 1e-13);
  EXPECT_EQ(found.map.offset, (std::vector<double>{0.8, -3}));
}

TEST(Identify, CountsItsSteps) {
  BlackBox box(std::make_unique<LinearSubsystem<double>>("box", oscillator_boundary(0), oscillator.linear_equations()));
  const Identified found = identify_at_start(box, 0.03);
  EXPECT_EQ(found.probe_steps, box.steps);
  EXPECT_LE(found.probe_steps, 2000);
}

// m ẍ = f − c x − c3 x³ − d ẋ at rest under f: an oscillator of stiffness c + 3 c3 x²
TEST(Identify, LinearisesWhereTheSubsystemStands) {
  const double x = 0.5, c = 120, c3 = 190, H = 0.03;
  BlackBox box(with_integrator<double>("duffing", duffing_boundary(), Duffing<double>{1.5, c, 2, c3, x, 0},
                                       {.kind = IntegratorKind::rk4, .micro_step = 1e-4}));
  const Identified found = identify_at_start(box, H, 0, {}, {c * x + c3 * x * x * x});
  ASSERT_EQ(found.problem, "");
  // the answer to ±δ has an even part of the order δ and an error of δ²; the smaller of the perturbations is taken
  expect_pair(found.map, exact_eigenvalue(1.5, 2, c + 3 * c3 * x * x, H), 1e-6);
  EXPECT_GT(found.asymmetry, 1e-12);
  EXPECT_LT(found.asymmetry, 1e-4);
}

TEST(Identify, LooksBeyondTheNoiseOfAnAdaptiveSolver) {
  BlackBox box(
      with_integrator<double>("box", oscillator_boundary(0), oscillator,
                              {.kind = IntegratorKind::cvode, .relative_tolerance = 1e-5, .absolute_tolerance = 1e-7}));
  const double H = 0.05;
  const Identified found = identify_at_start(box, H);
  ASSERT_EQ(found.problem, "");
  ASSERT_EQ(found.map.states, 2);
  const std::array<double, 2> exact = exact_eigenvalue(1.5, 2, 120, H);
  // the solver errs by about 1e-5 of outputs of about 3 in each step, against answers of 100 N · H/m
  EXPECT_NEAR(eigenvalues_of(found.map)[0].modulus(), std::hypot(exact[0], exact[1]), 3e-3);
  EXPECT_GE(found.perturbation, 1e-2);
}

TEST(Identify, ReplaysWhatCannotBeRestored) {
  const Box box = oscillator_box({.has_rollback = false});
  const OperatingPoint start = make_initial_point(*box, 0, std::vector<double>{0.0});
  const OperatingPoint point = settle(*box, start, 0.03, 7);
  ASSERT_FALSE(point.snapshot);
  const Identified found = identify(*box, point, 0.03, 1);
  ASSERT_EQ(found.problem, "");
  EXPECT_EQ(found.preflight.rollback, RollbackHabit::absent);
  EXPECT_FALSE(found.preflight.by_restoring);
  EXPECT_TRUE(found.preflight.deterministic);
  expect_pair(found.map, exact_eigenvalue(1.5, 2, 120, 0.03), 1e-9);
  // the map does not care how the box came there
  const Box honest = oscillator_box();
  const Identified restored =
      identify(*honest, settle(*honest, make_initial_point(*honest, 0, std::vector<double>{0.0}), 0.03, 7), 0.03, 1);
  EXPECT_EQ(restored.map.a, found.map.a);
  EXPECT_EQ(restored.map.offset, found.map.offset);
}

TEST(Identify, ReplaysWhatIsRestoredWrongly) {
  const Box box = oscillator_box({.forgets_last_state = true});
  const Identified found = identify_at_start(*box, 0.03);
  ASSERT_EQ(found.problem, "");
  EXPECT_EQ(found.preflight.rollback, RollbackHabit::fails);
  EXPECT_FALSE(found.preflight.by_restoring);
  expect_pair(found.map, exact_eigenvalue(1.5, 2, 120, 0.03), 1e-9);
}

TEST(Identify, RefusesWhatCannotBeBroughtBack) {
  const Box box = oscillator_box({.has_rollback = false, .ages = 0.1});
  const Identified found = identify_at_start(*box, 0.03);
  EXPECT_THAT(found.problem, testing::HasSubstr("cannot be brought back"));
}

TEST(Identify, TellsAConstantFromAnAnswer) {
  // the second output is 69, and noise in its last digits that is never the same
  int told = 0;
  const auto tell = [&told](double, double y) { return y == 0 ? 69 + 1e-13 * std::sin(37.0 * ++told) : y; };
  const Box box = linear_box(1, 2, {{0, 1, -80, -1.3}, {0, 0.7}, {1, 0.2, 0, 0}, {0, 0}, {1, 0}}, {.disturb = tell});
  const double H = 0.05;
  const Identified found = identify_at_start(*box, H);
  ASSERT_EQ(found.problem, "");
  EXPECT_EQ(found.preflight.rollback, RollbackHabit::within_tolerance);
  expect_pair(found.map, exact_eigenvalue(1, 1.3, 80, H), 1e-9);
  EXPECT_NEAR(found.map.offset[1], 69, 1e-12);
  for (int j = 0; j < 2; ++j) EXPECT_EQ(found.map.c[2 + j], 0);
  EXPECT_LT(found.residual, 1e-3);  // 1e-13 of 1e5 eps · 69
}

TEST(Identify, FindsNoStateWhereThereIsNone) {
  const Box box = linear_box(2, 1, {{}, {}, {}, {3, -2}, {}});
  const Identified found = identify_at_start(*box, 0.1, 1);
  ASSERT_EQ(found.problem, "");
  EXPECT_EQ(found.order, 0);
  EXPECT_TRUE(found.preflight.advances);
  // outputs see the inputs of the end, where every power of θ is 1
  const std::vector<double> exact = {3, -2, 3, -2};
  for (int j = 0; j < 4; ++j) EXPECT_NEAR(found.map.d[j], exact[j], 1e-13);
}

TEST(Identify, WeighsInputsOfAnyUnit) {
  const auto identify_with = [](double unit) {
    const Box box = linear_box(2, 2, {{0, 1, -80, -1.3}, {0, 0, 0.7, 0.4 * unit}, {1, 0, 0, 1}, {0, 0, 0, 0}, {1, 0}});
    return identify_at_start(*box, 0.05, 1);
  };
  const Identified alike = identify_with(1), apart = identify_with(1e-6);
  ASSERT_EQ(apart.problem, "");
  expect_pair(apart.map, exact_eigenvalue(1, 1.3, 80, 0.05), 1e-9);
  for (int i = 0; i < 8; ++i) {
    // answers of 1e-8 of the output keep eight of its sixteen digits
    const double unit = i % 2 == 1 ? 1e-6 : 1;
    EXPECT_NEAR(apart.map.d[i] / unit, alike.map.d[i], 1e-7);
  }
}

TEST(Identify, KeepsTheEigenvalueOfAnIntegrator) {
  const Box box = linear_box(1, 1, {{0}, {2}, {1}, {0}, {5}});
  const Identified found = identify_at_start(*box, 0.1);
  ASSERT_EQ(found.problem, "");
  ASSERT_EQ(found.order, 1);
  EXPECT_NEAR(found.map.a[0], 1, 1e-12);
  EXPECT_NEAR(found.map.d[0], 0.2, 1e-13);
}

/// y is what the input was one step ago.
class Delay final : public Subsystem<double> {
 public:
  Delay() {
    description_.name = "delay";
    description_.boundary = plain_boundary(1, 1);
    description_.capabilities = {.rollback = true};
  }
  const SubsystemDescription& description() const final { return description_; }
  std::vector<ParameterValue> parameters() const final { return {}; }
  void initialize(const double&) final { old_ = new_ = 0; }
  void apply_inputs(std::span<const double>) final {}
  StepOutcome advance(const Interval<double>&, const InputSignal<double>& inputs) final {
    old_ = new_;
    inputs.evaluate_end(&new_);
    return StepOutcome::accepted();
  }
  void read_outputs(std::span<double> y) const final { y[0] = old_; }
  void save(Snapshot<double>& into) const final { into.values = {old_, new_}; }
  void restore(const Snapshot<double>& from) final {
    old_ = from.values[0];
    new_ = from.values[1];
  }
  void assume_past(const double&) final {}
  void read_state(std::span<double>) const final {}
  void write_state(std::span<const double>) final {}
  const Equations<double>* equations() const final { return nullptr; }
  StepSensitivity<double>* step_sensitivity() final { return nullptr; }
  OutputIntegrals<double>* output_integrals() final { return nullptr; }

 private:
  SubsystemDescription description_;
  double old_ = 0, new_ = 0;
};

TEST(Identify, RemembersOneStepWithASingularMatrix) {
  Delay delay;
  const Identified found = identify_at_start(delay, 0.1);
  ASSERT_EQ(found.problem, "");
  ASSERT_EQ(found.order, 1);
  EXPECT_NEAR(found.map.a[0], 0, 1e-13);
  EXPECT_NEAR(found.map.c[0] * found.map.b[0], 1, 1e-13);
  EXPECT_NEAR(found.map.d[0], 0, 1e-13);
  EXPECT_LT(found.residual, 1e-12);
}

TEST(Identify, LeavesAloneWhatNothingIsConnectedTo) {
  const Box box = linear_box(2, 2, {{0, 1, -80, -1.3}, {0, 0, 0.7, 0.4}, {1, 0, 0, 1}, {0, 0, 0, 0}, {1, 0}});
  const Identified found =
      identify_at_start(*box, 0.05, 1, {.inputs = std::vector<int>{1}, .outputs = std::vector<int>{0}});
  ASSERT_EQ(found.order, 2);
  for (int column : {0, 2}) {
    EXPECT_EQ(found.map.b[column], 0);
    EXPECT_EQ(found.map.d[column], 0);
    EXPECT_NE(found.map.d[column + 1], 0);
  }
  for (int j = 0; j < 4; ++j) EXPECT_EQ(found.map.d[4 + j], 0);

  const Identified alone = identify_at_start(*box, 0.05, 1, {.inputs = std::vector<int>{}});
  EXPECT_EQ(alone.problem, "");
  EXPECT_EQ(alone.order, 0);
}

TEST(Identify, HasNumbersWhereAChangeWithinTheStepIsNotAnswered) {
  // at rest at zero, where there is no rounding either
  StepMap held = make_step_map(0.1, 1, 1, 1, 1);
  held.a = {0.5};
  held.b = {1, 0};
  held.c = {1};
  held.d = {0.25, 0};
  held.offset = held.held = {0};
  StepMapSubsystem box("it", plain_boundary(1, 1), held);
  const Identified found = identify(box, make_initial_point(box, 0, std::vector<double>{0.0}), 0.1, 1);
  ASSERT_EQ(found.problem, "");
  ASSERT_EQ(found.order, 1);
  EXPECT_NEAR(found.map.a[0], 0.5, 1e-9);
  EXPECT_NEAR(found.map.d[0], 0.25, 1e-9);
  EXPECT_EQ(found.map.d[1], 0);
  EXPECT_EQ(found.map.b[1], 0);
}

TEST(Identify, StaysWithinItsBudget) {
  const Box box = oscillator_box();
  const OperatingPoint point = make_initial_point(*box, 0, std::vector<double>{0.0});
  IdentificationSettings settings;
  settings.preflight = examine(*box, point, 0.03);
  settings.most_steps = 100;
  const Identified found = identify(*box, point, 0.03, 0, settings);
  EXPECT_LE(found.probe_steps, 100);
  EXPECT_EQ(found.order, 2);
}

TEST(IdentifyFeedthrough, FindsWhatRemainsOfAStepThatVanishes) {
  const Box box = linear_box(1, 2, {{0, 1, -80, -1.3}, {0, 0.7}, {1, 0.2, -80, -1.3}, {0, 0.7}, {1, 0}});
  const OperatingPoint point = make_initial_point(*box, 0, std::vector<double>{0.0});
  const Identified found = identify_feedthrough(*box, point, 0.1, 1);
  ASSERT_EQ(found.problem, "");
  EXPECT_EQ(found.order, 0);
  EXPECT_NEAR(found.map.d[0], 0, 1e-6);
  EXPECT_NEAR(found.map.d[2], 0.7, 1e-6);
  EXPECT_NEAR(found.map.d[3], 0.7, 1e-6);
}

}  // namespace
}  // namespace oldham
