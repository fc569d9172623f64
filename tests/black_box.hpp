// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "oldham/subsystem/subsystem.hpp"

namespace oldham {

/// Numbered ports without units.
inline std::shared_ptr<const Boundary> plain_boundary(int inputs, int outputs, bool feedthrough = true) {
  auto boundary = std::make_shared<Boundary>();
  boundary->model = "plain";
  boundary->feedthrough = feedthrough;
  boundary->inputs.resize(inputs);
  boundary->outputs.resize(outputs);
  for (int i = 0; i < inputs; ++i) boundary->inputs[i].name = "u" + std::to_string(i);
  for (int i = 0; i < outputs; ++i) boundary->outputs[i].name = "y" + std::to_string(i);
  return boundary;
}

/// What is strange about a black box.
struct Habits {
  bool has_rollback = true;
  bool forgets_last_state = false;  // a restored state keeps the last of its numbers from before
  bool keeps_one_state = false;     // whichever saved state is asked for, the newest comes back
  bool forgets_steps = false;       // every step begins where the box was last initialised, saved or restored
  bool needs_promise = false;       // the same, unless it is told that no earlier state will be set
  double grid = 0;                  // s; it makes steps of this length alone, as many as bring it to the end or beyond
  double slack = 1e-9;              // of the grid: so much before its end a step counts as made
  double only_length = 0;           // s; other steps fail
  std::function<bool(double)> takes{};              // lengths of steps; others fail; none: it takes all
  double ages = 0;                                  // every new beginning adds this to its outputs
  std::function<double(double, double)> disturb{};  // an output as it is told, of time and its true value
};

/// A subsystem of which nothing shows but its ports.
class BlackBox final : public Subsystem<double> {
 public:
  explicit BlackBox(std::unique_ptr<Subsystem<double>> inside, Habits habits = {})
      : inside_(std::move(inside)), habits_(std::move(habits)), description_(inside_->description()) {
    description_.capabilities = {.rollback = habits_.has_rollback};
    description_.state_size = 0;
  }

  long steps = 0;  // that were asked for

  const SubsystemDescription& description() const final { return description_; }
  std::vector<ParameterValue> parameters() const final { return {}; }
  void initialize(const double& start) final {
    inside_->initialize(start);
    time_ = inner_time_ = start;
    ++beginnings_;
    inside_->save(begin_);
  }
  void apply_inputs(std::span<const double> u) final {
    inside_->apply_inputs(u);
    inside_->save(begin_);
  }
  StepOutcome advance(const Interval<double>& step, const InputSignal<double>& inputs) final {
    ++steps;
    if (habits_.only_length > 0 && std::abs(step.length - habits_.only_length) > 1e-9 * habits_.only_length)
      return StepOutcome::failed("this length is not taken");
    if (habits_.takes && !habits_.takes(step.length)) return StepOutcome::failed("this length is not taken");
    if (habits_.forgets_steps || (habits_.needs_promise && !is_promised_)) inside_->restore(begin_);
    time_ = step.end();
    if (habits_.grid == 0) return inside_->advance(step, inputs);
    while (inner_time_ < step.end() - habits_.slack * habits_.grid) {
      const StepOutcome outcome = inside_->advance({inner_time_, habits_.grid}, inputs);
      if (!outcome.is_accepted()) return outcome;
      inner_time_ += habits_.grid;
    }
    return StepOutcome::accepted();
  }
  void read_outputs(std::span<double> y) const final {
    inside_->read_outputs(y);
    for (double& value : y) {
      value += habits_.ages * beginnings_;
      if (habits_.disturb) value = habits_.disturb(time_, value);
    }
  }
  void save(Snapshot<double>& into) const final {
    inside_->save(begin_);
    inside_->save(into);
    into.values.push_back(time_);
    into.values.push_back(inner_time_);
    newest_.copy_from(into);
  }
  void restore(const Snapshot<double>& from) final {
    Snapshot<double> inner, now;
    inner.copy_from(habits_.keeps_one_state ? newest_ : from);
    inner_time_ = inner.values.back();
    inner.values.pop_back();
    time_ = inner.values.back();
    inner.values.pop_back();
    if (habits_.forgets_last_state) {
      inside_->save(now);
      const std::size_t last = inner.values.size() - 1 - description_.boundary->inputs.size();
      inner.values[last] = now.values[last];
    }
    inside_->restore(inner);
    inside_->save(begin_);
  }
  bool expect_return(Return farthest) final {
    is_promised_ = farthest != Return::anywhere;
    return false;
  }
  void assume_past(const double& step_length) final { inside_->assume_past(step_length); }
  void read_state(std::span<double>) const final {}
  void write_state(std::span<const double>) final {}
  const Equations<double>* equations() const final { return nullptr; }
  StepSensitivity<double>* step_sensitivity() final { return nullptr; }
  OutputIntegrals<double>* output_integrals() final { return nullptr; }

 private:
  std::unique_ptr<Subsystem<double>> inside_;
  Habits habits_;
  SubsystemDescription description_;
  mutable Snapshot<double> begin_, newest_;
  double time_ = 0, inner_time_ = 0;  // s
  int beginnings_ = 0;
  bool is_promised_ = false;
};

}  // namespace oldham
