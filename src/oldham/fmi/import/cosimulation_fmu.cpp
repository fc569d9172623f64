// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/cosimulation_fmu.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "oldham/core/error.hpp"

namespace oldham::fmi {
namespace {

constexpr int usual_substeps =
    10;  // inputs that are held at their mean then follow a polynomial within 1/400 of its bend
constexpr int most_halvings = 10;    // of a step that the FMU discards
constexpr int most_events = 1000;    // at one instant
constexpr double same_time = 1e-12;  // of a step: what is nearer to its end than this has arrived

void refuse_clocks(const std::string& name, const ModelDescription& description) {
  for (const Variable& variable : description.variables)
    if (variable.type == Type::clock && variable.causality == Causality::input)
      throw_missing_capability(
          name, fmt::format("the FMU has the input clock '{}', and clocks are not supported", variable.name),
          "use an FMU without input clocks");
}

}  // namespace

CosimulationFmu::CosimulationFmu(std::string name, std::shared_ptr<const Fmu> fmu_file, FmuSettings fmu_settings)
    : FmuSubsystem(std::move(name), std::move(fmu_file), std::move(fmu_settings)) {
  refuse_clocks(description_.name, model());
  const Interface& interface = fmu().interface();
  const std::vector<Port>& inputs = ports().boundary->inputs;
  std::vector<std::size_t> variables, counts;
  bool all_intermediate = interface.provides_intermediate_update;
  bool all_scalars = true;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const std::size_t place = ports().input_variables[i];
    const Variable& variable = model().variables[place];
    if (inputs[i].is_discrete) {
      discrete_.push_back(i);
      continue;
    }
    continuous_ports_.push_back(i);
    continuous_.push_back(variable.reference);
    all_scalars = all_scalars && variable.dimensions.empty() && variable.type == Type::float64;
    all_intermediate = all_intermediate && variable.intermediate_update.value_or(false);
    if (!variables.empty() && variables.back() == place) {
      ++counts.back();
    } else {
      variables.push_back(place);
      counts.push_back(1);
    }
  }
  if (interface.can_interpolate_inputs && all_scalars) {
    manner_ = InputManner::derivatives;
  } else if (all_intermediate && !variables.empty()) {
    manner_ = InputManner::intermediate_update;
    intermediate_batch_ = VariableBatch(model(), variables, counts);
    for (const std::size_t place : variables) intermediate_.push_back(model().variables[place].reference);
    row_.resize(intermediate_batch_.size());
  }
  now_.resize(inputs.size());
}

InstanceOptions CosimulationFmu::instance_options() const {
  InstanceOptions options = FmuSubsystem::instance_options();
  options.uses_event_mode = uses_event_mode();
  options.intermediate_variables = intermediate_;
  return options;
}

void CosimulationFmu::started(Instance& instance) const {
  if (manner_ != InputManner::intermediate_update) return;
  auto* self = const_cast<CosimulationFmu*>(this);
  instance.intermediate_update = [self, &instance](double time) {
    if (self->signal_ == nullptr) return;
    const double theta = (time - self->interval_.begin) / self->interval_.length;
    self->signal_->evaluate_piece(self->piece_, theta, self->now_.data());
    for (std::size_t i = 0; i < self->row_.size(); ++i) self->row_[i] = self->now_[self->continuous_ports_[i]];
    instance.set_numbers(self->intermediate_batch_, self->row_.data());
  };
}

void CosimulationFmu::after_initialization(Instance& instance) const {
  if (!uses_event_mode()) return;
  // it stands in event mode now
  for (int i = 0; i < most_events; ++i) {
    EventResult result;
    const Status status = instance.update_discrete_states(result);
    if (!is_good(status)) fail("cannot handle its initial event", status);
    if (result.needs_another) continue;
    if (const Status entered = instance.enter_step_mode(); !is_good(entered)) fail("cannot enter step mode", entered);
    return;
  }
  fail("does not come to rest in its initial event", Status::error);
}

void CosimulationFmu::set_inputs_now(Instance& instance, std::span<const double> u) {
  const Status status = instance.set_numbers(ports().inputs, u.data());
  if (!is_good(status)) fail("does not take its inputs", status);
}

void CosimulationFmu::tell_manner(int degree) {
  if (has_told_ || degree == 0 || continuous_.empty()) return;
  has_told_ = true;
  const int parts = settings().substeps > 0 ? settings().substeps : usual_substeps;
  note(manner_ == InputManner::derivatives
           ? fmt::format("polynomial inputs reach FMU '{}' as derivatives", description_.name)
       : manner_ == InputManner::intermediate_update
           ? fmt::format("polynomial inputs reach FMU '{}' by intermediate updates", description_.name)
           : fmt::format("polynomial inputs reach FMU '{}' as {} values held one after another in each macro step, for "
                         "it takes neither derivatives nor intermediate updates",
                         description_.name, parts));
}

StepOutcome CosimulationFmu::advance(const Interval<double>& step, const InputSignal<double>& inputs) {
  begin_stepping();
  if (step.length == 0) {
    inputs.evaluate_end(this->inputs().data());
    set_inputs_now(instance(), this->inputs());
    return StepOutcome::accepted();
  }
  asks_to_end_ = false;
  tell_manner(inputs.degree);
  for (int piece = 0; piece < inputs.pieces(); ++piece) {
    // the whole step has exactly its length, or FMUs that count steps would miss some
    const bool is_whole = inputs.pieces() == 1;
    const double from = is_whole ? step.begin : step.begin + step.length * inputs.breaks[piece];
    const double to = is_whole ? step.end() : step.begin + step.length * inputs.breaks[piece + 1];
    if (Trouble trouble = advance_piece(step, inputs, piece, from, to)) return *trouble;
    if (asks_to_end_) break;
  }
  inputs.evaluate_end(this->inputs().data());
  const Status status = finish_step(step.end());
  if (!is_good(status)) return StepOutcome::failed(trouble("does not tell its outputs", status));
  if (asks_to_end_) return StepOutcome::last(fmt::format("asked to end the simulation at t = {:.9g} s", step.end()));
  return StepOutcome::accepted();
}

CosimulationFmu::Trouble CosimulationFmu::advance_piece(const Interval<double>& step, const InputSignal<double>& inputs,
                                                        int piece, double from, double to) {
  const double begin = inputs.breaks[piece], width = inputs.breaks[piece + 1] - begin;
  if (inputs.degree == 0 || continuous_.empty()) {
    inputs.evaluate_piece(piece, begin, now_.data());
    return step_with(from, to, now_.data());
  }
  if (manner_ == InputManner::substeps) {
    const int parts = settings().substeps > 0 ? settings().substeps : usual_substeps;
    for (int k = 0; k < parts; ++k) {
      inputs.evaluate_piece(piece, begin + width * (k + 0.5) / parts, now_.data());
      const double part_from = k == 0 ? from : from + (to - from) * k / parts;
      const double part_to = k + 1 == parts ? to : from + (to - from) * (k + 1) / parts;
      if (Trouble trouble = step_with(part_from, part_to, now_.data())) return trouble;
      if (asks_to_end_) break;
    }
    return {};
  }
  inputs.evaluate_piece(piece, begin, now_.data());
  if (Trouble trouble = give_inputs(now_.data(), true)) return trouble;
  if (manner_ == InputManner::derivatives) {
    const Status status = set_derivatives(inputs, piece, begin, step.length);
    if (is_good(status)) return go_to(from, to);
    note(fmt::format("FMU '{}' declares that it interpolates inputs but refuses derivatives; inputs are held instead",
                     description_.name));
    manner_ = InputManner::substeps;
    has_told_ = false;
    tell_manner(inputs.degree);
    return advance_piece(step, inputs, piece, from, to);
  }
  signal_ = &inputs;
  interval_ = step;
  piece_ = piece;
  Trouble trouble = go_to(from, to);
  signal_ = nullptr;
  return trouble;
}

CosimulationFmu::Trouble CosimulationFmu::step_with(double from, double to, const double* u) {
  if (Trouble trouble = give_inputs(u, true)) return trouble;
  return go_to(from, to);
}

CosimulationFmu::Trouble CosimulationFmu::give_inputs(const double* u, bool may_be_event) {
  if (ports().inputs.empty()) return {};
  Instance& instance = this->instance();
  // discrete inputs change in event mode only
  const bool is_event = may_be_event && uses_event_mode() && std::ranges::any_of(discrete_, [&](std::size_t port) {
                          return u[port] != this->inputs()[port];
                        });
  if (is_event)
    if (const Status status = instance.enter_event_mode(); !is_good(status))
      return StepOutcome::failed(trouble("cannot enter event mode", status));
  const Status status = instance.set_numbers(ports().inputs, u);
  if (!is_good(status)) return StepOutcome::failed(trouble("does not take its inputs", status));
  std::copy_n(u, this->inputs().size(), this->inputs().begin());
  return is_event ? handle_event(instance) : Trouble();
}

CosimulationFmu::Trouble CosimulationFmu::handle_event(Instance& instance) const {
  for (int i = 0; i < most_events; ++i) {
    EventResult result;
    const Status status = instance.update_discrete_states(result);
    if (!is_good(status)) return StepOutcome::failed(trouble("cannot handle its event", status));
    if (result.asks_to_end) return StepOutcome::last("asked in an event to end the simulation");
    if (result.needs_another) continue;
    const Status entered = instance.enter_step_mode();
    if (is_good(entered)) return {};
    return StepOutcome::failed(trouble("cannot go on behind its event", entered));
  }
  return StepOutcome::failed(fmt::format("its event does not come to rest in {} rounds", most_events));
}

CosimulationFmu::Trouble CosimulationFmu::go_to(double from, double to) {
  Instance& instance = this->instance();
  const double arrived = to - same_time * (to - from);
  int halvings = 0;
  double time = from, length = to - from;
  while (time < arrived) {
    const StepResult result = instance.do_step(time, length);
    if (result.status == Status::discard) {
      if (result.asks_to_end) {
        asks_to_end_ = true;
        return {};
      }
      // it may have come part of the way; else it is asked for less
      if (result.reached > time && result.reached < to) {
        time = result.reached;
        length = to - time;
      } else if (++halvings > most_halvings) {
        return StepOutcome::rejected(trouble(fmt::format("discards even a step of {:.3g} s", length), result.status));
      } else {
        length /= 2;
      }
      continue;
    }
    if (!is_good(result.status))
      return StepOutcome::failed(trouble(fmt::format("cannot make its step from t = {:.9g} s", time), result.status));
    if (result.needs_event && uses_event_mode()) {
      if (const Status status = instance.enter_event_mode(); !is_good(status))
        return StepOutcome::failed(trouble("cannot enter event mode", status));
      if (Trouble trouble = handle_event(instance)) return trouble;
    }
    if (result.asks_to_end) {
      asks_to_end_ = true;
      return {};
    }
    if (!(result.reached > time) && ++halvings > most_events)
      return StepOutcome::failed(fmt::format("the FMU returns early at t = {:.9g} s again and again", time));
    time = result.reached;
    length = to - time;
  }
  return {};
}

Status CosimulationFmu::set_derivatives(const InputSignal<double>& inputs, int piece, double theta, double length) {
  derivative_references_.clear();
  derivative_orders_.clear();
  derivative_values_.clear();
  const double* c = inputs.piece(piece);
  double scale = 1;
  for (int order = 1; order <= inputs.degree; ++order) {
    scale /= length;
    for (std::size_t i = 0; i < continuous_.size(); ++i) {
      // d^r u/dθ^r = Σ_p p!/(p − r)! c_p θ^(p − r)
      double value = 0;
      for (int p = inputs.degree; p >= order; --p) {
        double falling = 1;
        for (int q = 0; q < order; ++q) falling *= p - q;
        value = value * theta + falling * c[static_cast<std::size_t>(p * inputs.inputs) + continuous_ports_[i]];
      }
      derivative_references_.push_back(continuous_[i]);
      derivative_orders_.push_back(order);
      derivative_values_.push_back(scale * value);
    }
  }
  return instance().set_input_derivatives(derivative_references_, derivative_orders_, derivative_values_);
}

}  // namespace oldham::fmi
