// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "oldham/core/reader.hpp"
#include "oldham/subsystem/subsystem.hpp"

namespace oldham {

/// Makes the subsystem of a [[subsystem]] entry with the key `fmu`; `end` is that of the simulation, for FMUs that want
/// to know it.
std::unique_ptr<Subsystem<double>> read_fmu_subsystem(Reader& reader, const std::string& name,
                                                      std::optional<double> end);

/// Refuses an entry whose FMU says that all of its steps must be equally long.
void require_variable_steps(Reader& reader);

/// Lets this program serve FMUs in processes of their own; before run_worker_if_asked().
void register_fmu_worker();

}  // namespace oldham
