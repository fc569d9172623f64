// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "oldham/analysis/verdict.hpp"
#include "oldham/core/value.hpp"
#include "oldham/study/step_interval.hpp"

namespace oldham {

/// s of wall time for a scan where subsystems are known by their answers alone.
inline constexpr double usual_scan_budget = 20;

struct StabilityQuestion {
  int digits = 0;  // decimal ones that the verdict is repeated in; 0: double precision has the last word
  double margin = default_margin;
  std::optional<double> at;              // s; linearised at this time of a run, else at the start
  std::optional<StepScan> largest_step;  // where it is looked for
  bool published = false;                // of the paper's closed form, not of the step
  const std::atomic<bool>* interrupted = nullptr;
  /// s of wall time for the scan where subsystems are known by their answers alone, and each step costs many of theirs.
  double black_box_budget = std::numeric_limits<double>::infinity();

  /// That of the scan, whatever the subsystems are; absent: the usual one for black boxes, else any. A budget without a
  /// scan is refused.
  void set_budget(std::optional<double> seconds);
};

/// The limit H -> 0 of the step, and the radius of the feed-through loop where that is its closed form.
struct ZeroVerdict {
  ZeroStability limit;
  std::optional<double> closed_form;
};

struct StabilityAnswer {
  double spectral_radius = 0;
  bool stable = false;
  std::string digits;                           // of the spectral radius, where asked for
  std::vector<Eigenvalue<double>> eigenvalues;  // of double precision, largest modulus first
  double linearity_defect = 0;
  double step = 0;  // s
  double margin = default_margin;
  bool published = false;
  std::optional<ZeroVerdict> zero;  // absent: it could not be found, for this reason
  std::string zero_problem;
  std::optional<double> growth;         // of the system itself, 1/s; absent for a published recurrence
  bool follows = false;                 // unstable, but not more than the system itself
  std::optional<double> linearised_at;  // s; of a nonlinear system
  double reached_with = 0;              // s; the step that it took to get there
  std::string warning;                  // why the verdict is to be doubted; empty: it is not
  std::optional<LargestStep> largest;
  std::vector<StepInterval> intervals{};     // of the scan
  bool growth_taken_off = false;             // of the radii of the scan, as e^{growth H}
  std::optional<CouplingVerdict> verdict{};  // in words and with reasons; none of a published recurrence
};

/// The verdict on the system of a file's tree.
StabilityAnswer judge(const Value& root, const StabilityQuestion& question);

/// The limit H -> 0 alone.
ZeroVerdict judge_limit(const Value& root, double margin);

/// Refuses a margin that is not a finite number of zero or more.
void check_margin(double margin);
/// Refuses more decimal digits than there are, or less than none.
void check_digits(int digits);

}  // namespace oldham
