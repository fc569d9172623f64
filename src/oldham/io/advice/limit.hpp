// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "oldham/analysis/stability.hpp"
#include "oldham/core/value.hpp"
#include "oldham/io/advice/budget.hpp"
#include "oldham/io/coupling_judge.hpp"
#include "oldham/io/system_file.hpp"

namespace oldham::advice {

/// Up to which step a scheme is stable.
struct Limit {
  bool is_predicted = false;  // else nothing below is known, for this reason
  std::string why_not;
  std::optional<double> largest;  // s; absent: no step that was tried is stable
  bool is_whole_range = false;    // stable up to the longest step that was tried
  bool is_cut = false;            // time ran out: the largest step is at least this
  std::vector<Crossing> crossings;
  double smallest_tried = 0;          // s
  std::optional<double> zero_radius;  // in the limit H → 0, where that is unstable
};

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
};

/// About the start; linear systems are the same everywhere.
Limit find_limit(const Value& tree, const LimitSettings& settings, const Budget& budget);

/// About a state of a run.
LargestStep find_limit_at(Cosimulation<double>& system, const MacroState<double>& state, const LimitSettings& settings,
                          const Budget& budget);

}  // namespace oldham::advice
