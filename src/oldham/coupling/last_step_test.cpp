// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include <functional>

#include "oldham/coupling/cosimulation_subsystem.hpp"
#include "oldham/coupling/run.hpp"

namespace oldham {
namespace {

using testing::HasSubstr;

/// Its output follows from the end of a step and the input there, and so does whether it asks for the end.
class Watcher final : public Subsystem<double> {
 public:
  struct Seen {
    double time = 0, u = 0;
  };
  Watcher(std::string name, bool has_input, std::function<double(Seen)> output, std::function<bool(Seen)> asks)
      : output_(std::move(output)), asks_(std::move(asks)) {
    auto boundary = std::make_shared<Boundary>();
    if (has_input) boundary->inputs = {{"u", parse_unit("1"), "", 1}};
    boundary->outputs = {{"y", parse_unit("1"), "", 1}};
    description_.name = std::move(name);
    description_.boundary = std::move(boundary);
    description_.capabilities = {.rollback = true};
  }

  const SubsystemDescription& description() const final { return description_; }
  std::vector<ParameterValue> parameters() const final { return {}; }
  void initialize(const double& start) final { y_ = output_({start, 0}); }
  void apply_inputs(std::span<const double>) final {}
  StepOutcome advance(const Interval<double>& step, const InputSignal<double>& inputs) final {
    Seen seen{step.end()};
    if (inputs.inputs > 0) inputs.evaluate_end(&seen.u);
    y_ = output_(seen);
    return asks_(seen) ? StepOutcome::last("asked for the end") : StepOutcome::accepted();
  }
  void read_outputs(std::span<double> y) const final { y[0] = y_; }
  void save(Snapshot<double>& into) const final { into.values.assign(1, y_); }
  void restore(const Snapshot<double>& from) final { y_ = from.values[0]; }
  void assume_past(const double&) final {}
  void read_state(std::span<double>) const final {}
  void write_state(std::span<const double>) final {}
  const Equations<double>* equations() const final { return nullptr; }
  StepSensitivity<double>* step_sensitivity() final { return nullptr; }
  OutputIntegrals<double>* output_integrals() final { return nullptr; }

 private:
  SubsystemDescription description_;
  std::function<double(Seen)> output_;
  std::function<bool(Seen)> asks_;
  double y_ = 0;
};

/// A clock that another one looks at.
Assembly<double> clock_and_watcher(std::function<bool(Watcher::Seen)> asks) {
  Assembly<double> assembly;
  assembly.name = "test";
  assembly.subsystems.push_back(std::make_unique<Watcher>(
      "clock", false, [](Watcher::Seen seen) { return seen.time; }, [](Watcher::Seen) { return false; }));
  assembly.subsystems.push_back(std::make_unique<Watcher>(
      "watcher", true, [](Watcher::Seen seen) { return seen.u; }, std::move(asks)));
  assembly.connections.push_back({{0, 0}, {1, 0}, 1, 0, "test"});
  return assembly;
}

Scheme corrected_by(const char* name) {
  Scheme scheme;
  scheme.threads = 1;
  for (const NamedCorrection& known : correction_catalogue())
    if (std::string_view(known.name) == name) scheme.correction = known.correction;
  return scheme;
}

// Held, the clock says 0 in the first sweep, which would be the end; corrected it says 0.1.
TEST(LastStep, OnlyTheLastSweepOfAStepCounts) {
  const auto is_early = [](Watcher::Seen seen) { return seen.u < 0.05; };
  for (const char* correction : {"semi-implicit", "implicit"}) {
    Cosimulation<double> system(clock_and_watcher(is_early), corrected_by(correction));
    MacroState<double> state = system.initial_state(0);
    const StepReport report = system.step(state, {0, 0.1});
    ASSERT_TRUE(report.is_accepted()) << report.reason;
    EXPECT_GT(report.corrections, 0);
    EXPECT_FALSE(report.is_last) << correction;
    EXPECT_EQ(report.reason, "");
  }
  Cosimulation<double> system(clock_and_watcher(is_early), corrected_by("explicit"));
  MacroState<double> state = system.initial_state(0);
  const StepReport report = system.step(state, {0, 0.1});
  EXPECT_TRUE(report.is_last);
  EXPECT_EQ(report.reason, "subsystem 'watcher' asked for the end");
}

TEST(LastStep, AGroupPassesTheWishOfItsMembersOn) {
  auto inner = std::make_unique<Cosimulation<double>>(
      clock_and_watcher([](Watcher::Seen seen) { return seen.time > 0.55; }), corrected_by("explicit"));
  Assembly<double> assembly;
  assembly.name = "test";
  assembly.subsystems.push_back(std::make_unique<CosimulationSubsystem<double>>(
      "pair", std::move(inner), std::vector<PortRef>{{0, 0}, {1, 0}}, 0.1));
  Cosimulation<double> system(std::move(assembly), corrected_by("explicit"));
  MacroState<double> state = system.initial_state(0);
  const RunSummary summary = run(system, state, {.start = 0, .end = 2, .step = 0.4}, [](const MacroState<double>&) {});
  EXPECT_EQ(summary.status, RunSummary::Status::completed);
  EXPECT_EQ(summary.macro_steps, 2);
  EXPECT_THAT(summary.reason, HasSubstr("'pair'"));
  EXPECT_THAT(summary.reason, HasSubstr("'watcher' asked for the end"));
  EXPECT_NEAR(state.outputs[0], 0.6, 1e-12) << "the members go no further";
}

}  // namespace
}  // namespace oldham
