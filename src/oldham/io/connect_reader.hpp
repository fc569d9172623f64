// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "oldham/core/reader.hpp"
#include "oldham/coupling/assembly.hpp"

namespace oldham {

/// Adds the connection of a [[connect]] entry; one with a table of values is a law, because it is not linear.
template <class T>
void add_connection(Reader& reader, Assembly<T>& assembly);

/// Inputs that are connected to a subsystem with model = "signal", and say no order, follow its function of straight
/// lines inside steps: it is known, and not extrapolated.
template <class T>
void follow_known_functions(std::vector<Reader>& subsystems, Assembly<T>& assembly);

/// What the keys `map`, `scale` and `offset` make of an output.
template <class T>
std::shared_ptr<const InterfaceEquations<T>> read_conversion(Reader& reader);

}  // namespace oldham
