// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "oldham/core/value.hpp"
#include "oldham/model/rod/description.hpp"

namespace oldham {

/// The rods of a file, as they are built: one that a mechanism holds begins where that is.
std::vector<rod::RodDescription> read_rods(const Value& root);

/// The tree of a file, ready-made systems written out, whose rods begin in equilibrium; but for those nothing holds.
Value with_rods_in_equilibrium(const Value& root);

}  // namespace oldham
