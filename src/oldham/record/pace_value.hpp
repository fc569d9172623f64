// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "oldham/core/reader.hpp"
#include "oldham/core/value.hpp"
#include "oldham/study/pace.hpp"

namespace oldham {

/// How a run kept pace with the clock, as it stands in its record.
Value to_value(const PaceResult& pace);
/// Nothing where there is none, or where an earlier version wrote less.
std::optional<PaceResult> read_pace(Reader pace);

}  // namespace oldham
