// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/step_response.hpp"

#include <algorithm>
#include <cmath>

#include "oldham/coupling/observation.hpp"
#include "oldham/integrator/event_integrator.hpp"

namespace oldham::fmi {

std::optional<DerivativeReferences> find_derivative_references(const ModelDescription& description,
                                                               const FmuPorts& ports, const ExchangeModel& model) {
  DerivativeReferences found;
  const auto add = [&](std::size_t place, std::vector<std::uint32_t>& references) {
    if (references.empty() || references.back() != description.variables[place].reference)
      references.push_back(description.variables[place].reference);
  };
  std::uint64_t elements = 0;
  for (const std::size_t place : continuous_states(description)) {
    found.knowns.push_back(description.variables[place].reference);
    elements += element_count(description, description.variables[place]).value_or(0);
  }
  if (elements != static_cast<std::uint64_t>(model.states())) return {};
  for (const Unknown& unknown : description.structure.derivatives)
    found.derivatives.push_back(description.variables[*unknown.unknown.variable].reference);
  std::vector<std::uint32_t> inputs;
  for (std::size_t i = 0; i < ports.input_variables.size(); ++i) {
    if (description.variables[ports.input_variables[i]].type != Type::float64) return {};
    add(ports.input_variables[i], inputs);
    found.input_ports.push_back(i);
  }
  found.knowns.insert(found.knowns.end(), inputs.begin(), inputs.end());
  for (std::size_t o = 0; o < ports.output_variables.size(); ++o) {
    const Variable& variable = description.variables[ports.output_variables[o]];
    if (variable.causality != Causality::output || variable.type != Type::float64) return {};
    if (variable.variability != Variability::continuous) continue;  // its change is zero
    add(ports.output_variables[o], found.outputs);
    found.output_ports.push_back(o);
  }
  return found;
}

/// (x, δx) as states, (u, δu) as inputs, δy as outputs.
class StepResponse::Variation final : public Equations<double> {
 public:
  Variation(StepResponse& response, Instance& instance)
      : model_(response.model_),
        references_(response.references_),
        instance_(instance),
        states_(static_cast<std::size_t>(model_.states())),
        inputs_(references_.input_ports.size()),
        seed_(states_ + inputs_),
        answer_(references_.output_ports.size()) {}

  int equation_size() const final { return static_cast<int>(2 * states_); }
  bool has_linear_outputs() const final { return false; }
  void read_equation_state(std::span<double>) const final {}
  std::vector<int> velocity_of() const final { return std::vector<int>(2 * states_, -1); }
  bool output_rate(const double&, std::span<const double>, std::span<const double>, std::span<const double>,
                   std::span<const double>, std::span<double>) const final {
    return false;
  }
  void derivative(const double& t, std::span<const double> z, std::span<const double> w,
                  std::span<double> dz) const final {
    place(t, z, w);
    model_.derivatives(instance_, dz.first(states_));
    ask(references_.derivatives, dz.subspan(states_, states_));
  }
  void output(const double& t, std::span<const double> z, std::span<const double> w, std::span<double> dy) const final {
    place(t, z, w);
    ask(references_.outputs, answer_);
    std::ranges::fill(dy, 0);
    for (std::size_t o = 0; o < answer_.size(); ++o) dy[references_.output_ports[o]] = answer_[o];
  }

 private:
  void place(double t, std::span<const double> z, std::span<const double> w) const {
    model_.place(instance_, t, z.first(states_), w.first(inputs_));
    std::ranges::copy(z.subspan(states_, states_), seed_.begin());
    std::ranges::copy(w.subspan(inputs_, inputs_), seed_.begin() + static_cast<long>(states_));
  }
  void ask(std::span<const std::uint32_t> unknowns, std::span<double> sensitivity) const {
    if (unknowns.empty()) return;
    std::ranges::fill(sensitivity, 0);
    if (references_.knowns.empty()) return;
    const Status status = instance_.directional_derivative(unknowns, references_.knowns, seed_, sensitivity);
    if (!is_good(status)) throw Refusal{"does not tell its directional derivatives", status};
  }

  ExchangeModel& model_;
  const DerivativeReferences& references_;
  Instance& instance_;
  std::size_t states_, inputs_;
  mutable std::vector<double> seed_, answer_;
};

void StepResponse::remember(const Interval<double>& step, const InputSignal<double>& inputs,
                            std::span<const double> x) {
  step_ = step;
  inputs_ = inputs.inputs;
  degree_ = inputs.degree;
  breaks_.assign(inputs.breaks.begin(), inputs.breaks.end());
  coefficients_.assign(inputs.coefficients, inputs.coefficients + inputs.pieces() * (degree_ + 1) * inputs_);
  begin_.assign(x.begin(), x.end());
}

void StepResponse::probe(Instance& instance, double t, std::span<const double> x, std::span<const double> u) {
  const Variation variation(*this, instance);
  std::vector<double> z(x.begin(), x.end()), w(u.begin(), u.end()), dz(2 * x.size());
  z.resize(2 * x.size(), 1);
  w.resize(2 * u.size(), 1);
  std::vector<double> dy(model_.output_count());
  variation.derivative(t, z, w, dz);
  variation.output(t, z, w, dy);
}

void StepResponse::respond(Instance& instance, const InputSignal<double>& direction, std::span<const double> absolute,
                           std::span<double> dy, std::span<double> drate) {
  const Variation variation(*this, instance);
  const InputSignal<double> inputs = signal();
  const std::size_t states = begin_.size(), columns = static_cast<std::size_t>(inputs_);
  std::vector<double> z = begin_, w(2 * columns), dz(2 * states);
  z.resize(2 * states, 0);

  // pieces of the inputs and of the direction need not be the same
  std::vector<double> borders(breaks_);
  borders.insert(borders.end(), direction.breaks.begin(), direction.breaks.end());
  std::ranges::sort(borders);
  const auto read = [&](double theta, double inside) {
    const auto piece_of = [&](const InputSignal<double>& signal) {
      int piece = 0;
      while (piece + 1 < signal.pieces() && inside >= signal.breaks[piece + 1]) ++piece;
      return piece;
    };
    inputs.evaluate_piece(piece_of(inputs), theta, w.data());
    direction.evaluate_piece(piece_of(direction), theta, w.data() + columns);
  };

  // δx is measured by what the direction would do to x in the length of the step
  double scale = 0;
  for (const double theta : {0.0, 0.5, 1.0}) {
    read(theta, theta);
    variation.derivative(step_.begin, z, w, dz);
    for (std::size_t i = 0; i < states; ++i)
      scale = std::max(scale, std::abs(dz[states + i]) * step_.length / absolute[i] * 0.01 * tolerance_);
  }
  std::vector<double> tolerances(absolute.begin(), absolute.end());
  for (const double value : absolute) tolerances.push_back(0.1 * value * (scale > 0 ? scale : 1));
  EventIntegrator integrator({}, variation.equation_size(), 0);
  integrator.set_tolerances(tolerance_, tolerances);

  for (std::size_t k = 0; k + 1 < borders.size(); ++k) {
    const double from = step_.begin + step_.length * borders[k], length = step_.length * (borders[k + 1] - borders[k]);
    const double middle = (borders[k] + borders[k + 1]) / 2;
    const auto derivative = [&](const double& t, const double* at, double* rate) {
      read((t - step_.begin) / step_.length, middle);
      variation.derivative(t, {at, 2 * states}, w, {rate, 2 * states});
    };
    const HybridSystem system{{variation.equation_size(), derivative, {}}, {}, {}, {}, {}};
    const StepOutcome outcome = integrator.advance(system, {from, length}, z.data());
    if (!outcome.is_accepted()) throw Refusal{"gives no response to its inputs: " + outcome.reason, Status::error};
  }
  inputs.evaluate_end(w.data());
  direction.evaluate_end(w.data() + columns);
  variation.output(step_.end(), z, w, dy);
  if (drate.empty()) return;
  std::vector<double> dw(2 * columns);
  inputs.evaluate_slope(step_.length, dw.data());
  direction.evaluate_slope(step_.length, dw.data() + columns);
  OutputRates<double>().evaluate(variation, step_.end(), z, w, dw, drate);
}

}  // namespace oldham::fmi
