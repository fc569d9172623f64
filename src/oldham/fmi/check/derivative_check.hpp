// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "oldham/fmi/check/fmu_check.hpp"
#include "oldham/fmi/import/fmu_subsystem.hpp"

namespace oldham::fmi {

/// Whether declared directional derivatives are what differences of values say, at the start.
CheckRow check_derivatives(const std::shared_ptr<const Fmu>& fmu, const FmuSettings& settings, double start);

}  // namespace oldham::fmi
