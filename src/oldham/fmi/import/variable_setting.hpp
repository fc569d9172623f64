// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/core/value.hpp"
#include "oldham/fmi/import/fmu_ports.hpp"

namespace oldham::fmi {

/// The place of the variable of this name, or of the one that has it as an alias; an unknown one is an error at `where`
/// that lists the near misses.
std::size_t find_variable(const ModelDescription& description, std::string_view name, std::string_view where);

/// Whether the standard lets a value be given to the variable before the simulation.
bool can_be_set(const Variable& variable);

/// Whether the standard lets a value be given to it during the simulation, as a parameter.
bool is_tunable(const Variable& variable);

/// A value of a system file as start value of the variable of this name: numbers, truths, texts, items of enumerations
/// by name or number, bytes as hexadecimal text, arrays of these. What does not fit is an error at the value's place.
VariableSetting make_setting(const ModelDescription& description, const std::string& name, const Value& value);

}  // namespace oldham::fmi
