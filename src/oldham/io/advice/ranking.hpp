// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "oldham/io/advice/candidate.hpp"
#include "oldham/io/advice/limit.hpp"

// What is decided from numbers that were measured, and from nothing else: the same numbers give the same advice.

namespace oldham::advice {

/// How a candidate stands; better ones first.
enum class Standing {
  reaches,   // the accuracy, at its step
  unproven,  // runs, but its error or its stability is not known
  misses,    // stable, but not as precise with any step that was tried
  untried,   // stable up to its largest step; what it costs was estimated only
  unstable,  // at every step
  refused,   // the system cannot be built so
};

struct Entry {
  Candidate candidate;
  std::string label;
  std::vector<Setting> settings;  // with the step
  Standing standing = Standing::untried;
  Limit limit;
  std::optional<double> step;        // s; recommended for it
  std::optional<double> error, rms;  // relative: the largest of any output at any time, and the root mean square
  std::string worst;                 // the output with the largest error
  std::optional<double> cost;        // wall time for a simulated second, s
  std::string reason;
};

/// A step that people would write: at most this long, in two digits.
double round_step(double step);

struct Measured {
  double step = 0, error = 0;  // s, relative
};
/// The step to try next for an accuracy that the last one missed, from all that were measured, the last one last:
/// error ~ H^p with the p that they show, or the one that is expected as long as there is only one. Absent where the
/// error does not fall with the step.
std::optional<double> next_step(const std::vector<Measured>& measured, double accuracy, double expected_order);

/// What a cost is worth where the error is below the accuracy: a quarter of the error counts as much as half of the
/// time, which is half of what a scheme of order one would pay for it; a sixth and less as much as two fifths of the
/// time.
double worth(double cost, double error, double accuracy);
/// At best.
inline constexpr double best_worth = 0.4;

/// Those that reach the accuracy by what they are worth, then those that miss it by their errors, then the rest;
/// whoever came first stays first where these are equal.
void rank(std::vector<Entry>& entries, double accuracy);

/// What cures an instability that no step does: of all that differ from `own` in one choice and are stable at some
/// step, the choices, as "correction = semi-implicit".
std::vector<std::string> find_cures(const std::vector<Choice>& choices, const Candidate& own,
                                    const std::vector<Entry>& entries);

}  // namespace oldham::advice
