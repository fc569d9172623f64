// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/model/ready_made.hpp"

namespace oldham {

/// Two double pendulums in the plane whose ends a bushing holds together: a four-bar linkage, cut at the bushing.
///
///   A --- bar 1 --- bar 2 --- E2 =bushing= E3 --- bar 3 --- bar 4 --- B,   gravity along +y
///
/// Angles φ1 to φ4 are those of the bars against x. [Li2017] section 3.3
Value write_four_bar(const FileInput& input);
const SystemHelp& four_bar_help();

}  // namespace oldham
