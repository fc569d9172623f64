// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "oldham/fmi/archive.hpp"
#include "oldham/fmi/description/model_description.hpp"

namespace oldham::fmi {

/// A folder of binaries and the shared libraries in it.
struct Platform {
  std::string name;  // as the standard's version has it: "linux64", "x86_64-linux"
  std::vector<std::string> libraries;
};

/// The platforms an FMU has binaries for, in the order of the archive.
std::vector<Platform> find_platforms(const std::vector<ArchiveEntry>& entries);

/// The folder of binaries for this machine.
const char* own_platform(Standard standard);

/// The library that an interface is meant to be run with: that of its name, else the only one. None when nothing fits.
std::optional<std::string> find_library(const std::vector<Platform>& platforms, Standard standard,
                                        const Interface& interface);

/// What the binaries lack of what the description says.
std::vector<Violation> find_binary_violations(const ModelDescription& description,
                                              const std::vector<ArchiveEntry>& entries);

}  // namespace oldham::fmi
