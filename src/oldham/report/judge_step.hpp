// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

#include "oldham/core/value.hpp"
#include "oldham/coupling/cosimulation.hpp"
#include "oldham/report/verdicts.hpp"

namespace oldham {

/// Judges the scheme of a run at its step, where that can be done without FMUs and in a few seconds; else says why not.
void judge_step(const Value& root, RunFacts& facts, const std::atomic<bool>* interrupted = nullptr);

/// About how long that takes, s, where a step of the run takes so many.
double seconds_to_judge(const Cosimulation<double>& cosimulation, double seconds_per_step);

}  // namespace oldham
