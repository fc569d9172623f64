// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

#include "oldham/core/value.hpp"
#include "oldham/io/system_file.hpp"

namespace oldham {

/// The system of a tree, to be run. Where its file leaves the largest step of adaptive ones open, no step is longer
/// than half of the largest stable one about the start, growth that does not show in the run left out. That is found in
/// a number of steps that depends on the system alone, so that runs are the same on every machine; where it would take
/// too many of them, the largest step stays as it was.
System<double> build_run(const Value& root, const BuildOptions& options = {},
                         const std::atomic<bool>* interrupted = nullptr);

}  // namespace oldham
