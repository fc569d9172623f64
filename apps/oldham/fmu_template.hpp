// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "fmu_wiring.hpp"

namespace oldham::app {

/// What the FMU of a file is called as a subsystem: a name that paths can lead through.
std::string subsystem_name(const std::string& file);

/// The text of a system file, and what several FMUs leave open in it.
struct FmuTemplate {
  std::string text;
  FmuWiring wiring;
};

/// A system file in `folder` of these FMUs: their inputs, outputs and parameters as comments, connected where an input
/// has the name of an output of another.
FmuTemplate make_fmu_template(const std::vector<std::string>& files, const std::filesystem::path& folder);

}  // namespace oldham::app
