// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "oldham/coupling/cosimulation.hpp"

namespace oldham {

/// What feeds inputs besides coupling variables at an instant: external inputs, which are zero here, and known
/// functions of time.
template <class T>
std::vector<T> known_sources(const Cosimulation<T>& system, const T& time) {
  std::vector<T> sources(system.plan().from_outside(), T(0));
  system.known_signals().read(time, T(0), sources.data() + system.plan().externals);
  return sources;
}

}  // namespace oldham
