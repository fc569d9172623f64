// SPDX-License-Identifier: MIT
#pragma once

#include "command.hpp"

// The commands under `oldham fmu`; they share one --json.

namespace oldham::app {

Command add_fmu_info(CLI::App& parent, bool& json);
Command add_fmu_check(CLI::App& parent, bool& json);
Command add_fmu_run(CLI::App& parent, bool& json);
Command add_fmu_export(CLI::App& parent, bool& json);
Command add_fmu_cache(CLI::App& parent, bool& json);

}  // namespace oldham::app
