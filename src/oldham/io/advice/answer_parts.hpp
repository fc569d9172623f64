// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "oldham/io/advice/advice.hpp"

namespace oldham::advice {

std::string percent(double share);
/// Why an entry stands where it does.
std::string reason_of(const Advice& advice, const Entry& entry);
/// One row for each entry.
std::string table(const Advice& advice, bool all);

/// What errors are measured against, and how well it is known.
Json reference_json(const Advice& advice);
std::string reference_text(const Advice& advice);

}  // namespace oldham::advice
