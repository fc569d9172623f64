// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "oldham/core/function_ref.hpp"
#include "oldham/core/value.hpp"
#include "oldham/present/reply.hpp"

namespace oldham {

/// Parameters and ports of a model or a ready-made system, by its name, or of a system file or an FMU, by its path.
/// `change` is applied to the tree of a system first. `expands`: instead, the file that a ready-made system stands for.
Reply describe_by_name(const std::string& what, FunctionRef<void(Value&)> change = {}, bool expands = false);

/// The same of a system in memory.
Reply describe_tree(const Value& root, bool expands = false);

}  // namespace oldham
