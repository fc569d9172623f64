// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "oldham/subsystem/subsystem.hpp"

namespace oldham {

/// A step that was made: when, and under which inputs.
struct RecordedStep {
  Interval<double> step;
  int degree = 0;
  std::vector<double> coefficients;  // of one piece: power, then input
};

/// Where a subsystem stands, under which inputs, and how it is brought back there: by a snapshot, or by making the same
/// steps again from its initial state.
struct OperatingPoint {
  double time = 0;             // s
  std::vector<double> inputs;  // at this time, held from here on
  std::optional<Snapshot<double>> snapshot;

  bool has_record = false;           // of all that follows: the point can be reached anew
  double start = 0;                  // s
  std::vector<double> start_inputs;  // of the first instant
  std::vector<RecordedStep> record;  // from the start to here
};

/// The subsystem's initial state under these inputs; with a snapshot where it has rollback. Moves it there.
OperatingPoint make_initial_point(Subsystem<double>& subsystem, double start, std::span<const double> inputs);

/// A state that was saved, of a subsystem with rollback.
OperatingPoint make_saved_point(const Snapshot<double>& snapshot, double time, std::span<const double> inputs);

/// The point that `steps` macro steps of this length behind another lead to, its inputs held.
OperatingPoint settle(Subsystem<double>& subsystem, const OperatingPoint& from, double step_length, int steps);

}  // namespace oldham
