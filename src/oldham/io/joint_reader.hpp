// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "oldham/core/reader.hpp"
#include "oldham/interface/kinematic_joint.hpp"

namespace oldham {

/// The joint of an [[interface]] with law = "kinematic", by its name and its own keys; none for equal coordinates.
/// `coordinates`: how many the mover couples, which joints of any size take.
template <class T>
std::shared_ptr<const KinematicJoint<T>> read_joint(Reader& interface, int coordinates);

}  // namespace oldham
