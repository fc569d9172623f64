// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "oldham/study/energy_balance.hpp"

namespace oldham {

/// A table with a row for each subsystem that has an account and one for the system, then elements:
///   "    circuit1                  18909    0.78927 .." and "    circuit1   supplied: pump 19164, tank -255; lost:
///   ..".
std::string energy_text(const EnergyBalance& balance);

}  // namespace oldham
