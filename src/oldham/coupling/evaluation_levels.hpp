// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "oldham/coupling/plan.hpp"

namespace oldham {

/// Per coupling variable of the instant: the subsystems whose outputs it is made of.
template <class T>
std::vector<std::vector<int>> find_producers(const Plan<T>& plan, const Assembly<T>& assembly);

/// The subsystems in levels: at one instant, outputs of a level depend on those of earlier levels only, so that one
/// pass evaluates them all. Empty where subsystems with feed-through feed each other in a loop.
template <class T>
std::vector<std::vector<int>> make_evaluation_levels(const Assembly<T>& assembly, const Plan<T>& plan);

/// The subsystems that others feed by plain connections in no loop, whether with feed-through or without, each behind
/// those that feed it.
template <class T>
std::vector<int> find_chain(const Assembly<T>& assembly, const Plan<T>& plan);

}  // namespace oldham
