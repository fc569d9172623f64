// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "oldham/core/error.hpp"
#include "oldham/coupling/cosimulation.hpp"

namespace oldham {
namespace {

/// y = numerator / u, and no answer at all about u = 0; without an input y = numerator.
class Divider final : public Subsystem<double> {
 public:
  Divider(std::string name, bool has_input, double numerator) : numerator_(numerator) {
    auto boundary = std::make_shared<Boundary>();
    if (has_input) boundary->inputs = {{"u", parse_unit("1"), "", 1}};
    if (has_input) boundary->inputs.front().rest = 0;
    boundary->outputs = {{"y", parse_unit("1"), "", 1}};
    boundary->feedthrough = has_input;
    description_.name = std::move(name);
    description_.boundary = std::move(boundary);
    description_.capabilities = {.rollback = true};
  }

  const SubsystemDescription& description() const final { return description_; }
  std::vector<ParameterValue> parameters() const final { return {}; }
  void initialize(const double&) final { asked_ = 0; }
  void apply_inputs(std::span<const double> u) final {
    if (!u.empty()) divisor_ = u.front();
    if (divisor_ == 0) throw Error(ErrorKind::failure, description_.name + ": division by zero");
    ++asked_;
  }
  StepOutcome advance(const Interval<double>&, const InputSignal<double>&) final { return StepOutcome::accepted(); }
  void read_outputs(std::span<double> y) const final { y.front() = numerator_ / divisor_; }
  void save(Snapshot<double>& into) const final { into.values.assign(1, divisor_); }
  void restore(const Snapshot<double>& from) final { divisor_ = from.values.front(); }
  void assume_past(const double&) final {}
  void read_state(std::span<double>) const final {}
  void write_state(std::span<const double>) final {}
  const Equations<double>* equations() const final { return nullptr; }
  StepSensitivity<double>* step_sensitivity() final { return nullptr; }
  OutputIntegrals<double>* output_integrals() final { return nullptr; }
  int asked() const { return asked_; }

 private:
  SubsystemDescription description_;
  double numerator_, divisor_ = 1;
  int asked_ = 0;
};

// Asked about the value that its input rests at, each but the source would refuse; each is in front of what feeds it,
// so that the order of the file does not help. Deeper than substitution goes, too.
TEST(FirstInstant, ChainsAreAskedAboutWhatIsKnownOnly) {
  constexpr int count = 30;
  Assembly<double> assembly;
  assembly.name = "test";
  std::vector<const Divider*> dividers;
  for (int i = 0; i < count; ++i) {
    auto divider = std::make_unique<Divider>("d" + std::to_string(i), i + 1 < count, i + 2.0);
    dividers.push_back(divider.get());
    assembly.subsystems.push_back(std::move(divider));
    if (i + 1 < count) assembly.connections.push_back({{i + 1, 0}, {i, 0}, 1, 0, "test"});
  }
  Scheme scheme;
  scheme.threads = 1;
  Cosimulation<double> cosimulation(std::move(assembly), scheme);
  const MacroState<double> state = cosimulation.initial_state(0);
  double expected = count + 1;
  for (int i = count - 1; i >= 0; --i) {
    if (i + 1 < count) expected = (i + 2) / expected;
    EXPECT_EQ(state.outputs[i], expected) << i;
    EXPECT_EQ(dividers[i]->asked(), 2) << i;  // and once more, which shows that all of it is settled
  }
}

}  // namespace
}  // namespace oldham
