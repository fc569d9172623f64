// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/fmi2_functions.hpp"

namespace oldham::fmi {

Functions2::Functions2(const Library& library) {
#define OLDHAM_FIND(name) name = reinterpret_cast<fmi2##name##_type*>(library.find("fmi2" #name));
  FMI2_COMMON_FUNCTIONS(OLDHAM_FIND)
  FMI2_MODEL_EXCHANGE_FUNCTIONS(OLDHAM_FIND)
  FMI2_CO_SIMULATION_FUNCTIONS(OLDHAM_FIND)
#undef OLDHAM_FIND
}

std::vector<std::string> Functions2::missing(InterfaceKind kind) const {
  std::vector<std::string> names;
#define OLDHAM_CHECK(name) \
  if (name == nullptr) names.emplace_back("fmi2" #name);
  FMI2_COMMON_FUNCTIONS(OLDHAM_CHECK)
  if (kind == InterfaceKind::model_exchange) {
    FMI2_MODEL_EXCHANGE_FUNCTIONS(OLDHAM_CHECK)
  } else {
    FMI2_CO_SIMULATION_FUNCTIONS(OLDHAM_CHECK)
  }
#undef OLDHAM_CHECK
  return names;
}

}  // namespace oldham::fmi
