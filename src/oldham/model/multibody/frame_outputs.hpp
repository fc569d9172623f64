// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/model/multibody/dynamics.hpp"

namespace oldham::multibody {

/// Of each frame: place, velocity and, where asked for, acceleration of its point, its orientation, its spin. Returns
/// where the next output goes.
template <class T>
T* write_frame_outputs(const Dynamics<T>& dynamics, const T* dv, T* y);

/// Their rates along the motion with accelerations `dv`, for frames that publish none.
template <class T>
T* write_frame_rates(const Dynamics<T>& dynamics, const T* dv, T* rate);

}  // namespace oldham::multibody
