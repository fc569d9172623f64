// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "oldham/report/animation.hpp"

namespace oldham {

/// The checked and thinned animation as JSON that may stand inside a <script> element. A coordinate that changes is a
/// packed row of 4-byte numbers, one that does not is a single number; rods have such rows frame by frame, node by
/// node, and their directors in 127ths.
std::string animation_json(const Animation& animation, const AnimationOptions& options);

}  // namespace oldham
