// SPDX-License-Identifier: MIT
#pragma once

#include "command.hpp"

namespace oldham::app {

/// `oldham fmu export`, a subcommand of `oldham fmu`.
Command add_fmu_export(CLI::App& fmu, bool& json);

}  // namespace oldham::app
