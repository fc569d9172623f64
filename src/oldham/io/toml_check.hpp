// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace oldham {

/// Refuses a TOML text that the parser is not prepared for: keys and values nested so deeply that following them
/// exhausts the stack, as it counts brackets only and each dot of a key is a table, too; letters beyond ASCII outside
/// of strings and comments, or where a string has blanks to be left out; and strings that are not closed or begin where
/// none can, as it is not said then what is outside.
void check_toml(std::string_view text, const std::string& name);

}  // namespace oldham
