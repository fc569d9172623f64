// SPDX-License-Identifier: MIT
#include "oldham/fmi/description/initial_rules.hpp"

namespace oldham::fmi {
namespace {

// columns: structural parameter, parameter, calculated parameter, input, output, local, independent
// e exact; c calculated or approx; a any of the three, calculated unless written; i input; t time; - not allowed
constexpr std::string_view combinations[] = {
    "----ee-",  // constant
    "eec--c-",  // fixed
    "eec--c-",  // tunable
    "---iaa-",  // discrete
    "---iaat",  // continuous
};

}  // namespace

InitialRule initial_rule(Standard standard, Causality causality, Variability variability) {
  if (causality == Causality::structural_parameter && standard != Standard::fmi3) return {};
  switch (combinations[static_cast<std::size_t>(variability)][static_cast<std::size_t>(causality)]) {
    case 'e':
      return {.is_combination_allowed = true, .fallback = Initial::exact, .may_be_exact = true};
    case 'c':
      return {.is_combination_allowed = true,
              .fallback = Initial::calculated,
              .may_be_approx = true,
              .may_be_calculated = true};
    case 'a':
      return {.is_combination_allowed = true,
              .fallback = Initial::calculated,
              .may_be_exact = true,
              .may_be_approx = true,
              .may_be_calculated = true};
    case 'i':
      // FMI 2.0 gives inputs no `initial` at all
      if (standard == Standard::fmi2) return {.is_combination_allowed = true};
      return {.is_combination_allowed = true, .fallback = Initial::exact, .may_be_exact = true};
    case 't':
      return {.is_combination_allowed = true};
    default:
      return {};
  }
}

Variability default_variability(Standard standard, Causality causality, Type type) {
  if (standard != Standard::fmi3) return Variability::continuous;
  const bool is_parameter = causality == Causality::parameter || causality == Causality::calculated_parameter ||
                            causality == Causality::structural_parameter;
  if (is_parameter) return Variability::fixed;
  return is_float(type) ? Variability::continuous : Variability::discrete;
}

}  // namespace oldham::fmi
