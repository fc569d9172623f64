// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/exchange_model.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace oldham::fmi {
namespace {

constexpr int most_rounds = 1000;  // of an event

void require(Status status, const char* what) {
  if (!is_good(status)) throw Refusal{what, status};
}

int count_elements(const ModelDescription& description, const std::vector<Unknown>& unknowns) {
  std::size_t count = 0;
  for (const Unknown& unknown : unknowns)
    count += unknown.unknown.variable
                 ? element_count(description, description.variables[*unknown.unknown.variable]).value_or(1)
                 : 1;
  return static_cast<int>(count);
}

/// FMI 1.0 has no list of them.
int count_states(const ModelDescription& description) {
  return description.standard == Standard::fmi1 ? static_cast<int>(description.declared_states.value_or(0))
                                                : count_elements(description, description.structure.derivatives);
}

bool is_discrete(const Variable& variable) {
  // in FMI 1.0 whatever says nothing of it is continuous, integers as well
  const bool is_number = variable.type == Type::float64 || variable.type == Type::float32;
  return variable.variability == Variability::discrete || variable.type == Type::clock ||
         (variable.variability == Variability::continuous && !is_number);
}

}  // namespace

ExchangeModel::ExchangeModel(const ModelDescription& description, const FmuPorts& ports)
    : ports_(ports),
      states_(count_states(description)),
      indicators_(static_cast<int>(description.declared_event_indicators.value_or(0))),
      continuous_(select_inputs(description, ports, false)),
      discrete_(select_inputs(description, ports, true)) {
  indicators_ = std::max(indicators_, count_elements(description, description.structure.event_indicators));
  is_smooth_ = indicators_ == 0 && std::ranges::none_of(description.variables, is_discrete);
}

void ExchangeModel::check_sizes(Instance& instance) const {
  const auto check = [](std::size_t told, int declared, const char* what) {
    if (told != static_cast<std::size_t>(declared))
      throw Refusal{fmt::format("has {} {}, but its description declares {}", told, what, declared)};
  };
  check(instance.continuous_state_count(), states_, "continuous states");
  check(instance.event_indicator_count(), indicators_, "event indicators");
}

void ExchangeModel::set_selected(Instance& instance, PortSelection& selection, std::span<const double> u) {
  if (selection.ports.empty()) return;
  require(instance.set_numbers(selection.batch, selection.pick(u)), "does not take its inputs");
}

void ExchangeModel::place(Instance& instance, double t, std::span<const double> x, std::span<const double> u) {
  require(instance.set_time(t), "does not take the time");
  if (states_ > 0) require(instance.set_continuous_states(x), "does not take its continuous states");
  set_selected(instance, continuous_, u);
}

void ExchangeModel::derivatives(Instance& instance, std::span<double> dx) const {
  if (states_ > 0) require(instance.get_derivatives(dx), "does not tell its derivatives");
}

void ExchangeModel::indicators(Instance& instance, std::span<double> z) const {
  if (indicators_ > 0) require(instance.get_event_indicators(z), "does not tell its event indicators");
}

void ExchangeModel::outputs(Instance& instance, std::span<double> y) const {
  require(instance.get_numbers(ports_.outputs, y.data()), "does not tell its outputs");
}

void ExchangeModel::read_states(Instance& instance, std::span<double> x) const {
  if (states_ > 0) require(instance.get_continuous_states(x), "does not tell its continuous states");
}

bool ExchangeModel::read_nominals(Instance& instance, std::span<double> nominals) const {
  return states_ == 0 || is_good(instance.get_nominals(nominals));
}

ExchangeModel::StepEnd ExchangeModel::complete_step(Instance& instance) const {
  StepEnd end;
  require(instance.complete_integrator_step(end.needs_event, end.asks_to_end), "does not complete a solver's step");
  return end;
}

void ExchangeModel::set_discrete_inputs(Instance& instance, std::span<const double> u) {
  set_selected(instance, discrete_, u);
}

void ExchangeModel::enter_event_mode(Instance& instance) const {
  require(instance.enter_event_mode(), "cannot enter event mode");
}

EventResult ExchangeModel::settle_event(Instance& instance) const {
  EventResult all;
  for (int round = 0; round < most_rounds; ++round) {
    EventResult result;
    require(instance.update_discrete_states(result), "cannot handle its event");
    all.changed_states = all.changed_states || result.changed_states;
    all.changed_nominals = all.changed_nominals || result.changed_nominals;
    all.asks_to_end = result.asks_to_end;
    all.next_event = result.next_event;
    if (result.asks_to_end) return all;
    if (result.needs_another) continue;
    require(instance.enter_continuous_time_mode(), "cannot go on behind its event");
    return all;
  }
  throw Refusal{fmt::format("does not come to rest in an event, not in {} rounds", most_rounds)};
}

}  // namespace oldham::fmi
