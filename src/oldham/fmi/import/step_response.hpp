// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "oldham/fmi/import/exchange_model.hpp"

namespace oldham::fmi {

/// The variables whose directional derivatives are asked for.
struct DerivativeReferences {
  std::vector<std::uint32_t> knowns;       // continuous states, then inputs
  std::vector<std::size_t> input_ports;    // of the latter
  std::vector<std::uint32_t> derivatives;  // of the states
  std::vector<std::uint32_t> outputs;      // that are continuous
  std::vector<std::size_t> output_ports;
};

/// None where the description does not name them all.
std::optional<DerivativeReferences> find_derivative_references(const ModelDescription& description,
                                                               const FmuPorts& ports, const ExchangeModel& model);

/// How the outputs at the end of a step without events answer to a direction of the inputs, by the variational
/// equation along the step:
///   δx' = A δx + B δu,   δy = C δx + D δu
/// where each product of a matrix is a directional derivative that the FMU tells.
class StepResponse {
 public:
  StepResponse(ExchangeModel& model, DerivativeReferences references, double tolerance)
      : model_(model), references_(std::move(references)), tolerance_(tolerance) {}

  /// The step that the next answers are about: from x on, under these inputs.
  void remember(const Interval<double>& step, const InputSignal<double>& inputs, std::span<const double> x);
  bool remembers(const Interval<double>& step) const {
    return step_.begin == step.begin && step_.length == step.length && !breaks_.empty();
  }

  /// Changes of the outputs and, unless empty, of their rates; `absolute` are the tolerances of the states.
  void respond(Instance& instance, const InputSignal<double>& direction, std::span<const double> absolute,
               std::span<double> dy, std::span<double> drate);

  /// Asks once at a point, for its answers are only declared.
  void probe(Instance& instance, double t, std::span<const double> x, std::span<const double> u);

 private:
  class Variation;
  InputSignal<double> signal() const { return {inputs_, degree_, breaks_, coefficients_.data()}; }

  ExchangeModel& model_;
  DerivativeReferences references_;
  double tolerance_;  // relative
  Interval<double> step_{0, 0};
  int inputs_ = 0, degree_ = 0;
  std::vector<double> breaks_, coefficients_, begin_;
};

}  // namespace oldham::fmi
