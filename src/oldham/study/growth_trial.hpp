// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "oldham/analysis/alternation_watch.hpp"
#include "oldham/analysis/growth_watch.hpp"
#include "oldham/coupling/run.hpp"

// Whose growth it is: that of the coupling changes with the step and the scheme, that of the system does not.

namespace oldham {

/// Windows after the growth in which another run may come to it.
inline constexpr int late_windows = 3;

/// What a run did that others are compared with.
struct GrownRun {
  std::vector<GrowthWatch::Growth> growths{};  // none: it ended before windows could show any, or was bounded
  double until = 0;                            // s: where the comparison ends
  std::vector<AlternationWatch::Alternation> alternations{};  // of a bounded one
  double step = 0;                                            // s: of these
  double spacing = 0;  // s: of the points, from the start on, that its windows are of; 0: all
};

/// A change of the scheme.
struct SchemeChange {
  enum class Kind { step, schedule, order, correction };
  std::string setting{};  // as --set takes it
  Kind kind = Kind::step;
};

/// Another run of the same system from the same start, with a change of its scheme.
struct GrowthTrial {
  enum class Outcome {
    unknown,    // it made too few steps
    same_bits,  // its variables are those of the run to the last bit, so that the change changed nothing
    same,       // it grows at the same rate
    less,       // it does not grow, or clearly less
    more        // it grows clearly more
  };
  SchemeChange change{};
  Outcome outcome = Outcome::unknown;
  double time = 0;               // s: reached
  bool diverged = false;         // before the end of the comparison
  bool grows = false;            // geometrically, at whatever rate
  std::vector<int> differing{};  // variables that grow less or more
  std::vector<int> alike{};      // variables that grow at the same rate, as far as the run came
  std::string problem{};         // why it made no run

  bool differs() const { return outcome == Outcome::less || outcome == Outcome::more; }
  /// Whether it shows none of the growth of the run.
  bool cures() const { return outcome == Outcome::less && !diverged && !grows; }
};

/// A system at the start of a run.
struct ReadyRun {
  std::unique_ptr<Cosimulation<double>> system;
  MacroState<double> state;
  RunSettings settings;
};

/// Makes a run with the change and compares; ends early after so many seconds of wall time.
GrowthTrial try_change(const SchemeChange& change, ReadyRun ready, const GrownRun& run, double seconds,
                       const std::atomic<bool>* interrupted);

enum class GrowthOwner { unknown, system, coupling };

/// Growth is the coupling's where another step shows more or less of it, or another schedule less: FMUs with a grid
/// make the same steps whatever the step is. Corrections are no witnesses: they set subsystems back, which foreign ones
/// may do wrong.
GrowthOwner find_owner(std::span<const GrowthTrial> trials);

struct GrowthInquiry {
  std::vector<GrowthTrial> trials{};
  GrowthOwner owner = GrowthOwner::unknown;
  bool has_run_out = false;  // of wall time, before it was known whose growth it is
};

/// Tries the changes in their order, within so many seconds: until it is known whose growth it is, and then on for a
/// change that cures. `make` builds the run of a change, or throws where the system does not allow it.
GrowthInquiry inquire(const GrownRun& run, const std::vector<SchemeChange>& changes,
                      const std::function<ReadyRun(std::size_t)>& make, double seconds,
                      const std::atomic<bool>* interrupted);

/// So large that it is reported also where no trial could show whose it is.
inline constexpr double certain_growth = 1e4;
/// The same where trials were made, and none got far enough.
inline constexpr double unresolved_growth = 1e3;

}  // namespace oldham
