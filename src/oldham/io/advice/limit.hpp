// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "oldham/analysis/stability.hpp"
#include "oldham/core/value.hpp"
#include "oldham/io/advice/budget.hpp"
#include "oldham/io/system_file.hpp"

namespace oldham::advice {

/// Up to which step a scheme is stable.
struct Limit {
  bool is_predicted = false;  // else nothing below is known, for this reason
  std::string why_not;
  std::optional<double> largest;  // s; absent: no step that was tried is stable
  bool is_whole_range = false;    // stable up to the longest step that was tried
  std::vector<Crossing> crossings;
  double smallest_tried = 0;          // s
  std::optional<double> zero_radius;  // in the limit H → 0, where that is unstable
};

struct LimitSettings {
  double near = 0;     // s; the step in use
  double longest = 0;  // s; beyond it nothing is asked
  double growth = 0;   // 1/s; what is not held against the scheme: of the system itself, or too slow to show
};

/// About the start; linear systems are the same everywhere.
Limit find_limit(const Value& tree, const LimitSettings& settings, const Budget& budget);

/// About a state of a run.
LargestStep find_limit_at(Cosimulation<double>& system, const MacroState<double>& state, const LimitSettings& settings,
                          const Budget& budget);

/// The mode that grows most, or decays least, in steps of this length.
struct Mode {
  double step = 0;                    // s
  double rate = 0;                    // 1/s; above zero: it grows
  double frequency = 0;               // Hz
  bool alternates = false;            // from step to step: its frequency is that of the steps
  std::vector<std::string> carriers;  // subsystems that take part, the most active one first
};
Mode find_mode(Cosimulation<double>& system, const MacroState<double>& state, double step);

/// "the 41.6 Hz mode between 'crane' and 'controller'"
std::string describe(const Mode& mode);

}  // namespace oldham::advice
