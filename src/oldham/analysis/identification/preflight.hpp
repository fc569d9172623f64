// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "oldham/analysis/identification/operating_point.hpp"

namespace oldham {

/// Whether a saved state that is put back is the state that was saved.
enum class RollbackHabit {
  absent,            // not declared
  bitwise,           // everything made again is the same to the last bit
  within_tolerance,  // the same but for less than the tolerance
  newest_only,       // so does the state that was saved last, but none before it
  fails,             // something else comes of it
  not_informative,   // the outputs do not change at all, so nothing can be seen
};

/// The habits of a black box, found by trying it at an operating point, before anything is concluded from its answers.
struct Preflight {
  std::string trouble;  // why it cannot be stepped at all; empty: it can
  RollbackHabit rollback = RollbackHabit::absent;
  double rollback_difference = 0;  // relative; of steps made again
  bool advances = true;            // steps lead somewhere, or it is without memory
  bool changes = true;             // some output answers to time or inputs
  bool deterministic = true;       // replayed from the initial state, it does the same
  double replay_difference = 0;    // relative
  std::optional<double> grid{};    // s; its own steps, where outputs are a staircase
  double grid_error = 0;           // s; what the grid may be wrong by
  bool on_grid = true;             // H is a multiple of it
  double composition = 0;     // κ: relative difference of steps of H, 2 · H/2 and 4 · H/4, inputs held in each H
  double jumps = 0;           // of answers to inputs that differ little, relative; not looked for unless it composes
  bool can_return = true;     // to the operating point
  bool by_restoring = false;  // how: by restoring a snapshot; else by replay
  bool is_promised = true;    // steps are made with the word that no earlier state will be set: always where they
                              // are replayed, else only for one that needs it
  std::vector<std::string> findings;  // in words, each bad habit by name
  long steps = 0;
  double seconds = 0;

  /// Whether a map of H may be made of maps of shorter steps.
  bool composes() const { return composition <= 1e-3; }
  /// Whether a run from the operating point, made again, is the same to the last bit.
  bool repeats() const { return by_restoring ? rollback == RollbackHabit::bitwise : replay_difference == 0; }
  /// Whether steps of this length fit its grid, as far as that is known.
  bool fits(double step_length) const;
};

struct PreflightSettings {
  std::optional<std::vector<int>> inputs{};   // connected; absent: all
  std::optional<std::vector<int>> outputs{};  // used; absent: all
  std::vector<double> amplitudes{};           // per input: the largest magnitude seen so far; empty: none seen
  double tolerance = 1e-6;                    // relative; what a rollback may differ by
  std::optional<double> grid{};               // s; where it is declared
};

Preflight examine(Subsystem<double>& subsystem, const OperatingPoint& point, double step_length,
                  const PreflightSettings& settings = {});

}  // namespace oldham
