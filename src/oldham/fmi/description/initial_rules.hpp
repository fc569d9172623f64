// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "oldham/fmi/description/model_description.hpp"

namespace oldham::fmi {

/// What the standard's tables say of a combination of causality and variability.
struct InitialRule {
  bool is_combination_allowed = false;
  std::optional<Initial> fallback{};  // of `initial` when nothing is written
  bool may_be_exact = false, may_be_approx = false, may_be_calculated = false;

  bool allows(Initial initial) const {
    return initial == Initial::exact ? may_be_exact : initial == Initial::approx ? may_be_approx : may_be_calculated;
  }
};

InitialRule initial_rule(Standard standard, Causality causality, Variability variability);

/// The variability of a variable that does not say it.
Variability default_variability(Standard standard, Causality causality, Type type);

}  // namespace oldham::fmi
