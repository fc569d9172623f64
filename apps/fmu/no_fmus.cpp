// SPDX-License-Identifier: MIT
#include "oldham/core/error.hpp"
#include "oldham/io/fmu_reader.hpp"

// Stands before the library's reader of FMUs, which needs archives, XML and processes: an exported FMU has no FMU
// inside.

namespace oldham {

std::unique_ptr<Subsystem<double>> read_fmu_subsystem(Reader& reader, const std::string& name,
                                                      const FmuCircumstances&) {
  throw_missing_capability(reader.origin("fmu").text(),
                           "'" + name + "' is an FMU, and an exported FMU cannot hold another",
                           "export the system without it");
}

void require_variable_steps(Reader&) {}
bool makes_equal_steps(Reader&) { return false; }

}  // namespace oldham
