// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "oldham/core/value.hpp"
#include "oldham/fmi/description/model_description.hpp"

namespace oldham {

/// How built-in models become FMUs.
struct FmuMaking {
  std::function<std::filesystem::path()> library;  // that runs them; asked for where there is a model
  std::string tool;                                // that makes them, with its version
  fmi::Standard standard = fmi::Standard::fmi2;
};

struct ExportedSsp {
  std::size_t components = 0;
  std::size_t models = 0;          // of them: built-in ones, which are FMUs now
  std::vector<std::string> notes;  // what other tools will not know
};

/// Writes the system of a file's tree as an SSP archive. Built-in models go into it as FMUs, and ready-made systems as
/// the parts they are written of; read back, everything is bitwise the same. `folder` is where relative paths of FMUs
/// begin. What is no connection of an output with an input is refused.
ExportedSsp export_ssp(const Value& root, const std::filesystem::path& folder, const std::filesystem::path& output,
                       const FmuMaking& making);

}  // namespace oldham
