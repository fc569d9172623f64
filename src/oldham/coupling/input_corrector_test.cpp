// SPDX-License-Identifier: MIT
#include "oldham/coupling/input_corrector.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "oldham/coupling/cosimulation.hpp"
#include "oldham/subsystem/linear_subsystem.hpp"

// Integrators that are told a function of time. What they have summed up, the impulse, is known exactly.

namespace oldham {
namespace {

/// y = f(t), at the end of each step.
class Clock final : public Subsystem<double> {
 public:
  Clock(std::function<double(double)> f, bool is_discrete) : f_(std::move(f)) {
    auto boundary = std::make_shared<Boundary>();
    boundary->outputs = {{"y", parse_unit("1"), "", 1}};
    boundary->outputs[0].is_discrete = is_discrete;
    description_.name = "clock";
    description_.boundary = std::move(boundary);
    description_.capabilities = {.rollback = true};
  }
  const SubsystemDescription& description() const final { return description_; }
  std::vector<ParameterValue> parameters() const final { return {}; }
  void initialize(const double& start) final { time_ = start; }
  void apply_inputs(std::span<const double>) final {}
  StepOutcome advance(const Interval<double>& step, const InputSignal<double>&) final {
    time_ = step.end();
    return StepOutcome::accepted();
  }
  void read_outputs(std::span<double> y) const final { y[0] = f_(time_); }
  void save(Snapshot<double>& into) const final { into.values.assign(1, time_); }
  void restore(const Snapshot<double>& from) final { time_ = from.values[0]; }
  void assume_past(const double&) final {}
  void read_state(std::span<double>) const final {}
  void write_state(std::span<const double>) final {}
  const Equations<double>* equations() const final { return nullptr; }
  StepSensitivity<double>* step_sensitivity() final { return nullptr; }
  OutputIntegrals<double>* output_integrals() final { return nullptr; }

 private:
  SubsystemDescription description_;
  std::function<double(double)> f_;
  double time_ = 0;
};

/// x' = u, y = x
std::unique_ptr<Subsystem<double>> make_integrator(const std::string& name) {
  auto boundary = std::make_shared<Boundary>();
  boundary->inputs = {{"u", parse_unit("1"), "", 1}};
  boundary->outputs = {{"y", parse_unit("1"), "", 1}};
  return std::make_unique<LinearSubsystem<double>>(
      name, boundary, LinearEquations<double>{.A = {0}, .B = {1}, .C = {1}, .D = {0}, .initial_state = {0}});
}

/// One integrator before the clock, one behind it: under Gauss-Seidel the second sees the newest sample.
struct Impulse {
  double before = 0, behind = 0;
};
struct Setting {
  Schedule::Kind schedule = Schedule::Kind::jacobi;
  int order = 0;
  double share = 1;
  bool is_discrete = false;
};

Impulse sum_up(const std::function<double(double)>& f, const Setting& setting, const std::vector<double>& steps) {
  Assembly<double> assembly;
  assembly.name = "test";
  assembly.subsystems.push_back(make_integrator("before"));
  assembly.subsystems.push_back(std::make_unique<Clock>(f, setting.is_discrete));
  assembly.subsystems.push_back(make_integrator("behind"));
  assembly.connections = {{{1, 0}, {0, 0}, 1, 0, "test"}, {{1, 0}, {2, 0}, 1, 0, "test"}};
  Scheme scheme;
  scheme.threads = 1;
  scheme.order = setting.order;
  scheme.schedule.kind = setting.schedule;
  scheme.input_correction.share = setting.share;
  Cosimulation<double> system(std::move(assembly), scheme);
  MacroState<double> state = system.initial_state(0);
  std::vector<double> past;
  for (int age = 0; age <= setting.order; ++age) past.push_back(f(-age * steps.front()));
  system.fill_history(state, steps.front(), past);
  for (double H : steps) EXPECT_TRUE(system.step(state, {state.time, H}).is_accepted());
  return {state.outputs[0], state.outputs[2]};
}

constexpr double binary_step = 0.125;  // H; steps and sums are exact in binary

TEST(InputCorrector, HeldInputsLagARampByHalfAStepAndNoMoreThanTheLastStepIsMissingThen) {
  const auto ramp = [](double t) { return 2 * t; };
  for (int N : {1, 8, 40}) {
    const std::vector<double> steps(N, binary_step);
    const double T = N * binary_step;
    // ∫ 2 (t − H/2) dt
    EXPECT_EQ(sum_up(ramp, {.share = 0}, steps).before, T * T - T * binary_step);
    EXPECT_EQ(sum_up(ramp, {}, steps).before, T * T - binary_step * binary_step);
    EXPECT_EQ(sum_up(ramp, {.share = 0.5}, steps).before,
              T * T - T * binary_step + 0.5 * (N - 1) * binary_step * binary_step);
  }
}

TEST(InputCorrector, GivesBackTheAreaWhateverTheLengthsOfSteps) {
  const auto ramp = [](double t) { return 2 * t; };
  std::vector<double> steps;
  for (int n = 0; n < 20; ++n)
    steps.push_back(n % 3 == 0 ? binary_step : n % 3 == 1 ? 4 * binary_step : binary_step / 2);
  double T = 0;
  for (double length : steps) T += length;
  EXPECT_EQ(sum_up(ramp, {}, steps).before, T * T - steps.back() * steps.back());
}

// Extrapolated from T_N on, t^{k+1} is missed by (k + 1)! H^{k+1} at T_{N+1}; the mean by that times a coefficient of
// Adams and Bashforth, or, where the sample of T_{N+1} is seen already, of Adams and Moulton.
TEST(InputCorrector, LacksOnlyTheLastStepOfPolynomialsOfOneDegreeMore) {
  const double bashforth[] = {1.0 / 2, 5.0 / 12, 3.0 / 8, 251.0 / 720};
  const double moulton[] = {-1.0 / 2, -1.0 / 12, -1.0 / 24, -19.0 / 720};
  double factorial = 1;
  for (int k = 0; k <= highest_order; ++k) {
    SCOPED_TRACE(k);
    factorial *= k + 1;
    const auto f = [&](double t) { return std::pow(t, k + 1); };
    const int N = 16;
    const double T = N * binary_step, exact = std::pow(T, k + 2) / (k + 2),
                 missed = factorial * std::pow(binary_step, k + 2);
    const double rounding = 100 * 0x1p-52 * exact;  // of some ten operations in each of 16 steps
    const std::vector<double> steps(N, binary_step);
    for (const auto schedule : {Schedule::Kind::jacobi, Schedule::Kind::gauss_seidel}) {
      const bool is_seen = schedule == Schedule::Kind::gauss_seidel;
      const Impulse plain = sum_up(f, {.schedule = schedule, .order = k, .share = 0}, steps);
      const Impulse corrected = sum_up(f, {.schedule = schedule, .order = k}, steps);
      const double behind = is_seen ? moulton[k] : bashforth[k];
      EXPECT_NEAR(plain.before, exact - N * bashforth[k] * missed, rounding);
      EXPECT_NEAR(plain.behind, exact - N * behind * missed, rounding);
      EXPECT_NEAR(corrected.before, exact - bashforth[k] * missed, rounding);
      EXPECT_NEAR(corrected.behind, exact - behind * missed, rounding);
    }
  }
}

TEST(InputCorrector, LeavesWhatKeepsItsValueBetweenCommunicationPointsAlone) {
  const auto ramp = [](double t) { return 2 * t; };
  const std::vector<double> steps(8, binary_step);
  EXPECT_EQ(sum_up(ramp, {.is_discrete = true}, steps).before, sum_up(ramp, {.share = 0}, steps).before);
}

}  // namespace
}  // namespace oldham
