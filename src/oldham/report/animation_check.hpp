// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/report/animation.hpp"

namespace oldham {

/// Refuses what cannot be drawn: times that do not increase, bodies without a pose and rods without a shape for each,
/// numbers that are not finite.
void check_animation(const Animation& animation, const AnimationOptions& options);

}  // namespace oldham
