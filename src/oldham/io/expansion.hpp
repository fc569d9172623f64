// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "oldham/core/value.hpp"
#include "oldham/model/multibody/description.hpp"

namespace oldham {

/// The tree of a file whose ready-made system is a file itself, written out: as if the user had described the elements.
/// What the file says about members, [[subsystem]] by name, is laid over them. Absent where there is nothing to write
/// out.
std::optional<Value> expand_ready_made(const Value& root);

/// The mechanisms of a file, by name, as they are built.
std::vector<multibody::MechanismDescription> read_mechanisms(const Value& root);
/// How their equations are solved, in the same order.
std::vector<multibody::FormulationSettings> read_formulations(const Value& root);

}  // namespace oldham
