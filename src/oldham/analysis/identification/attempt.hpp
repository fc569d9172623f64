// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "oldham/analysis/identification/probe.hpp"
#include "oldham/analysis/identification/realisation.hpp"

namespace oldham {

/// What is probed, and by how much.
struct Excitation {
  std::vector<int> inputs, outputs;
  std::vector<double> size;  // per probed input
  int all_inputs = 0, degree = 0;

  int coefficients() const { return (degree + 1) * static_cast<int>(inputs.size()); }
  double pulse(int coefficient) const { return size[coefficient % inputs.size()]; }
  /// Its place among the coefficients of all inputs.
  int place(int coefficient) const {
    const int count = static_cast<int>(inputs.size());
    return coefficient / count * all_inputs + inputs[coefficient % count];
  }
  std::vector<double> no_change() const { return std::vector<double>((degree + 1) * all_inputs, 0.0); }
};

/// One attempt: pulses of one size over one horizon, and the map they give.
struct Attempt {
  ChosenOrder chosen;
  double asymmetry = 0;          // ν
  double telling_asymmetry = 0;  // of outputs that answer, alone
  int telling = 0;               // how many these are
  double factor = 1;             // of the perturbation
  int horizon = 0;
  std::string trouble;  // empty: it succeeded

  /// The smaller the better. An output that does not answer at all has nothing to say about it.
  double worth() const {
    return trouble.empty() ? std::max(telling_asymmetry, chosen.telling_residual)
                           : std::numeric_limits<double>::infinity();
  }
  /// Small pulses must not win because outputs no longer answer to them.
  bool is_better_than(const Attempt& other) const {
    return trouble.empty() && (telling != other.telling ? telling > other.telling : worth() < other.worth());
  }
};

/// Pulses in every coefficient of every connected input, one after another.
class Identification {
 public:
  Identification(Probe& probe, Excitation excitation, double step_length, bool is_repeatable, int most_states)
      : probe_(probe),
        excitation_(std::move(excitation)),
        step_length_(step_length),
        is_repeatable_(is_repeatable),
        most_states_(most_states) {}

  int output_count() const { return static_cast<int>(excitation_.outputs.size()); }
  /// Steps that an attempt takes.
  long cost(int horizon) const {
    return static_cast<long>(horizon) * (2 * excitation_.coefficients() + 2 + (is_repeatable_ ? 0 : 1));
  }
  /// With pulses of this factor of the excitation, over this many macro steps.
  Attempt attempt(double factor, int horizon);
  /// The answers within one step alone: a map without states.
  Attempt attempt_single(double factor);

 private:
  struct Measured {
    PulseResponses responses;
    Eigen::MatrixXd rest;   // outputs without pulses
    Eigen::VectorXd least;  // per output: the smallest answer that errors are compared with
    double asymmetry = 0, telling_asymmetry = 0;
    int telling = 0;
  };
  /// What was wrong, or nothing.
  std::string measure(double factor, int horizon, Measured& measured);
  /// Outputs in use as columns, one for each step.
  std::string run(const std::vector<ProbeStep>& steps, Eigen::MatrixXd& outputs);

  Probe& probe_;
  Excitation excitation_;
  double step_length_;
  bool is_repeatable_;
  int most_states_;
};

}  // namespace oldham
