// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oldham/io/advice/candidate.hpp"

namespace oldham::advice {

/// The text of a TOML file with these keys set, everything else left as it is, comments among it. Keys are
/// TABLE.KEY, or LIST.NAME.KEY of an element of a list of tables. Absent where that cannot be done by changing lines:
/// the text does not then read back as `expected`.
std::optional<std::string> edit_toml(std::string text, const std::vector<Setting>& settings, const Value& expected);

}  // namespace oldham::advice
