// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "oldham/core/value.hpp"

namespace oldham::fmi {

/// Whether the name is that of a system of SSP: an archive (.ssp) or a description beside its resources (.ssd).
bool is_ssp(const std::filesystem::path& file);

/// The tree of a system file that says the same as an SSP. Components of nested systems are named by their way,
/// "drive/motor", and connections through connectors of systems lead from component to component; what such connectors
/// give to the outside is published. Parameter values are worked out. What was decided for the user is in `notes`.
/// Archives are unpacked into `cache`, where the paths of FMUs lead to.
Value read_ssp(const std::filesystem::path& file, const std::filesystem::path& cache);

}  // namespace oldham::fmi
