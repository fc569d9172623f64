// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "oldham/io/advice/candidate.hpp"

// Choices besides those of the scheme as a whole.

namespace oldham::advice {

/// Orders of single connections; of many, those from one subsystem together.
void add_connection_orders(const Value& root, int order, std::vector<Choice>& choices);

/// How a run starts before there are past samples.
void add_startup(const Value& root, bool is_linear, std::vector<Choice>& choices);

/// Held values of polynomial inputs, of all FMUs that take no input derivatives.
void add_substeps(const Value& root, const System<double>& system, std::vector<Choice>& choices);

}  // namespace oldham::advice
