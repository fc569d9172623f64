// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "oldham/core/value.hpp"

// Looking through the tree of a file before it is read.

namespace oldham {

/// The text under a key; empty where there is none.
std::string text_of(const Value& table, std::string_view key);

/// The element of a list under `key` that goes by this name, or null; the names that there are up to it, where asked.
Value* find_named(Value& table, std::string_view key, std::string_view name, std::vector<std::string>* names = nullptr);

}  // namespace oldham
