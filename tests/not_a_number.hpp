// SPDX-License-Identifier: MIT
#pragma once

#include <limits>

namespace oldham {

inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();

}  // namespace oldham
