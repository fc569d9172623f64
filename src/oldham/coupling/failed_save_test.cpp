// SPDX-License-Identifier: MIT
#include <gmock/gmock.h>

#include "oldham/core/error.hpp"
#include "oldham/coupling/cosimulation.hpp"
#include "oldham/subsystem/value_bytes.hpp"

// A step that cannot be kept leaves the state as it was, whoever of the subsystems could not save itself.

namespace oldham {
namespace {

struct Held final : SnapshotContent {
  double x = 0;
};

/// x' = u + 1 by Euler's rule, y = x.
class Counter final : public Subsystem<double> {
 public:
  enum class Kind { numbers, content, foreign_numbers };
  Counter(std::string name, Kind kind, int failing) : kind_(kind), failing_(failing) {
    auto boundary = std::make_shared<Boundary>();
    boundary->inputs = {{"u", parse_unit("1"), "", 1}};
    boundary->outputs = {{"y", parse_unit("1"), "", 1}};
    description_.name = std::move(name);
    description_.boundary = std::move(boundary);
    description_.capabilities = {.rollback = true, .serialisation = kind == Kind::numbers};
  }

  const SubsystemDescription& description() const final { return description_; }
  std::vector<ParameterValue> parameters() const final { return {}; }
  void initialize(const double&) final { x_ = 1; }
  void apply_inputs(std::span<const double>) final {}
  StepOutcome advance(const Interval<double>& step, const InputSignal<double>& inputs) final {
    double u = 0;
    inputs.evaluate_end(&u);
    x_ += step.length * (u + 1);
    return StepOutcome::accepted();
  }
  void read_outputs(std::span<double> y) const final { y[0] = x_; }
  void save(Snapshot<double>& into) const final {
    const bool fails = ++saves_ == failing_;
    if (kind_ != Kind::content) {
      into.values.assign(1, x_);
    } else {
      auto held = std::dynamic_pointer_cast<Held>(into.content);
      if (!held) into.content = held = std::make_shared<Held>();
      held->x = x_;
    }
    if (fails) throw Error(ErrorKind::failure, description_.name + ": no memory left");
  }
  void restore(const Snapshot<double>& from) final {
    x_ = kind_ == Kind::content ? static_cast<const Held&>(*from.content).x : from.values[0];
  }
  void assume_past(const double&) final {}
  void read_state(std::span<double>) const final {}
  void write_state(std::span<const double>) final {}
  const Equations<double>* equations() const final { return nullptr; }
  StepSensitivity<double>* step_sensitivity() final { return nullptr; }
  OutputIntegrals<double>* output_integrals() final { return nullptr; }
  const StateBytes<double>* state_bytes() const final {
    return kind_ == Kind::numbers ? value_bytes<double>() : nullptr;
  }

 private:
  Kind kind_;
  int failing_;  // which of its savings fails; the first one is that of the start
  SubsystemDescription description_;
  mutable int saves_ = 0;
  double x_ = 0;
};

/// Each told the output of the one before it, in a ring.
Cosimulation<double> make_ring(std::array<int, 4> failing) {
  using Kind = Counter::Kind;
  constexpr Kind kinds[] = {Kind::numbers, Kind::content, Kind::foreign_numbers, Kind::content};
  Assembly<double> assembly;
  assembly.name = "ring";
  for (int s = 0; s < 4; ++s) {
    assembly.subsystems.push_back(std::make_unique<Counter>(fmt::format("counter{}", s), kinds[s], failing[s]));
    assembly.connections.push_back({{s, 0}, {(s + 1) % 4, 0}, 1, 0, ""});
  }
  Scheme scheme;
  scheme.threads = 1;
  return {std::move(assembly), scheme};
}

TEST(FailedSave, LeavesTheStateAsItWas) {
  constexpr int never = -1;
  auto sound = make_ring({never, never, never, never});
  MacroState<double> expected = sound.initial_state(0);
  for (int n = 0; n < 5; ++n) ASSERT_TRUE(sound.step(expected, {n * 0.1, 0.1}).is_accepted());

  for (const std::array<int, 4> failing : {std::array{never, 4, never, never}, std::array{never, never, 4, never},
                                           std::array{never, never, never, 4}, std::array{never, 3, 4, 5}}) {
    auto risky = make_ring(failing);
    MacroState<double> state = risky.initial_state(0);
    int failures = 0;
    for (int n = 0; n < 5;) {
      const StepReport report = risky.step(state, {n * 0.1, 0.1});
      if (report.is_accepted()) {
        ++n;
        continue;
      }
      ++failures;
      ASSERT_LT(failures, 5);
      EXPECT_EQ(report.status, StepReport::Status::failed);
      EXPECT_THAT(report.reason, testing::HasSubstr("no memory left"));
      EXPECT_EQ(state.steps, n);
    }
    EXPECT_GT(failures, 0);
    EXPECT_EQ(state.time, expected.time);
    EXPECT_EQ(state.outputs, expected.outputs) << "what failed left a trace";
  }
}

}  // namespace
}  // namespace oldham
