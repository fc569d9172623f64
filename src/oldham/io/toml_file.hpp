// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "oldham/core/value.hpp"

namespace oldham {

/// The table a TOML file holds, its keys in the order of the file; every value knows its line.
Value read_toml(const std::filesystem::path& file);

/// The table a TOML text holds; `name` stands for the file in messages.
Value parse_toml(std::string_view text, const std::string& name);

/// One value as the command line writes it: TOML, or a bare word, which is a text (`gauss-seidel`, `wheel.fmu`).
Value parse_toml_value(std::string_view text, const Origin& origin);

/// Puts a value where a dotted path leads. Unknown keys are left to the reader of the tree, whose message then begins
/// with the value's origin. Replacing an element that is addressed by its name takes a table and keeps the name.
void set_value(Value& root, std::string_view path, Value value);

/// Carries out `--set PATH=VALUE`; a message about the value then begins with the assignment.
void apply_override(Value& root, std::string_view assignment);

/// The tree as TOML; reading it back gives an equal tree. Plain keys precede tables, as the format demands.
std::string to_toml(const Value& root);

}  // namespace oldham
