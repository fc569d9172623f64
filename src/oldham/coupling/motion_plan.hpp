// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/coupling/plan.hpp"

namespace oldham {

/// Marks the signals of prescribed motions, and what of them the answering forces see at the end of a step. The groups
/// of the plan are there already.
template <class T>
void plan_motions(const Assembly<T>& assembly, const Scheme& scheme, Plan<T>& plan);

}  // namespace oldham
