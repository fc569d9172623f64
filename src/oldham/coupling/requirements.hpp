// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/coupling/assembly.hpp"
#include "oldham/coupling/scheme.hpp"

namespace oldham {

/// Refuses a scheme whose parts do not fit together, or that needs what some subsystem does not declare, naming both.
template <class T>
void require_abilities(const Assembly<T>& assembly, const Scheme& scheme);

/// A constrained port is a position, its rate and the force that moves it.
void require_mechanical(const std::string& where, const std::string& constraint, const Port& position,
                        const Port& velocity, const Port& force);

}  // namespace oldham
