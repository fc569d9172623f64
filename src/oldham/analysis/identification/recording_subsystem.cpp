// SPDX-License-Identifier: MIT
#include "oldham/analysis/identification/recording_subsystem.hpp"

#include <algorithm>
#include <cmath>

#include "oldham/core/error.hpp"

namespace oldham {

OperatingPoint RecordingSubsystem::make_point(double time, std::span<const double> inputs) const {
  OperatingPoint point;
  point.time = time;
  point.inputs.assign(inputs.begin(), inputs.end());
  if (description().capabilities.rollback) {
    point.snapshot.emplace();
    inner_->save(*point.snapshot);
  }
  point.has_record = true;
  point.start = start_;
  point.start_inputs = start_inputs_;
  point.record = record_;
  return point;
}

void RecordingSubsystem::initialize(const double& start) {
  inner_->initialize(start);
  start_ = start;
  start_inputs_.assign(description().input_count(), 0);
  amplitudes_.assign(description().input_count(), 0);
  end_.resize(description().input_count());
  record_.clear();
}

void RecordingSubsystem::apply_inputs(std::span<const double> u) {
  inner_->apply_inputs(u);
  if (record_.empty()) start_inputs_.assign(u.begin(), u.end());
  note_inputs(u);
}

StepOutcome RecordingSubsystem::advance(const Interval<double>& step, const InputSignal<double>& inputs) {
  if (inputs.pieces() != 1)
    throw_missing_capability(description().name, "steps under inputs of several pieces cannot be made again",
                             "use extension = \"none\"");
  // a step that is made again takes the place of the one before
  if (record_.empty() || record_.back().step.begin != step.begin) record_.emplace_back();
  RecordedStep& made = record_.back();
  made.step = step;
  made.degree = inputs.degree;
  made.coefficients.assign(inputs.coefficients, inputs.coefficients + (inputs.degree + 1) * inputs.inputs);
  inputs.evaluate_end(end_.data());
  note_inputs(end_);
  return inner_->advance(step, inputs);
}

void RecordingSubsystem::note_inputs(std::span<const double> u) {
  for (std::size_t i = 0; i < u.size(); ++i) amplitudes_[i] = std::max(amplitudes_[i], std::abs(u[i]));
}

}  // namespace oldham
