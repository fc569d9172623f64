// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/core/reader.hpp"
#include "oldham/coupling/assembly.hpp"

namespace oldham {

/// Reads an [[interface]] whose law a program added:
///
///   law = "hertz", reads = ["ball.position", "plate.position"], acts_on = ["ball.force", "-plate.force"]
///
/// One coupling variable acts on all inputs of `acts_on`, against those with a minus; a list of such lists has one for
/// each variable.
template <class T>
void add_own_law(Reader& reader, Assembly<T>& assembly);

}  // namespace oldham
