// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace oldham {

/// Refuses a TOML text whose keys or values are nested so deeply that following them exhausts the stack. The parser
/// itself counts brackets only; each dot of a key is a table, too.
void refuse_deep_toml(std::string_view text, const std::string& name);

}  // namespace oldham
