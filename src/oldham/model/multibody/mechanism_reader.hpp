// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "oldham/core/reader.hpp"
#include "oldham/integrator/integrator.hpp"
#include "oldham/model/multibody/description.hpp"

namespace oldham::multibody {

/// The keys of a [[subsystem]] that describe a mechanism: space, gravity, body, joint, force, port and frame.
/// Everything that can be judged without moving it is checked: who is joined to whom, sizes, masses, axes, names.
MechanismDescription read_mechanism(Reader& entry, const std::string& name);

/// The keys that say how its equations are solved: formulation, penalty, omega, xi, tolerance, max_iterations,
/// projection. Those that a formulation has no use for are left alone, so that it can be exchanged by itself.
FormulationSettings read_formulation(Reader& entry);

/// What a formulation is integrated with when the file does not say, and whether it can be with what it says.
IntegratorKind default_integrator(Formulation formulation);
void check_integrator(Reader& entry, Formulation formulation, IntegratorKind integrator);

}  // namespace oldham::multibody
