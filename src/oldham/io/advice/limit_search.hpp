// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <span>

#include "oldham/core/value.hpp"
#include "oldham/io/advice/budget.hpp"
#include "oldham/io/advice/limit.hpp"
#include "oldham/io/coupling_judge.hpp"
#include "oldham/io/system_file.hpp"

namespace oldham::advice {

/// Judges systems with parts that tell nothing of their states: what those answer is asked once for all schemes.
struct BoxJudge {
  explicit BoxJudge(const Value& root) : judge(root, {.interrupted = &enough}) {}

  std::atomic<bool> enough{false};
  CouplingJudge judge;
};

struct LimitSettings {
  double near = 0;            // s; the step in use
  double longest = 0;         // s; beyond it nothing is asked
  double growth = 0;          // 1/s; what is not held against the scheme: of the system itself, or too slow to show
  BoxJudge* boxes = nullptr;  // where there are any
  bool may_be_dear = false;   // to judge also what has many states
};

/// About the start; linear systems are the same everywhere.
Limit find_limit(const Value& tree, const LimitSettings& settings, const Budget& budget);

/// About some states of a run. What the system grows by itself at each of the states is taken off besides
/// `settings.growth`.
LimitsAlong find_limits_along(Cosimulation<double>& system, std::span<const MacroState<double>> states,
                              const LimitSettings& settings, const Budget& budget);

}  // namespace oldham::advice
