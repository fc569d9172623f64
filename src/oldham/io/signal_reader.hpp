// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "oldham/core/reader.hpp"
#include "oldham/signal/time_signal.hpp"

namespace oldham {

/// The function of time under `key`: a number, or a table with one of `table`, `step`, `sine` and `csv`. A CSV file is
/// looked for from the folder of the file that the table of `key` stands in. The unit appears in messages only.
SignalDescription read_signal(Reader& reader, std::string_view key, std::string_view unit = {});

}  // namespace oldham
