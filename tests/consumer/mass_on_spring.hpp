// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <oldham/core/unit.hpp>
#include <oldham/subsystem/subsystem.hpp>
#include <oldham/subsystem/value_bytes.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

/// A mass on a spring that a force drives, m v' = f − k x and x' = v, with a solver of its own: the semi-implicit Euler
/// method,
///
///   v ← v + h (f − k x)/m,   x ← x + h v
///
/// State (x, v), input f, outputs (x, v).
class MassOnSpring final : public oldham::Subsystem<double> {
 public:
  struct Parameters {
    double mass = 1;           // kg
    double stiffness = 0;      // N/m
    double position = 0;       // m, at the start
    double velocity = 0;       // m/s, at the start
    double micro_step = 1e-3;  // s; steps of the co-simulation are divided into equal ones of at most this
  };

  MassOnSpring(std::string name, const Parameters& parameters) : parameters_(parameters) {
    // what others see: ports with units, which are checked when something is connected to them
    auto boundary = std::make_shared<oldham::Boundary>();
    boundary->model = "mass-on-spring";
    boundary->inputs = {{"force", oldham::parse_unit("N"), "force on the mass"}};
    boundary->outputs = {{"position", oldham::parse_unit("m"), "position of the mass"},
                         {"velocity", oldham::parse_unit("m/s"), "velocity of the mass"}};
    description_.name = std::move(name);
    description_.boundary = std::move(boundary);
    description_.state_size = 2;
    // what it can do beyond being advanced; a scheme that needs more than this is refused
    description_.capabilities.rollback = true;
    description_.capabilities.state_access = true;
    description_.capabilities.linear = true;
    description_.capabilities.serialisation = true;
    initialize(0);
  }

  const oldham::SubsystemDescription& description() const final { return description_; }
  std::vector<oldham::ParameterValue> parameters() const final {
    return {{"mass", parameters_.mass, "kg"},
            {"stiffness", parameters_.stiffness, "N/m"},
            {"micro_step", parameters_.micro_step, "s"}};
  }

  void initialize(const double& /*start*/) final {
    x_ = parameters_.position;
    v_ = parameters_.velocity;
  }

  // outputs do not depend on the inputs of the same instant, so there is nothing to remember of them
  void apply_inputs(std::span<const double> /*u*/) final {}

  /// Between communication points the inputs are polynomials; ask for them wherever the solver needs them.
  oldham::StepOutcome advance(const oldham::Interval<double>& step, const oldham::InputSignal<double>& inputs) final {
    // a length of a whole number of micro steps shall not get one more by rounding
    const int count = std::max(1, static_cast<int>(std::ceil(step.length / parameters_.micro_step - 1e-6)));
    const double h = step.length / count;
    for (int i = 0; i < count; ++i) {
      double force = 0;
      inputs.evaluate(static_cast<double>(i) / count, &force);  // from 0 at the begin of the step to 1 at its end
      v_ += h * (force - parameters_.stiffness * x_) / parameters_.mass;
      x_ += h * v_;
    }
    if (!std::isfinite(x_)) return oldham::StepOutcome::diverged("its position is not finite");
    return oldham::StepOutcome::accepted();
  }

  void read_outputs(std::span<double> y) const final { read_state(y); }

  // rollback: everything that the next step depends on, so that a step made again is the same to the last bit
  void save(oldham::Snapshot<double>& into) const final {
    into.values.resize(2);
    read_state(into.values);
  }
  void restore(const oldham::Snapshot<double>& from) final { write_state(from.values); }
  void assume_past(const double& /*step_length*/) final {}  // of earlier steps nothing is remembered

  // state access: by it the stability of the whole is judged before it is run
  void read_state(std::span<double> x) const final {
    x[0] = x_;
    x[1] = v_;
  }
  void write_state(std::span<const double> x) final {
    x_ = x[0];
    v_ = x[1];
  }

  // what was not declared is absent
  const oldham::Equations<double>* equations() const final { return nullptr; }
  oldham::StepSensitivity<double>* step_sensitivity() final { return nullptr; }
  oldham::OutputIntegrals<double>* output_integrals() final { return nullptr; }
  const oldham::StateBytes<double>* state_bytes() const final { return oldham::value_bytes<double>(); }

 private:
  oldham::SubsystemDescription description_;
  Parameters parameters_;
  double x_ = 0, v_ = 0;
};
