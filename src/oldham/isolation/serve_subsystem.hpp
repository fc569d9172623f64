// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/isolation/shared_channel.hpp"

namespace oldham {

/// Does what the host asks until it asks to quit. An exception is an answer like any other.
void serve_subsystem(SharedChannel& channel);

}  // namespace oldham
