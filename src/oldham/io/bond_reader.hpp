// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/core/reader.hpp"
#include "oldham/coupling/assembly.hpp"

namespace oldham {

/// [[bond]]: a = [flow, effort], b = [flow, effort], each NAME.VARIABLE, an output or an input.
template <class T>
Bond read_bond(Reader& reader, const Assembly<T>& assembly);

/// [limits]: the largest magnitude of outputs, by NAME.VARIABLE or a published name.
template <class T>
void read_limits(Reader& reader, Assembly<T>& assembly);

}  // namespace oldham
