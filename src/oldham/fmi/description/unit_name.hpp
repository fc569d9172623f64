// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "oldham/core/unit.hpp"

namespace oldham::fmi {

/// What the name of a unit means, when it follows the usual spelling; the standard leaves the names open.
std::optional<Unit> unit_from_name(std::string_view name);

}  // namespace oldham::fmi
