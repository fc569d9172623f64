// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "oldham/analysis/verdict.hpp"
#include "oldham/io/run_record.hpp"

namespace oldham {

/// What a page says of a run, in words.
struct Verdict {
  enum class Tone { good, plain, warning, bad };
  Tone tone = Tone::plain;
  std::string heading{}, text{};  // lines of the text are paragraphs, and `names` stand in back quotes
};

/// s: of steps that choose their own length, the longest that was made.
inline double judged_step(const RunRecord& record) {
  return record.adaptive && record.adaptive->largest > 0 ? record.adaptive->largest : record.step;
}

/// What a search among steps about that of a run found.
struct StepMargin {
  double low = 0, high = 0;  // s: as far as was looked
  // s: where the window of stable steps about a stable step begins and ends; about an unstable step, the nearest stable
  // ones. Absent: not within the range
  std::optional<double> below{}, above{};
};

/// What is known of the stability of the run's scheme at that step.
struct StepStability {
  using Kind = CouplingVerdict::Kind;
  Kind kind = Kind::inconclusive;
  std::string reason{};  // of an inconclusive one
  double spectral_radius = 0;
  bool is_linear = false;  // else linearised at the start
  double own_growth = 0;   // 1/s: of the system itself
  std::optional<StepMargin> margin{};
  std::string why_no_margin{};
};

struct RunFacts {
  RunRecord record{};
  std::optional<StepStability> stability{};
  std::string why_not_judged{};        // where there is no verdict
  bool needs_its_program = false;      // the file alone does not make the system
  std::optional<double> worst_time{};  // s: where the prediction of the coupling variables was farthest off
  double worst_residual = 0;           // relative, there
};

/// Nothing where the search says otherwise than the verdict at the step itself.
std::optional<StepMargin> margin_about(double step, bool is_stable, const StepScan& scan,
                                       const std::vector<Crossing>& crossings);

/// How another run that is compared with came to its results.
Verdict compare_runs(const RunRecord& mine, const std::string& label, const RunRecord& other);

std::vector<Verdict> judge_run(const RunFacts& facts);

}  // namespace oldham
