// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "oldham/fmi/description/model_description.hpp"

namespace oldham::fmi {

/// A description under examination: what is looked up again and again, and what was found.
class Examination {
 public:
  explicit Examination(const ModelDescription& examined);

  const ModelDescription& description() const { return description_; }
  Standard standard() const { return description_.standard; }
  const Variable& at(std::size_t variable) const { return description_.variables[variable]; }
  const UnitDefinition* unit(std::string_view name) const;
  const TypeDefinition* type(std::string_view name) const;
  /// Whether the variable is a continuous state by the model structure.
  bool is_state(std::size_t variable) const { return is_state_[variable]; }

  void error(std::string_view rule, int line, std::string where, std::string what);
  void warn(std::string_view rule, int line, std::string where, std::string what);
  void inform(std::string_view rule, int line, std::string where, std::string what);
  std::vector<Violation> take() { return std::move(found_); }

 private:
  const ModelDescription& description_;
  std::unordered_map<std::string_view, const UnitDefinition*> units_;
  std::unordered_map<std::string_view, const TypeDefinition*> types_;
  std::vector<bool> is_state_;
  std::vector<Violation> found_;
};

/// "variable 'x'"
std::string label_of(const Variable& variable);

// each looks at one group of rules
void check_head(Examination& examination);
void check_definitions(Examination& examination);
void check_names(Examination& examination);
void check_variables(Examination& examination);
void check_values(Examination& examination);
void check_arrays(Examination& examination);
void check_clocks(Examination& examination);
void check_aliases(Examination& examination);
void check_derivatives(Examination& examination);
void check_structure(Examination& examination);

/// Units that values refer to, of a type or of a variable.
void check_units(Examination& examination, int line, const std::string& where, const Traits& traits);
/// Bounds and nominal values, of a type or of a variable.
void check_bounds(Examination& examination, int line, const std::string& where, const Traits& traits);

}  // namespace oldham::fmi
