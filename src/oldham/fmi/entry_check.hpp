// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oldham/core/function_ref.hpp"
#include "oldham/fmi/archive.hpp"

namespace oldham::fmi {

/// Why a name may not be unpacked, or nothing: it must lead to a place inside the folder on every system.
std::optional<std::string> objection_to_name(std::string_view name);

/// What is wrong with an entry, for a message.
struct EntryObjection {
  std::string entry;
  std::string what;
};

/// Names that stand twice, unless the contents are the same, or stand for a file and a folder at once: which one is
/// meant would depend on the reader.
std::optional<EntryObjection> find_ambiguity(const std::vector<ArchiveEntry>& entries,
                                             FunctionRef<bool(std::size_t first, std::size_t second)> are_same);

}  // namespace oldham::fmi
