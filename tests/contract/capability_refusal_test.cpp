// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <stdexcept>

#include "oldham/analysis/monolithic.hpp"
#include "oldham/analysis/one_step_map.hpp"
#include "oldham/core/error.hpp"
#include "oldham/coupling/run.hpp"

// A capability that is missing is refused before anything runs, with the name of the subsystem and a way out.

namespace oldham {
namespace {

/// x' = u, y = x, able to do as much as it is told. Restored where it declares it cannot, it throws.
class Accumulator final : public Subsystem<double>, private Equations<double> {
 public:
  Accumulator(const std::string& name, double start, Capabilities capabilities) : start_(start) {
    auto boundary = std::make_shared<Boundary>();
    boundary->model = "accumulator";
    boundary->inputs.resize(1);
    boundary->inputs[0].name = "u";
    boundary->outputs.resize(1);
    boundary->outputs[0].name = "y";
    description_.name = name;
    description_.boundary = boundary;
    description_.capabilities = capabilities;
    description_.state_size = capabilities.state_access ? 1 : 0;
  }

  StepOutcome answer;  // of the next advance; anything but acceptance leaves a half-made state behind

  const SubsystemDescription& description() const final { return description_; }
  std::vector<ParameterValue> parameters() const final { return {}; }
  void initialize(const double&) final { x_ = start_; }
  void apply_inputs(std::span<const double>) final {}
  StepOutcome advance(const Interval<double>& step, const InputSignal<double>& inputs) final {
    ++ticket_;
    double rise = 0;  // ∫_0^1 Σ c_p θ^p dθ
    for (int p = 0; p <= inputs.degree; ++p) rise += inputs.piece(0)[p] / (p + 1);
    x_ += step.length * rise;
    return answer;
  }
  void read_outputs(std::span<double> y) const final { y[0] = x_; }
  void save(Snapshot<double>& into) const final {
    into.values.assign(1, x_);
    into.ticket = ticket_;
  }
  void restore(const Snapshot<double>& from) final {
    if (!description_.capabilities.rollback && from.ticket != ticket_)
      throw std::logic_error("rolled back without being able to");
    x_ = from.values[0];
    ticket_ = from.ticket;
  }
  void read_state(std::span<double> x) const final {
    if (description_.capabilities.state_access) x[0] = x_;
  }
  void write_state(std::span<const double> x) final {
    if (description_.capabilities.state_access) x_ = x[0];
  }
  const Equations<double>* equations() const final { return description_.capabilities.equations ? this : nullptr; }
  StepSensitivity<double>* step_sensitivity() final { return nullptr; }
  OutputIntegrals<double>* output_integrals() final { return nullptr; }
  void assume_past(const double&) final {}

 private:
  int equation_size() const final { return 1; }
  bool has_linear_outputs() const final { return true; }
  void read_equation_state(std::span<double> x) const final { read_state(x); }
  std::vector<int> velocity_of() const final { return {-1}; }
  bool output_rate(const double&, std::span<const double>, std::span<const double>, std::span<const double>,
                   std::span<const double>, std::span<double>) const final {
    return false;
  }
  void derivative(const double&, std::span<const double>, std::span<const double> u, std::span<double> dx) const final {
    dx[0] = u[0];
  }
  void output(const double&, std::span<const double> x, std::span<const double>, std::span<double> y) const final {
    y[0] = x[0];
  }

  SubsystemDescription description_;
  double start_, x_ = 0;
  std::uint64_t ticket_ = 0;
};

constexpr Capabilities able = {.rollback = true, .state_access = true, .equations = true, .linear = true};

Capabilities without(bool Capabilities::*capability) {
  Capabilities c = able;
  c.*capability = false;
  return c;
}

/// x1' = −x2, x2' = x1 from (1, 0): x1 = cos t.
struct Turning {
  explicit Turning(Capabilities of_the_pump, const char* correction = "explicit") {
    auto first = std::make_unique<Accumulator>("valve", 1, able);
    auto second = std::make_unique<Accumulator>("pump", 0, of_the_pump);
    pump = second.get();
    Assembly<double> assembly;
    assembly.name = "plant";
    assembly.subsystems.push_back(std::move(first));
    assembly.subsystems.push_back(std::move(second));
    assembly.connections = {{{1, 0}, {0, 0}, -1, 0, ""}, {{0, 0}, {1, 0}, 1, 0, ""}};
    Scheme scheme;
    for (const NamedCorrection& row : correction_catalogue())
      if (row.name == std::string(correction)) scheme.correction = row.correction;
    scheme.order = 1;
    scheme.threads = 1;
    cosimulation = std::make_unique<Cosimulation<double>>(std::move(assembly), scheme);
  }
  Accumulator* pump;
  std::unique_ptr<Cosimulation<double>> cosimulation;
};

void expect_refusal(const std::function<void()>& action, const std::vector<std::string>& words) {
  try {
    action();
    ADD_FAILURE() << "not refused";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::missing_capability);
    for (const std::string& word : words) EXPECT_THAT(error.what(), testing::HasSubstr(word));
  }
}

TEST(MissingRollback, RefusesEveryCorrection) {
  for (const NamedCorrection& row : correction_catalogue()) {
    if (row.correction.least == 0) continue;
    expect_refusal([&] { Turning(without(&Capabilities::rollback), row.name); },
                   {"plant", "rollback", "'pump'", "correction = \"explicit\""});
    EXPECT_NO_THROW(Turning(able, row.name)) << row.name;
  }
}

TEST(MissingRollback, DoesNotHinderAnExplicitRun) {
  // every subsystem is advanced once per step and restored only to where it is
  Turning system(without(&Capabilities::rollback));
  MacroState<double> state = system.cosimulation->initial_state(0);
  const RunSettings settings{.end = 1, .step = 0.01};
  const RunSummary summary = run(*system.cosimulation, state, settings, [](const MacroState<double>&) {});
  EXPECT_EQ(summary.status, RunSummary::Status::completed) << summary.reason;
  // extrapolated linearly: 5/12 H² per unit of time, and H²/2 once from the first step
  EXPECT_NEAR(state.outputs[0], std::cos(1.0), 1e-4);
  EXPECT_NEAR(state.outputs[1], std::sin(1.0), 1e-4);
}

TEST(MissingStateAccess, RefusesTheOneStepMap) {
  const auto map = [](Turning& system) {
    const MacroState<double> about = state_to_analyse(*system.cosimulation, 0.0, 0.01);
    return compute_one_step_map(*system.cosimulation, about, 0.01);
  };
  Turning without_access(without(&Capabilities::state_access)), without_rollback(without(&Capabilities::rollback)),
      sound(able);
  expect_refusal([&] { map(without_access); }, {"plant", "one-step map", "state access", "'pump'", ";"});
  expect_refusal([&] { map(without_rollback); }, {"plant", "one-step map", "rollback", "'pump'", ";"});
  EXPECT_EQ(map(sound).size, 2 + 2 * 2);
}

TEST(MissingEquations, RefuseTheMonolithicSolution) {
  Turning lacking(without(&Capabilities::equations)), sound(able);
  expect_refusal([&] { Monolithic<double> monolithic(*lacking.cosimulation); },
                 {"plant", "monolithic", "equations", "'pump'", ";"});
  Monolithic<double> monolithic(*sound.cosimulation);
  std::vector<double> x = {1, 0};
  monolithic.advance({0, 1}, x);
  EXPECT_NEAR(x[0], std::cos(1.0), 1e-14);
}

TEST(FailingSubsystem, LeavesTheStateAloneAndIsNamed) {
  // the valve has been advanced, the pump half-way: both begin again from their snapshots
  for (const StepOutcome& answer : {StepOutcome::rejected("too long"), StepOutcome::failed("burst")})
    for (const char* correction : {"explicit", "implicit"}) {
      Turning system(able, correction), untroubled(able, correction);
      MacroState<double> state = system.cosimulation->initial_state(0),
                         other = untroubled.cosimulation->initial_state(0);
      system.pump->answer = answer;
      const StepReport report = system.cosimulation->step(state, {0, 0.1});
      EXPECT_EQ(report.status, answer.status == StepOutcome::Status::rejected ? StepReport::Status::rejected
                                                                              : StepReport::Status::failed);
      EXPECT_THAT(report.reason, testing::HasSubstr("'pump'"));
      EXPECT_THAT(report.reason, testing::HasSubstr(answer.reason));
      EXPECT_EQ(state.time, 0);
      EXPECT_EQ(state.steps, 0);
      EXPECT_EQ(state.history.size(), 1);
      EXPECT_EQ(state.outputs, other.outputs);
      // and goes on as if nothing had happened
      system.pump->answer = StepOutcome::accepted();
      ASSERT_TRUE(system.cosimulation->step(state, {0, 0.05}).is_accepted());
      ASSERT_TRUE(untroubled.cosimulation->step(other, {0, 0.05}).is_accepted());
      EXPECT_EQ(state.outputs, other.outputs);
    }
}

}  // namespace
}  // namespace oldham
