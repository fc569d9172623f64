// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "oldham/study/advice/trajectory.hpp"

// How well a solution is known that runs alone show. All of them may be wrong.

namespace oldham::advice {

/// Runs whose errors may have the same cause are of one family: those without correction err by the delay of what is
/// exchanged, those with correction do not.
enum class Family { jacobi, gauss_seidel, corrected };

/// A run of one scheme with a short step.
struct ReferenceRun {
  std::size_t scheme = 0;
  Family family = Family::jacobi;  // of the scheme
  double step = 0;                 // s
  Trajectory outputs;
};

/// What the runs of one scheme say about each other.
struct SchemeFinding {
  enum class Kind {
    converges,  // three runs or more, and their distances fall with the step
    two_runs,   // that differ: an order cannot be observed
    stagnates,  // the distances do not fall with the step
    equal,      // all runs are equal though their steps differ: they show nothing of their error
    far_apart,  // the last two differ by more than the outputs move
    too_few,    // fewer than two runs
  };
  std::size_t scheme = 0;
  Kind kind = Kind::too_few;
  std::vector<std::size_t> runs;      // that count, the longest step first
  std::optional<double> equal_below;  // s: shorter steps than this one change nothing; such runs do not count
  double ratio = 0;                   // of the last two distances; 0: not observed
  Distance last;                      // between the last two runs
  double largest = 0, rms = 0;        // error of the last run, estimated from above
};

struct ReferenceQuality {
  std::vector<SchemeFinding> schemes;
  std::vector<double> ranges;        // of the outputs
  std::optional<std::size_t> best;   // run to compare with; absent: there is none
  bool is_known = false;             // the uncertainty is
  double largest = 0, rms = 0;       // uncertainty of that run, as shares of the ranges
  bool is_confirmed = false;         // by a scheme of another family
  bool is_consistent = false;        // each within its own error
  std::optional<std::size_t> other;  // the run of the other family
  double spread = 0;                 // the largest distance of any two of the runs that count
  double spread_rms = 0;             // the largest root mean square of such a distance, of runs of two schemes
  std::size_t one = 0, two = 0;      // these runs
  std::size_t output = 0;            // where they differ most
};

/// An uncertainty is from above: with the observed order, at most 1, where two schemes of different families converge
/// to the same solution; else twice the largest distance of any two runs.
ReferenceQuality assess(const std::vector<ReferenceRun>& runs);

}  // namespace oldham::advice
