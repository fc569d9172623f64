// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <map>

#include "oldham/fmi/description/rule_checks.hpp"
#include "oldham/fmi/description/xml_file.hpp"

namespace oldham::fmi {
namespace {

bool is_set_from_outside(const Variable& variable) {
  return variable.causality == Causality::input || variable.causality == Causality::parameter ||
         variable.causality == Causality::independent;
}

/// Variables of one value, in the order of the file: at most one of them may be given from outside.
void check_alias_set(Examination& examination, const std::vector<std::size_t>& members) {
  const Variable& first = examination.at(members.front());
  const Variable *set = nullptr, *started = nullptr;
  for (const std::size_t member : members) {
    const Variable& variable = examination.at(member);
    const std::string where = label_of(variable);
    if (is_set_from_outside(variable)) {
      if (set != nullptr)
        examination.error("duplicate-reference", variable.line, where,
                          fmt::format("shares valueReference {} with {}, and both are set from outside",
                                      variable.reference, shown(set->name)));
      set = &variable;
    }
    if (variable.start && variable.variability != Variability::constant) {
      if (started != nullptr)
        examination.warn("alias-start", variable.line, where,
                         fmt::format("has a start value, and so has {} of the same value", shown(started->name)));
      started = &variable;
    }
    if ((variable.variability == Variability::constant) != (first.variability == Variability::constant))
      examination.error("duplicate-reference", variable.line, where,
                        fmt::format("shares its value with {}, and only one of them is constant", shown(first.name)));
    if (variable.traits.unit != first.traits.unit)
      examination.warn("alias-unit", variable.line, where,
                       fmt::format("shares its value with {}, which has another unit", shown(first.name)));
  }
}

void check_unique_references(Examination& examination) {
  std::unordered_map<std::uint32_t, const Variable*> references;
  for (const Variable& variable : examination.description().variables)
    if (const auto [first, is_new] = references.emplace(variable.reference, &variable); !is_new)
      examination.error("duplicate-reference", variable.line, label_of(variable),
                        fmt::format("has the valueReference {} of {}", variable.reference, shown(first->second->name)));
}

void check_derivative(Examination& examination, std::size_t place) {
  const Variable& variable = examination.at(place);
  const auto complain = [&](std::string what) {
    examination.error("derivative", variable.line, label_of(variable), std::move(what));
  };
  if (!variable.derivative->variable) {
    complain(fmt::format("derivative = {} is {} of no variable", variable.derivative->written,
                         examination.standard() == Standard::fmi3 ? "the valueReference" : "the index"));
    return;
  }
  const Variable& base = examination.at(*variable.derivative->variable);
  if (*variable.derivative->variable == place) complain("is its own derivative");
  if (!is_float(base.type))
    complain(fmt::format("is the derivative of {}, which is no floating-point number", shown(base.name)));
  if (element_count(examination.description(), base) != element_count(examination.description(), variable))
    complain(fmt::format("is the derivative of {}, which has another size", shown(base.name)));
}

}  // namespace

void check_aliases(Examination& examination) {
  const ModelDescription& d = examination.description();
  if (d.standard == Standard::fmi3) {
    check_unique_references(examination);
    return;
  }
  std::map<std::size_t, std::vector<std::size_t>> sets;
  for (std::size_t i = 0; i < d.variables.size(); ++i)
    if (const std::optional<std::size_t> first = d.variables[i].alias_of) {
      std::vector<std::size_t>& members = sets[*first];
      if (members.empty()) members.push_back(*first);
      members.push_back(i);
    }
  for (const auto& [first, members] : sets) check_alias_set(examination, members);
}

void check_derivatives(Examination& examination) {
  const ModelDescription& d = examination.description();
  const bool lists_states = !d.structure.derivatives.empty();
  for (std::size_t i = 0; i < d.variables.size(); ++i) {
    const Variable& variable = d.variables[i];
    if (variable.derivative) check_derivative(examination, i);
    if (variable.reinit.value_or(false) && lists_states && !examination.is_state(i))
      examination.warn("reinit", variable.line, label_of(variable), "reinit is for continuous states only");
  }
}

}  // namespace oldham::fmi
