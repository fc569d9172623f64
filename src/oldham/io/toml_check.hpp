// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace oldham {

/// Refuses a TOML text that the parser is not prepared for: keys and values nested so deeply that following them
/// exhausts the stack, as it counts brackets only and each dot of a key is a table, too; and letters beyond ASCII
/// outside of strings and comments.
void check_toml(std::string_view text, const std::string& name);

}  // namespace oldham
