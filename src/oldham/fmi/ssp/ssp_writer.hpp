// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "oldham/core/value.hpp"

namespace oldham::fmi {

/// Refuses systems that SSP has no words for: those joined by anything but connections of outputs with inputs.
void require_words_of_ssp(const Value& tree);

/// Writes the system of a file's tree as an SSP archive: its FMUs as components, with parameters, connections and
/// published outputs; scheme and other things that SSP has no words for as annotations. Reading it back gives the same
/// system. `folder` is where relative paths of FMUs begin. Systems that SSP cannot describe are refused, and those with
/// subsystems that are no FMUs.
void write_ssp(const Value& tree, const std::filesystem::path& folder, const std::filesystem::path& output);

}  // namespace oldham::fmi
