// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "oldham/core/reader.hpp"
#include "oldham/coupling/parameter_change.hpp"
#include "oldham/record/input_file.hpp"
#include "oldham/subsystem/subsystem.hpp"

namespace oldham {

/// What is known of the run that an FMU is made for.
struct FmuCircumstances {
  std::optional<double> end;                        // s; of the simulation, for FMUs that want to know it
  const InputFile* inputs;                          // null: none
  std::vector<ParameterChange>& changes;            // of all subsystems; those that columns of the file say are added
  std::vector<std::string>& columns_of_parameters;  // filled with the columns of the file that are no inputs
};

/// Makes the subsystem of a [[subsystem]] entry with the key `fmu`.
std::unique_ptr<Subsystem<double>> read_fmu_subsystem(Reader& reader, const std::string& name,
                                                      const FmuCircumstances& circumstances);

/// Whether the FMU of an entry declares that all of its steps must be equally long.
bool makes_equal_steps(Reader& reader);

/// Refuses an entry whose FMU says that all of its steps must be equally long.
void require_variable_steps(Reader& reader);

/// Lets this program serve FMUs in processes of their own; before run_worker_if_asked().
void register_fmu_worker();

}  // namespace oldham
