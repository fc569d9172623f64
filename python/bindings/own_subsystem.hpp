// SPDX-License-Identifier: MIT
#pragma once

#include "own_description.hpp"

namespace oldham::python {

/// The inputs of a step as a Python object: u(t) for times of the step, as long as it is being made.
class StepInputs {
 public:
  void begin(const Interval<double>& step, const InputSignal<double>& signal) {
    step_ = step;
    signal_ = &signal;
  }
  void end() { signal_ = nullptr; }
  py::array_t<double> at(double time) const;

 private:
  Interval<double> step_{};
  const InputSignal<double>* signal_ = nullptr;
};

/// A Python object with a solver of its own. It rolls back when it can save and restore, or when its state is all that
/// it remembers.
class OwnSubsystem final : public Subsystem<double> {
 public:
  explicit OwnSubsystem(OwnInstance instance);  // with the lock held

  const SubsystemDescription& description() const final { return description_; }
  std::vector<ParameterValue> parameters() const final { return instance_.parameters; }
  void initialize(const double& start) final;
  void apply_inputs(std::span<const double> u) final { u_end_.assign(u.begin(), u.end()); }
  StepOutcome advance(const Interval<double>& step, const InputSignal<double>& inputs) final;
  void read_outputs(std::span<double> y) const final;
  void save(Snapshot<double>& into) const final;
  void restore(const Snapshot<double>& from) final;
  void assume_past(const double&) final {}
  void read_state(std::span<double> x) const final;
  void write_state(std::span<const double> x) final;
  const Equations<double>* equations() const final { return nullptr; }
  StepSensitivity<double>* step_sensitivity() final { return nullptr; }
  OutputIntegrals<double>* output_integrals() final { return nullptr; }

 private:
  OwnInstance instance_;
  SubsystemDescription description_;
  bool saves_ = false;   // by methods of its own
  PythonObject inputs_;  // a StepInputs
  StepInputs* view_;     // the same
  std::vector<double> u_end_;
  double time_ = 0;
  std::uint64_t ticket_ = 0;  // which of its states this is, where it cannot go back
};

}  // namespace oldham::python
