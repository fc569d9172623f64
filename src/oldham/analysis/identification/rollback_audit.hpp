// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "oldham/analysis/identification/preflight.hpp"
#include "oldham/analysis/identification/probe.hpp"
#include "oldham/analysis/identification/selection.hpp"

namespace oldham {

/// Outputs along a run, the first row where it begins.
using Rows = std::vector<std::vector<double>>;

/// The largest difference of two runs, relative to how far the outputs move in the first; 0: the same to the last bit.
double compare_runs(const Rows& first, const Rows& second, const std::vector<int>& outputs);

/// Whether these outputs stay as they are, to the last bit.
bool is_standing(const Rows& run, const std::vector<int>& outputs);

/// What was seen of a rollback.
struct RollbackAudit {
  RollbackHabit habit = RollbackHabit::absent;
  double difference = 0;            // relative
  bool takes_other_lengths = true;  // besides H
  std::string trouble;              // what it said when it failed
  Rows first;                       // the run that was repeated
};

/// A run A from a saved state; the same again behind a restoration, twice; once more behind other steps of another
/// length; and once more when a second state was saved. All of them must be equal, and outputs as they were saved.
RollbackAudit audit_rollback(Probe& probe, double step_length, const Disturbance& disturbance,
                             const std::vector<int>& outputs, double tolerance);

}  // namespace oldham
