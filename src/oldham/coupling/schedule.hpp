// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/coupling/plan.hpp"

namespace oldham {

/// Puts the subsystems into groups, and finds what is complete once a group has arrived.
template <class T>
void plan_schedule(const Assembly<T>& assembly, const Schedule& schedule, Plan<T>& plan);

}  // namespace oldham
