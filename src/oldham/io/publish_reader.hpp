// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/core/reader.hpp"
#include "oldham/coupling/assembly.hpp"

namespace oldham {

/// Reads [publish]: names of one's own for outputs ("left.bar1.angle") and for forces of interfaces ("bushing.x"). A
/// table publishes an output as scale · output + offset, or by a `map` of values.
template <class T>
void publish(Reader& reader, Assembly<T>& assembly);

}  // namespace oldham
