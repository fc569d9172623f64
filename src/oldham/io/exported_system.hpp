// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "oldham/fmi/export/exported_model.hpp"
#include "oldham/io/system_file.hpp"

namespace oldham {

/// How much of a system file an FMU is: one entry that needs no other, a part that only the whole makes, or the whole.
enum class ExportedWhat { entry, part, system };

/// What an exported FMU runs, built from its system.toml: a system file with a table [export].
struct ExportedSystem {
  System<double> system;  // what the subsystem is a part of
  Assembly<double> alone;
  std::unique_ptr<Subsystem<double>> nested;
  Subsystem<double>* subsystem = nullptr;  // in one of the three, initialised
  std::vector<double> input_starts;
  std::vector<fmi::ExportedAlias> aliases;
  double start = 0, end = 1, step = 0;  // s; step 0: none suggested
};
ExportedSystem build_exported(const Value& tree);

/// The parameters that the table [export] lists.
std::vector<fmi::ExportedParameter> read_exported_parameters(const Value& tree);

/// The tree with other values of these parameters. One that keeps its value leaves the tree as it is.
Value with_parameters(const Value& tree, const std::vector<fmi::ExportedParameter>& parameters,
                      const std::vector<double>& values);

}  // namespace oldham
