// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "oldham/fmi/description/initial_rules.hpp"
#include "oldham/fmi/description/rule_checks.hpp"
#include "oldham/fmi/description/words.hpp"
#include "oldham/fmi/description/xml_file.hpp"

namespace oldham::fmi {
namespace {

void check_combination(Examination& examination, const Variable& variable) {
  const std::string where = label_of(variable);
  const InitialRule rule = initial_rule(examination.standard(), variable.causality, variable.variability);
  const std::string_view causality = word_in(causality_words, variable.causality);
  const std::string_view variability = word_in(variability_words, variable.variability);
  if (!rule.is_combination_allowed)
    examination.error("causality-variability", variable.line, where,
                      fmt::format("causality {} does not go with variability {}", causality, variability));
  else if (variable.is_initial_written && !rule.fallback)
    examination.warn("initial", variable.line, where, fmt::format("causality {} has no attribute initial", causality));
  else if (variable.is_initial_written && variable.initial && !rule.allows(*variable.initial))
    examination.error("initial", variable.line, where,
                      fmt::format("initial {} does not go with causality {} and variability {}",
                                  word_in(initial_words, *variable.initial), causality, variability));
  if (variable.variability == Variability::continuous && !is_float(variable.type))
    examination.warn("continuous-type", variable.line, where,
                     fmt::format("only floating-point numbers can be continuous, this is of type {}; write variability",
                                 type_word(examination.standard(), variable.type)));
}

void check_start(Examination& examination, const Variable& variable) {
  const bool is_input_or_parameter = variable.causality == Causality::input ||
                                     variable.causality == Causality::parameter ||
                                     variable.causality == Causality::structural_parameter;
  const bool starts = variable.initial == Initial::exact || variable.initial == Initial::approx;
  const bool needs_start = variable.type != Type::clock && variable.causality != Causality::independent &&
                           (is_input_or_parameter || starts || variable.variability == Variability::constant);
  const std::string reason =
      is_input_or_parameter ? fmt::format("causality is {}", word_in(causality_words, variable.causality))
      : variable.variability == Variability::constant ? "variability is constant"
      : variable.initial ? fmt::format("initial is {}", word_in(initial_words, *variable.initial))
                         : "";
  if (needs_start && !variable.start)
    examination.error("missing-start", variable.line, label_of(variable),
                      fmt::format("needs a start value: its {}", reason));
  const bool must_not = variable.causality == Causality::independent ||
                        (variable.initial == Initial::calculated && !is_input_or_parameter &&
                         variable.variability != Variability::constant);
  if (must_not && variable.start)
    examination.warn("forbidden-start", variable.line, label_of(variable),
                     variable.causality == Causality::independent
                         ? "the independent variable has no start value"
                         : "has a start value, though its initial is calculated");
}

void check_declared_type(Examination& examination, const Variable& variable) {
  const std::string where = label_of(variable);
  if (variable.declared_type.empty()) {
    if (variable.type == Type::enumeration)
      examination.error("unknown-type", variable.line, where, "needs a declaredType, which has the items");
    return;
  }
  const TypeDefinition* type = examination.type(variable.declared_type);
  if (type == nullptr)
    examination.error("unknown-type", variable.line, where,
                      fmt::format("declaredType {} is not defined", shown(variable.declared_type)));
  else if (type->type != variable.type)
    examination.error(
        "type-mismatch", variable.line, where,
        fmt::format("is of type {}, its declaredType {} of type {}", type_word(examination.standard(), variable.type),
                    shown(type->name), type_word(examination.standard(), type->type)));
}

void check_independent(Examination& examination) {
  const Variable* first = nullptr;
  for (const Variable& variable : examination.description().variables) {
    if (variable.causality != Causality::independent) continue;
    if (first != nullptr)
      examination.error("independent", variable.line, label_of(variable),
                        fmt::format("is a second independent variable beside {}", shown(first->name)));
    else
      first = &variable;
    if (!is_float(variable.type))
      examination.error("independent", variable.line, label_of(variable),
                        "is independent, so it must be a floating-point number");
  }
  if (first == nullptr && examination.standard() == Standard::fmi3)
    examination.warn("independent", 0, "ModelVariables", "has no independent variable; time is assumed");
}

}  // namespace

void check_units(Examination& examination, int line, const std::string& where, const Traits& traits) {
  // FMI 1.0 lists only units that are displayed in others
  if (examination.standard() == Standard::fmi1) return;
  if (!traits.unit) {
    if (traits.display_unit)
      examination.warn("unknown-unit", line, where,
                       fmt::format("displayUnit {} needs a unit", shown(*traits.display_unit)));
    return;
  }
  const UnitDefinition* unit = examination.unit(*traits.unit);
  if (unit == nullptr) {
    examination.warn("unknown-unit", line, where, fmt::format("unit {} is not defined", shown(*traits.unit)));
    return;
  }
  // a unit may be displayed in itself without saying so
  if (!traits.display_unit || *traits.display_unit == unit->name) return;
  for (const DisplayUnit& display : unit->display_units)
    if (display.name == *traits.display_unit) return;
  examination.warn(
      "unknown-unit", line, where,
      fmt::format("displayUnit {} is not defined for the unit {}", shown(*traits.display_unit), shown(unit->name)));
}

void check_variables(Examination& examination) {
  for (const Variable& variable : examination.description().variables) {
    // what comes from the type is told there, once
    const TypeDefinition* type = examination.type(variable.declared_type);
    const Traits& traits = variable.traits;
    if (type == nullptr || traits.unit != type->traits.unit || traits.display_unit != type->traits.display_unit)
      check_units(examination, variable.line, label_of(variable), traits);
    check_declared_type(examination, variable);
    if (examination.standard() == Standard::fmi1) continue;
    check_combination(examination, variable);
    check_start(examination, variable);
    if (variable.can_handle_multiple_set && variable.causality != Causality::input)
      examination.warn("multiple-set", variable.line, label_of(variable),
                       "canHandleMultipleSetPerTimeInstant is for inputs only");
  }
  if (examination.standard() != Standard::fmi1) check_independent(examination);
}

}  // namespace oldham::fmi
