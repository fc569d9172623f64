// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace oldham::app {

/// What the FMU of a file is called as a subsystem: a name that paths can lead through.
std::string subsystem_name(const std::string& file);

/// A system file in `folder` of these FMUs: their inputs, outputs and parameters as comments, connected where an input
/// has the name of an output of another.
std::string make_fmu_template(const std::vector<std::string>& files, const std::filesystem::path& folder);

}  // namespace oldham::app
