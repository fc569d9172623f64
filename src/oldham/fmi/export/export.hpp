// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "oldham/fmi/description/model_description.hpp"
#include "oldham/fmi/export/exported_model.hpp"

namespace oldham::fmi {

/// The token that ties the resources of an FMU to its description: the hash of what it is made of.
std::string token_of(const ExportedModel& model);

/// Packs an FMU for this machine: description, resources and `library`, the shared library that runs them all.
void write_fmu(const std::filesystem::path& file, const ExportedModel& model, Standard standard,
               const std::filesystem::path& library);

}  // namespace oldham::fmi
