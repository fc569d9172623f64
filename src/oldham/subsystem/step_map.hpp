// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "oldham/subsystem/subsystem.hpp"
#include "oldham/subsystem/value_bytes.hpp"

namespace oldham {

/// One subsystem over one macro step of fixed length, linear about an operating point:
///
///   x' = A x + B α,   y' = C x + D α
///
/// α: the θ-coefficients of the input polynomial of the step, power by power, inputs within a power; y': the outputs as
/// they are read behind the step. D is the answer within the same step, not the algebraic feed-through alone. x, α and
/// y are deviations: y = offset + y', α_0 = u − held. Matrices are row-major.
struct StepMap {
  double step = 0;  // s
  int states = 0, inputs = 0, outputs = 0;
  int degree = 0;  // of the input polynomial: α has (degree + 1) · inputs entries
  std::vector<double> a, b, c, d;
  std::vector<double> offset;  // outputs at the operating point; empty: zero
  std::vector<double> held;    // inputs at the operating point; empty: zero
  std::vector<double> direct;  // ∂y/∂u at one instant, outputs by inputs; empty: zero

  int coefficients() const { return (degree + 1) * inputs; }
};

/// A map of the right sizes, all zero.
StepMap make_step_map(double step, int states, int inputs, int outputs, int degree);

/// n steps as one, with one polynomial over all of them: re-expanded on each, outputs read behind the last.
StepMap compose(const StepMap& base, int n);

/// Stands for a subsystem whose step map is known: the same ports, steps of one length only.
class StepMapSubsystem final : public Subsystem<double>, private StepSensitivity<double> {
 public:
  StepMapSubsystem(std::string name, std::shared_ptr<const Boundary> boundary, StepMap map);
  /// In the place of another subsystem, with its name and boundary.
  StepMapSubsystem(const SubsystemDescription& original, StepMap map);

  const StepMap& map() const { return map_; }

  const SubsystemDescription& description() const final { return description_; }
  std::vector<ParameterValue> parameters() const final { return {}; }
  void initialize(const double& start) final;
  void apply_inputs(std::span<const double> u) final;
  StepOutcome advance(const Interval<double>& step, const InputSignal<double>& inputs) final;
  void read_outputs(std::span<double> y) const final;
  void save(Snapshot<double>& into) const final;
  void restore(const Snapshot<double>& from) final;
  void assume_past(const double&) final {}
  void read_state(std::span<double> x) const final;
  void write_state(std::span<const double> x) final;
  const Equations<double>* equations() const final { return nullptr; }
  StepSensitivity<double>* step_sensitivity() final { return this; }
  OutputIntegrals<double>* output_integrals() final { return nullptr; }
  const StateBytes<double>* state_bytes() const final { return value_bytes<double>(); }

 private:
  void respond(const Interval<double>& step, const InputSignal<double>& direction, std::span<double> dy,
               std::span<double> drate, std::span<double> dintegral) final;
  /// Why it does not make this step; empty: it does.
  std::string refusal(const Interval<double>& step, const InputSignal<double>& inputs) const;
  /// States and outputs behind a step.
  void follow(const double* x, const double* alpha, double* next) const;

  SubsystemDescription description_;
  StepMap map_;
  std::vector<double> xy_;  // the state, then the outputs as deviations, then the inputs that outputs have seen
  std::vector<double> next_, alpha_;
};

}  // namespace oldham
