// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "oldham/fmi/export/exported_model.hpp"
#include "oldham/io/exported_system.hpp"

namespace oldham {

/// A system file made ready to go into an FMU.
struct PreparedExport {
  ExportedSystem built;
  std::vector<fmi::ExportedParameter> parameters;
  std::vector<fmi::ExportedResource> resources;  // system.toml, and the files that it names

  /// What is written into the FMU; `tool` makes it. This must outlive it.
  fmi::ExportedModel model(std::string name, std::string tool) const;
};

/// The file, or the one subsystem of it that is named, with everything that the FMU has to know beside it.
PreparedExport prepare_export(const Value& root, const std::string& subsystem);

/// A built-in model by itself, as `prepare_export` takes it.
Value entry_of_model(const std::string& model);

}  // namespace oldham
