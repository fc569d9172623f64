// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <ostream>
#include <string>
#include <vector>

#include "contract/scheme_contract.hpp"

namespace oldham {

/// A system with constraints, and what they say, written down a second time.
struct ConstrainedSystem {
  struct Term {
    const char* body;
    double factor;
  };
  struct Row {
    std::vector<Term> terms;
    double offset = 0;
  };
  SystemCase system;
  std::vector<Row> rows;
  bool has_group_inside = false;  // then the group's own scheme holds the constraint
  bool constrains_group = false;  // then its states cannot be moved
};

/// A stabilisation as the system file names it.
struct StabilisationCase {
  std::string name;
  std::vector<int> orders;
  std::array<bool, 3> promises;  // which of g, ġ and g̈ vanish at every communication point
};
/// All of the catalogue, with the orders they are defined for; of index-3, which explodes, the first unstable one.
const std::vector<StabilisationCase>& stabilisation_table();

struct ConstraintCase {
  ConstrainedSystem constrained;
  StabilisationCase stabilisation;
  friend std::ostream& operator<<(std::ostream& out, const ConstraintCase& row);
};
const std::vector<ConstrainedSystem>& constrained_systems();
const ConstrainedSystem& constrained_system(const std::string& name);
/// Every system with every stabilisation that it allows.
std::vector<ConstraintCase> constraint_cases();

/// The scheme of a stabilisation; `more` are further lines of [scheme].
SchemeCase stabilised(const std::string& stabilisation, int order, const std::string& correction = "semi-implicit",
                      const std::string& schedule = "jacobi", const std::string& more = "");
/// The system, whose group has the same stabilisation inside, where there is one.
SystemCase with_stabilisation(const ConstrainedSystem& constrained, const SchemeCase& scheme);

/// g, ġ and g̈ of a row at a state, g̈ from the equations and the multipliers of that instant; and the largest of what
/// is added up for each.
struct ConstraintLevels {
  std::array<double, 3> value{}, size{};
};
std::vector<ConstraintLevels> levels_at(const ConstrainedSystem& constrained, Cosimulation<double>& system,
                                        const MacroState<double>& state);

}  // namespace oldham
