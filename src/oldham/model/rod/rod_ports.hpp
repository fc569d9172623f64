// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "oldham/model/rod/rod.hpp"
#include "oldham/subsystem/subsystem.hpp"

namespace oldham::rod {

/// The ports of a rod, in the order of read_inputs() and write_outputs().
std::shared_ptr<const Boundary> make_boundary(const RodDescription& description);

/// Lays what driven ends are told over the inputs of the description. A clamp is told the frame in which a step begins,
/// as a quaternion q, and its turn φ since then: p = q exp(φ/2). Without a quaternion, as before anything is known, it
/// is where the description says.
template <class T>
void read_inputs(const RodDescription& description, const T* u, RodInputs<T>& inputs);

/// Where the end of a rod is without load, and where the rod leaves its start: what displacements are measured against.
template <class T>
struct NaturalEnd {
  Vector3<T> place, tangent;
};

template <class T>
void write_outputs(const RodDescription& description, const Rod<T>& rod, const NaturalEnd<T>& natural, const T* state,
                   const RodInputs<T>& inputs, T* y);

}  // namespace oldham::rod
