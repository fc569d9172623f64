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
  enum class Tone { good, plain, bad };
  Tone tone = Tone::plain;
  std::string heading{}, text{};
};

/// s: of steps that choose their own length, the longest that was made.
inline double judged_step(const RunRecord& record) {
  return record.adaptive && record.adaptive->largest > 0 ? record.adaptive->largest : record.step;
}

/// What is known of the stability of the run's scheme at that step.
struct StepStability {
  using Kind = CouplingVerdict::Kind;
  Kind kind = Kind::inconclusive;
  std::string reason{};  // of an inconclusive one
  double spectral_radius = 0;
  bool is_linear = false;           // else linearised at the start
  double own_growth = 0;            // 1/s: of the system itself
  std::optional<double> largest{};  // s: stable up to here
  bool is_whole_range = false;      // `largest` is as far as was looked
};

struct RunFacts {
  RunRecord record{};
  std::optional<StepStability> stability{};
  std::string why_not_judged{};        // where there is no verdict
  std::optional<double> worst_time{};  // s: where the prediction of the coupling variables was farthest off
  double worst_residual = 0;           // relative, there
};

std::vector<Verdict> judge_run(const RunFacts& facts);

}  // namespace oldham
