// SPDX-License-Identifier: MIT
#include "oldham/fmi/description/violations.hpp"

#include <algorithm>

#include "oldham/fmi/description/rule_checks.hpp"
#include "oldham/fmi/description/xml_file.hpp"

namespace oldham::fmi {

Examination::Examination(const ModelDescription& examined)
    : description_(examined), is_state_(examined.variables.size(), false), found_(examined.noticed) {
  for (const UnitDefinition& unit : examined.units) units_.emplace(unit.name, &unit);
  for (const TypeDefinition& type : examined.types) types_.emplace(type.name, &type);
  for (const std::size_t state : continuous_states(examined)) is_state_[state] = true;
}

const UnitDefinition* Examination::unit(std::string_view name) const {
  const auto found = units_.find(name);
  return found == units_.end() ? nullptr : found->second;
}

const TypeDefinition* Examination::type(std::string_view name) const {
  const auto found = types_.find(name);
  return found == types_.end() ? nullptr : found->second;
}

void Examination::error(std::string_view rule, int line, std::string where, std::string what) {
  found_.push_back({Severity::error, rule, line, std::move(where), std::move(what)});
}

void Examination::warn(std::string_view rule, int line, std::string where, std::string what) {
  found_.push_back({Severity::warning, rule, line, std::move(where), std::move(what)});
}

void Examination::inform(std::string_view rule, int line, std::string where, std::string what) {
  found_.push_back({Severity::information, rule, line, std::move(where), std::move(what)});
}

std::string label_of(const Variable& variable) { return "variable " + shown(variable.name); }

std::vector<Violation> find_violations(const ModelDescription& description) {
  Examination examination(description);
  for (const auto check : {check_head, check_definitions, check_names, check_variables, check_values, check_arrays,
                           check_clocks, check_aliases, check_derivatives, check_structure})
    check(examination);
  std::vector<Violation> found = examination.take();
  std::ranges::stable_sort(found, [](const Violation& a, const Violation& b) {
    return a.severity != b.severity ? a.severity > b.severity : a.line < b.line;
  });
  return found;
}

}  // namespace oldham::fmi
