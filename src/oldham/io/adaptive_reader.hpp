// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "oldham/core/reader.hpp"
#include "oldham/coupling/cosimulation.hpp"
#include "oldham/coupling/step_control.hpp"

namespace oldham {

/// [scheme.adaptive], where there is one. `step` is that of the scheme, `duration` of the simulation, both in s.
std::optional<AdaptiveStep> read_adaptive(Reader& scheme, bool corrects, double step, double duration);

/// Refuses what the system cannot be controlled by.
void require_control(const Reader& scheme, const Cosimulation<double>& system, const AdaptiveStep& settings);

}  // namespace oldham
