// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "oldham/io/table.hpp"
#include "oldham/model/rod/description.hpp"
#include "oldham/report/animation.hpp"

namespace oldham {

/// Adds rods in motion to what is there, from the places of their nodes and the frames of their edges in the results
/// ("cable.node3.x", "cable.edge3.q0"), with the forces of their ends on what holds them. Of many nodes as many are
/// kept as the eye needs. Ends before the first time at which a number is not finite.
void add_rods(const std::vector<rod::RodDescription>& rods, const Table& results, Animation& animation);

}  // namespace oldham
