// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "oldham/coupling/run.hpp"
#include "oldham/io/advice/reference.hpp"

namespace oldham::advice {

/// A short run, made to be measured.
struct Trial {
  bool is_completed = false;
  bool is_cut = false;         // by the budget: neither good nor bad
  std::string reason;          // why it did not complete
  double step = 0;             // s
  std::optional<double> cost;  // wall time for a simulated second, s; of stepping alone; absent: no step was made
  /// Against the reference, with its uncertainty added, as shares of the ranges: the largest of any output at any time,
  /// at least the rms of what the steps leave out; and the root mean square over outputs and time. Absent: not known.
  std::optional<double> error, rms;
  double farthest = 0;                     // the most that an output is off the reference, whatever that is worth
  std::string worst;                       // that output
  std::vector<double> outputs;             // at its end; empty where nothing has moved
  std::vector<MacroState<double>> states;  // at the times asked for
};

struct TrialSettings {
  double step = 0;         // s
  double end = 0;          // s; as far as it goes
  double cost_limit = 0;   // wall time for a simulated second beyond which it is given up, s; 0: none
  std::vector<double> at;  // s; states are kept at the communication points after these
};

/// Runs the system of a tree whose [scheme] step is set to that of the trial.
Trial try_run(const Value& tree, const TrialSettings& settings, const Reference* reference, const Budget& budget);

}  // namespace oldham::advice
