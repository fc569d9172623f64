// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>

#include "oldham/fmi/ssp/system_structure.hpp"

namespace oldham::fmi::ssp {

/// Reads FILE.ssp, or FILE.ssd beside its resources, with the parameter sets, mappings, FMUs and further structures
/// that it refers to. Archives are unpacked into `cache`. Signal dictionaries and components that cannot be run are
/// refused.
SystemStructure read_structure(const std::filesystem::path& file, const std::filesystem::path& cache);

}  // namespace oldham::fmi::ssp
