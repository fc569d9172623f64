// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "oldham/model/multibody/dynamics.hpp"
#include "oldham/subsystem/subsystem.hpp"

namespace oldham::multibody {

/// The ports of a mechanism, in the order of its inputs and of write_outputs().
template <class T>
std::shared_ptr<const Boundary> make_boundary(const Mechanism<T>& mechanism);

/// Whether some output needs accelerations or joint forces.
bool needs_accelerations(const MechanismDescription& description);

/// The outputs of the instant `dynamics` is set to. `dv` are the accelerations, with joint forces kept in `dynamics`;
/// read only where needed. Returns where the next output goes: what is felt at the interface and at frames comes last.
template <class T>
T* write_outputs(const Dynamics<T>& dynamics, const T* v, const T* u, const T* dv, T* y);

/// Their rates along the motion with accelerations `dv`. Not for mechanisms that publish accelerations; what tells how
/// well joints are kept is not followed and has the rate 0.
template <class T>
void write_output_rates(Dynamics<T>& dynamics, const T& t, const T* q, const T* v, const T* u, const T* dv, T* rate);

}  // namespace oldham::multibody
