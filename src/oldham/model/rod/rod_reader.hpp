// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "oldham/core/reader.hpp"
#include "oldham/model/rod/description.hpp"

namespace oldham::rod {

/// The keys that describe a rod: N, L, its section, gravity, start, end, loads and where it begins. What is not given
/// is that of the rubber cable of [Schneider2017], clamped at the origin along x.
RodDescription read_rod(Reader& entry, const std::string& name);

}  // namespace oldham::rod
