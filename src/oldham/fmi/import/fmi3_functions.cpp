// SPDX-License-Identifier: MIT
#include "oldham/fmi/import/fmi3_functions.hpp"

namespace oldham::fmi {

Functions3::Functions3(const Library& library) {
#define OLDHAM_FIND(name) name = reinterpret_cast<fmi3##name##_type*>(library.find("fmi3" #name));
  FMI3_COMMON_FUNCTIONS(OLDHAM_FIND)
  FMI3_MODEL_EXCHANGE_FUNCTIONS(OLDHAM_FIND)
  FMI3_CO_SIMULATION_FUNCTIONS(OLDHAM_FIND)
#undef OLDHAM_FIND
}

std::vector<std::string> Functions3::missing(InterfaceKind kind) const {
  std::vector<std::string> names;
#define OLDHAM_CHECK(name) \
  if (name == nullptr) names.emplace_back("fmi3" #name);
  FMI3_COMMON_FUNCTIONS(OLDHAM_CHECK)
  if (kind == InterfaceKind::model_exchange) {
    FMI3_MODEL_EXCHANGE_FUNCTIONS(OLDHAM_CHECK)
  } else {
    FMI3_CO_SIMULATION_FUNCTIONS(OLDHAM_CHECK)
  }
#undef OLDHAM_CHECK
  return names;
}

}  // namespace oldham::fmi
