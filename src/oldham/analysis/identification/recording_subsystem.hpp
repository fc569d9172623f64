// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "oldham/analysis/identification/operating_point.hpp"

namespace oldham {

/// Another subsystem, with a record of the steps it made: how to bring it, or its like, to where it stands.
class RecordingSubsystem final : public Subsystem<double> {
 public:
  explicit RecordingSubsystem(std::unique_ptr<Subsystem<double>> subsystem) : inner_(std::move(subsystem)) {}

  Subsystem<double>& inner() { return *inner_; }
  /// Where it stands, with these inputs held from here on.
  OperatingPoint make_point(double time, std::span<const double> inputs) const;
  /// Per input: the largest magnitude so far.
  const std::vector<double>& amplitudes() const { return amplitudes_; }

  const SubsystemDescription& description() const final { return inner_->description(); }
  std::vector<ParameterValue> parameters() const final { return inner_->parameters(); }
  std::vector<std::string> notes() const final { return inner_->notes(); }
  std::vector<std::pair<std::string, std::string>> text_outputs() const final { return inner_->text_outputs(); }
  void initialize(const double& start) final;
  void apply_inputs(std::span<const double> u) final;
  void begin() final { inner_->begin(); }
  void restart(std::span<const double> u) final { inner_->restart(u); }
  StepOutcome advance(const Interval<double>& step, const InputSignal<double>& inputs) final;
  void read_outputs(std::span<double> y) const final { inner_->read_outputs(y); }
  void save(Snapshot<double>& into) const final { inner_->save(into); }
  void restore(const Snapshot<double>& from) final { inner_->restore(from); }
  bool expect_return(Return farthest) final { return inner_->expect_return(farthest); }
  void assume_past(const double& step_length) final { inner_->assume_past(step_length); }
  void read_state(std::span<double> x) const final { inner_->read_state(x); }
  void write_state(std::span<const double> x) final { inner_->write_state(x); }
  const Equations<double>* equations() const final { return inner_->equations(); }
  StepSensitivity<double>* step_sensitivity() final { return inner_->step_sensitivity(); }
  OutputIntegrals<double>* output_integrals() final { return inner_->output_integrals(); }
  const StateBytes<double>* state_bytes() const final { return inner_->state_bytes(); }

 private:
  void note_inputs(std::span<const double> u);

  std::unique_ptr<Subsystem<double>> inner_;
  double start_ = 0;
  std::vector<double> start_inputs_, amplitudes_, end_;
  std::vector<RecordedStep> record_;
};

}  // namespace oldham
