// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "oldham/core/value.hpp"

namespace oldham {

/// The unit of a number of a system file, by the key as --set takes it: "s" for "scheme.step". Empty where it has none,
/// where it depends on something else, and where the key is not known.
std::string key_unit(const Value& root, std::string_view key);

}  // namespace oldham
