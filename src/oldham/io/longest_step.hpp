// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/core/value.hpp"
#include "oldham/io/system_file.hpp"

namespace oldham {

/// The system of a tree, to be run. Where its file leaves the largest step of adaptive ones open, no step is longer
/// than half of the largest stable one about the start. That is found in a number of steps that depends on the system
/// alone, so that runs are the same on every machine; where it would take too many of them, the largest step stays as
/// it was.
System<double> build_run(const Value& root, const BuildOptions& options = {});

}  // namespace oldham
