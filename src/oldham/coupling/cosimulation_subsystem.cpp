// SPDX-License-Identifier: MIT
#include "oldham/coupling/cosimulation_subsystem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"
#include "oldham/coupling/macro_state_bytes.hpp"
#include "oldham/subsystem/linear_subsystem.hpp"

namespace oldham {
namespace {

constexpr double most_inner_steps = 1e9;  // in one outer step

/// Newton solves linear coupling conditions exactly; an iteration that stops within a tolerance does not.
bool is_exact(const Correction& correction) {
  return correction.kind == Correction::Kind::newton || !correction.to_tolerance;
}

/// Files may name units of what they publish as they like; one that is not understood is told as none.
Port force_port(const std::string& name, const std::string& unit) {
  Port port{.name = name, .unit = {}, .description = {}};
  try {
    port.unit = parse_unit(unit);
  } catch (const Error&) {
    port.has_unit = false;
  }
  return port;
}

}  // namespace

template <class T>
CosimulationSubsystem<T>::CosimulationSubsystem(std::string name, std::unique_ptr<Cosimulation<T>> inner,
                                                std::vector<PortRef> outputs, double step, Forces forces)
    : inner_(std::move(inner)), step_(step) {
  const Assembly<T>& assembly = inner_->assembly();
  const Plan<T>& plan = inner_->plan();
  auto boundary = std::make_shared<Boundary>();
  boundary->model = "co-simulation";
  boundary->feedthrough = plan.has_feedthrough;
  boundary->is_group = true;
  for (const PortRef& ref : assembly.external_inputs) {
    boundary->inputs.push_back(assembly.input_port(ref));
    boundary->inputs.back().name = assembly.input_name(ref);
  }
  for (const PortRef& ref : outputs) {
    boundary->outputs.push_back(assembly.output_port(ref));
    boundary->outputs.back().name = assembly.output_name(ref);
    output_index_.push_back(plan.output_offset[ref.subsystem] + ref.port);
  }
  if (forces == Forces::told) {
    forces_.emplace(assembly, plan);
    for (const auto& entry : forces_->entries()) boundary->outputs.push_back(force_port(entry.name, entry.unit));
  }
  for (const auto& subsystem : assembly.subsystems)
    restarts_ = restarts_ || subsystem->description().boundary->restarts;
  start_inputs_.resize(assembly.external_inputs.size());
  description_.name = std::move(name);
  description_.boundary = std::move(boundary);
  description_.state_size = inner_->vector_size();
  // as able as its least able member; the start-up ramp changes the map of the first steps, not its linearity
  Capabilities& c = description_.capabilities;
  c = {.rollback = true,
       .state_access = true,
       .equations = true,
       .step_sensitivity = false,
       .linear = plan.is_linear && is_exact(inner_->scheme().correction),
       .serialisation = std::is_same_v<T, double>};
  for (const auto& subsystem : assembly.subsystems) {
    description_.noise = std::max(description_.noise, subsystem->description().noise);
    c.rollback = c.rollback && subsystem->description().capabilities.rollback;
    c.state_access = c.state_access && subsystem->description().capabilities.state_access;
    c.equations = c.equations && subsystem->description().capabilities.equations;
    c.serialisation = c.serialisation && subsystem->description().capabilities.serialisation;
  }
  if (!c.state_access) description_.state_size = 0;
  linear_outputs_ = c.equations;
  for (const auto& subsystem : assembly.subsystems)
    linear_outputs_ = linear_outputs_ && subsystem->equations()->has_linear_outputs();
  if (forces_)
    for (const auto& law : assembly.measured) linear_outputs_ = linear_outputs_ && law.equations->is_linear();
  for (const auto& law : assembly.laws) linear_outputs_ = linear_outputs_ && law.equations->is_linear();
  if (c.equations) equations_ = std::make_unique<CoupledEquations<T>>(*inner_);
  if constexpr (std::is_same_v<T, double>)
    if (c.serialisation) bytes_ = std::make_unique<MacroStateBytes>(assembly);
  inner_outputs_.resize(plan.outputs());
  inner_samples_.resize(plan.variables);
  initialize(T(0));
}

template <class T>
std::vector<ParameterValue> CosimulationSubsystem<T>::parameters() const {
  std::vector<ParameterValue> all;
  for (const auto& subsystem : inner_->assembly().subsystems)
    for (ParameterValue& p : subsystem->parameters()) {
      p.name = subsystem->description().name + "." + p.name;
      all.push_back(std::move(p));
    }
  return all;
}

template <class T>
void CosimulationSubsystem<T>::initialize(const T& start) {
  state_ = inner_->initial_state(start);
}

template <class T>
void CosimulationSubsystem<T>::apply_inputs(std::span<const T> u) {
  // inputs of the first instant take part in the coupled equations there; later ones arrive with the steps
  if (state_.steps == 0) state_ = inner_->initial_state(state_.time, u);
}

template <class T>
int CosimulationSubsystem<T>::inner_steps(const T& outer_length) const {
  const double ratio = step_ > 0 ? to_double(outer_length) / step_ : 1.0;
  return std::max(1, static_cast<int>(std::ceil(ratio - 1e-9)));
}

template <class T>
void CosimulationSubsystem<T>::assume_past(const T& step_length) {
  inner_->assume_past(state_, step_length / inner_steps(step_length));
}

template <class T>
StepOutcome CosimulationSubsystem<T>::advance(const Interval<T>& step, const InputSignal<T>& inputs) {
  if (step.length == T(0)) return StepOutcome::accepted();
  if (step_ > 0 && !(to_double(step.length) / step_ < most_inner_steps))
    return StepOutcome::failed(
        fmt::format("its step of {} s is too small for an outer step of {} s", step_, to_double(step.length)));
  const int count = inner_steps(step.length);
  const T length = step.length / count;
  const bool has_started = state_.steps > 0 || state_.history.size() == state_.history.capacity();
  if (inner_->scheme().startup == Startup::constant && !has_started) inner_->fill_history(state_, length);
  if (restarts_) {
    std::copy_n(inputs.piece(0), inputs.inputs, start_inputs_.begin());  // θ = 0
    const std::string failure = inner_->restart(state_, length, start_inputs_);
    if (!failure.empty()) return StepOutcome::failed(failure);
  }
  const int block = (inputs.degree + 1) * inputs.inputs;
  for (int n = 0; n < count; ++n) {
    // the part of the outer signal that belongs to this inner step, on its own θ
    const T from = T(n) / count, to = T(n + 1) / count;
    breaks_.assign(1, T(0));
    coefficients_.clear();
    for (int piece = 0; piece < inputs.pieces(); ++piece) {
      const T begin = std::max(from, inputs.breaks[piece]), end = std::min(to, inputs.breaks[piece + 1]);
      if (!(begin < end)) continue;
      breaks_.push_back(end == to ? T(1) : T((end - from) / (to - from)));
      coefficients_.resize(coefficients_.size() + block);
      shift_polynomial(inputs.piece(piece), inputs.degree, inputs.inputs, from, to,
                       coefficients_.data() + coefficients_.size() - block);
    }
    const InputSignal<T> part{inputs.inputs, inputs.degree, breaks_, coefficients_.data()};
    // without inputs the pieces and degree of a signal must not show in the steps
    const StepReport report =
        inner_->step(state_, {step.begin + length * n, length}, inputs.inputs == 0 ? nullptr : &part);
    if (report.status == StepReport::Status::rejected) return StepOutcome::rejected(report.reason, report.reached);
    if (report.status == StepReport::Status::diverged) return StepOutcome::diverged(report.reason);
    if (!report.is_accepted()) return StepOutcome::failed(report.reason);
    if (report.is_last) return StepOutcome::last(fmt::format("ends here: {}", report.reason));
  }
  return StepOutcome::accepted();
}

template <class T>
void CosimulationSubsystem<T>::read_outputs(std::span<T> y) const {
  for (std::size_t i = 0; i < output_index_.size(); ++i) y[i] = state_.outputs[output_index_[i]];
  if (forces_) forces_->read(state_.outputs.data(), state_.history.row(0), y.data() + output_index_.size());
}

template <class T>
void CosimulationSubsystem<T>::save(Snapshot<T>& into) const {
  // storage that a clone shares must not change under it
  auto content = std::dynamic_pointer_cast<MacroState<T>>(into.content);
  if (!content || into.content.use_count() > 2) {
    content = std::make_shared<MacroState<T>>();
    into.content = content;
  }
  content->copy_from(state_);
}

template <class T>
void CosimulationSubsystem<T>::restore(const Snapshot<T>& from) {
  state_.copy_from(static_cast<const MacroState<T>&>(*from.content));
}

template <class T>
void CosimulationSubsystem<T>::read_state(std::span<T> x) const {
  inner_->read_vector(state_, x);
}

template <class T>
void CosimulationSubsystem<T>::write_state(std::span<const T> x) {
  inner_->write_vector(state_, x);
}

template <class T>
void CosimulationSubsystem<T>::derivative(const T& t, std::span<const T> x, std::span<const T> u,
                                          std::span<T> dx) const {
  equations_->derivative(t, x, u, dx);
}

template <class T>
void CosimulationSubsystem<T>::output(const T& t, std::span<const T> x, std::span<const T> u, std::span<T> y) const {
  equations_->outputs(t, x, u, inner_outputs_, inner_samples_);
  for (std::size_t i = 0; i < output_index_.size(); ++i) y[i] = inner_outputs_[output_index_[i]];
  if (forces_) forces_->read(inner_outputs_.data(), inner_samples_.data(), y.data() + output_index_.size());
}

template class CosimulationSubsystem<double>;
template class CosimulationSubsystem<Multiprecision>;

}  // namespace oldham
