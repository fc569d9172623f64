// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/core/reader.hpp"
#include "oldham/coupling/assembly.hpp"

namespace oldham {

/// Bushings between mechanisms that are not force-force are put into the mechanism that carries them: the tree gets a
/// massless body that moves as the other side says, a bushing from it to the port, and the connections.
void distribute_bushings(Value& root);

/// Reads one [[interface]] with law = "bushing".
template <class T>
void add_bushing(Reader& reader, Assembly<T>& assembly);

/// Port forces that no interface or connection acts on are zero: a bushing may use some directions only, or be carried
/// by the mechanism itself.
template <class T>
void hold_free_forces(Reader& reader, Assembly<T>& assembly);

}  // namespace oldham
