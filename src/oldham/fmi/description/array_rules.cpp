// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "oldham/fmi/description/rule_checks.hpp"
#include "oldham/fmi/description/words.hpp"
#include "oldham/fmi/description/xml_file.hpp"

namespace oldham::fmi {
namespace {

/// A size that is the value of another variable.
void check_size_parameter(Examination& examination, const Variable& variable, const Reference& reference) {
  const auto complain = [&](const std::string& what) {
    examination.error("dimension", variable.line, label_of(variable), what);
  };
  if (!reference.variable) {
    complain(fmt::format("a dimension refers to valueReference {}, which no variable has", reference.written));
    return;
  }
  const Variable& parameter = examination.at(*reference.variable);
  if (parameter.type != Type::uint64)
    complain(fmt::format("its size {} must be of type UInt64, is {}", shown(parameter.name),
                         type_word(Standard::fmi3, parameter.type)));
  if (parameter.causality != Causality::structural_parameter && parameter.variability != Variability::constant)
    complain(fmt::format("its size {} must be a structuralParameter or constant", shown(parameter.name)));
  const auto* values = parameter.start ? std::get_if<std::vector<std::uint64_t>>(&*parameter.start) : nullptr;
  if (values != nullptr && !values->empty() && values->front() == 0)
    complain(fmt::format("its size {} must not start as zero", shown(parameter.name)));
}

void check_timing(Examination& examination, const Variable& variable, const ClockTiming& timing) {
  const auto warn = [&](std::string what) {
    examination.warn("clock", variable.line, label_of(variable), std::move(what));
  };
  using enum IntervalVariability;
  const bool is_periodic = timing.interval_variability == constant || timing.interval_variability == fixed ||
                           timing.interval_variability == tunable;
  const std::string_view kind = word_in(interval_words, timing.interval_variability);
  if (timing.interval_variability == constant && !timing.interval && !timing.interval_counter)
    examination.error("clock", variable.line, label_of(variable), "a constant clock needs an intervalDecimal");
  if (!is_periodic && (timing.interval || timing.interval_counter))
    warn(fmt::format("a clock that is {} has no interval of its own", kind));
  if (timing.interval && !(*timing.interval > 0)) warn("intervalDecimal should be positive");
  if (timing.interval_counter && !timing.resolution) warn("intervalCounter needs a resolution");
  if (timing.shift < 0) warn("shiftDecimal should not be negative");
  const bool is_scheduled = find_interface(examination.description(), InterfaceKind::scheduled_execution) != nullptr;
  if (is_scheduled && variable.causality == Causality::input && !timing.priority)
    warn("an input clock needs a priority for scheduled execution");
  if (variable.causality == Causality::output && timing.priority) warn("an output clock has no priority");
}

void check_clock(Examination& examination, const Variable& variable) {
  const std::string where = label_of(variable);
  const Causality causality = variable.causality;
  if (causality != Causality::input && causality != Causality::output && causality != Causality::local)
    examination.error("clock", variable.line, where, "a clock must be an input, an output or local");
  if (variable.variability != Variability::discrete)
    examination.warn("clock", variable.line, where, "a clock must be discrete");
  if (variable.previous) examination.error("previous", variable.line, where, "a clock has no previous value");
  if (variable.traits.clock) check_timing(examination, variable, *variable.traits.clock);
}

void check_previous(Examination& examination, std::size_t place) {
  const Variable& variable = examination.at(place);
  const auto complain = [&](std::string what) {
    examination.error("previous", variable.line, label_of(variable), std::move(what));
  };
  if (variable.clocks.empty()) complain("has a previous value, but no clocks");
  if (variable.variability != Variability::discrete) complain("has a previous value, so it must be discrete");
  if (!variable.previous->variable) {
    complain(fmt::format("previous = {} is the valueReference of no variable", variable.previous->written));
    return;
  }
  const Variable& before = examination.at(*variable.previous->variable);
  if (*variable.previous->variable == place) complain("is its own previous value");
  if (before.type != variable.type)
    complain(fmt::format("its previous value {} is of another type", shown(before.name)));
  if (before.variability != Variability::discrete || before.causality == Causality::input)
    complain(fmt::format("its previous value {} must be discrete and no input", shown(before.name)));
}

void check_clocked(Examination& examination, const Variable& variable) {
  for (const Reference& clock : variable.clocks)
    if (!clock.variable || examination.at(*clock.variable).type != Type::clock)
      examination.error("clock", variable.line, label_of(variable),
                        fmt::format("clocks = {} is the valueReference of no clock", clock.written));
  const bool may_be_clocked =
      variable.variability == Variability::discrete || variable.variability == Variability::tunable;
  if (!variable.clocks.empty() && !may_be_clocked)
    examination.error("clock", variable.line, label_of(variable), "has clocks, so it must be discrete or tunable");
}

}  // namespace

void check_arrays(Examination& examination) {
  for (const Variable& variable : examination.description().variables) {
    const std::string where = label_of(variable);
    for (const Dimension& dimension : variable.dimensions) {
      if (dimension.size.has_value() == dimension.parameter.has_value())
        examination.error("dimension", variable.line, where,
                          "a dimension needs either start or valueReference, and not both");
      if (dimension.size == 0u) examination.error("dimension", variable.line, where, "a dimension has the size zero");
      if (dimension.parameter) check_size_parameter(examination, variable, *dimension.parameter);
    }
    if (variable.dimensions.empty()) continue;
    if (variable.causality == Causality::structural_parameter)
      examination.error("dimension", variable.line, where, "a structural parameter cannot be an array");
    if (variable.type == Type::clock)
      examination.error("dimension", variable.line, where, "a clock cannot be an array");
  }
}

void check_clocks(Examination& examination) {
  const ModelDescription& d = examination.description();
  bool has_clocks = false;
  for (std::size_t i = 0; i < d.variables.size(); ++i) {
    const Variable& variable = d.variables[i];
    if (variable.type == Type::clock) check_clock(examination, variable);
    if (variable.type != Type::clock && variable.previous) check_previous(examination, i);
    check_clocked(examination, variable);
    has_clocks = has_clocks || variable.type == Type::clock;
    if (variable.intermediate_update.value_or(false) && variable.variability != Variability::continuous)
      examination.warn("intermediate-update", variable.line, label_of(variable),
                       "intermediateUpdate is for continuous variables only");
  }
  const Interface* cosimulation = find_interface(d, InterfaceKind::co_simulation);
  if (has_clocks && cosimulation != nullptr && !cosimulation->has_event_mode)
    examination.warn("clock", cosimulation->line, "CoSimulation", "has clocks, so hasEventMode should be true");
}

}  // namespace oldham::fmi
