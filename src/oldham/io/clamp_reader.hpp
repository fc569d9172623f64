// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "oldham/core/reader.hpp"
#include "oldham/coupling/assembly.hpp"

namespace oldham {

/// Joins the ends of rods to frames of mechanisms, for all [[interface]] entries with law = "clamp".
template <class T>
void add_clamps(std::vector<Reader>& interfaces, Reader& scheme, Assembly<T>& assembly);

}  // namespace oldham
