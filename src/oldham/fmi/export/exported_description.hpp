// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/fmi/description/model_description.hpp"
#include "oldham/fmi/export/exported_model.hpp"

namespace oldham::fmi {

/// What the FMU of a model declares, of FMI 2.0 or 3.0: co-simulation, and model exchange where the model has
/// equations. `token` ties the description to the resources.
ModelDescription describe_export(const ExportedModel& model, Standard standard, const std::string& token);

/// The variable of an input. Ports may share a name with one of the other side, variables may not: then it is in.PORT.
std::string exported_input_name(const Boundary& boundary, int input);

/// The text as the name of a library and of C functions.
std::string c_identifier(std::string_view text);

}  // namespace oldham::fmi
