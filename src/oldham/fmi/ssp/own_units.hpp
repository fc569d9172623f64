// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/fmi/ssp/wiring.hpp"

namespace oldham::fmi::ssp {

/// Whether the engine, left to the units of the variables, converts as this way does: then a connection need not say
/// so.
bool converts_by_itself(const Way& way);

/// What the engine makes of zero between two units, in the second one.
double unit_offset(const std::optional<Unit>& from, const std::optional<Unit>& to);
double unit_offset(const Way& way);

}  // namespace oldham::fmi::ssp
