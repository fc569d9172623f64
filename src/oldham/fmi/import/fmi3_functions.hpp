// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "oldham/fmi/description/model_description.hpp"
#include "oldham/fmi/import/library.hpp"
#include "oldham/fmi/standard/fmi3.h"

namespace oldham::fmi {

/// The functions of an FMU of FMI 3.0, null where the library has none.
struct Functions3 {
#define OLDHAM_DECLARE(name) fmi3##name##_type* name = nullptr;
  FMI3_COMMON_FUNCTIONS(OLDHAM_DECLARE)
  FMI3_MODEL_EXCHANGE_FUNCTIONS(OLDHAM_DECLARE)
  FMI3_CO_SIMULATION_FUNCTIONS(OLDHAM_DECLARE)
#undef OLDHAM_DECLARE

  explicit Functions3(const Library& library);
  std::vector<std::string> missing(InterfaceKind kind) const;
};

}  // namespace oldham::fmi
