// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "oldham/io/json.hpp"
#include "oldham/io/table.hpp"

namespace oldham {

/// A table for the script of a page: {"time": …, "signals": [{"name", "unit", …}]}. Times are numbers of 8 bytes;
/// signals are numbers of 4 bytes, each of them value = offset + scale · number, so that what varies little about a
/// large value keeps its digits. A signal that does not change is one number ("constant"), one that repeats another
/// refers to it ("same").
Json signals_json(const Table& table);

/// How many columns of the table take space in that.
std::size_t distinct_signals(const Table& table);

}  // namespace oldham
