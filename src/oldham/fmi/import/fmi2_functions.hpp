// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "oldham/fmi/description/model_description.hpp"
#include "oldham/fmi/import/library.hpp"
#include "oldham/fmi/standard/fmi2.h"

namespace oldham::fmi {

/// The functions of an FMU of FMI 2.0, null where the library has none.
struct Functions2 {
#define OLDHAM_DECLARE(name) fmi2##name##_type* name = nullptr;
  FMI2_COMMON_FUNCTIONS(OLDHAM_DECLARE)
  FMI2_MODEL_EXCHANGE_FUNCTIONS(OLDHAM_DECLARE)
  FMI2_CO_SIMULATION_FUNCTIONS(OLDHAM_DECLARE)
#undef OLDHAM_DECLARE

  explicit Functions2(const Library& library);
  std::vector<std::string> missing(InterfaceKind kind) const;
};

}  // namespace oldham::fmi
