// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "oldham/analysis/verdict.hpp"
#include "oldham/core/value.hpp"
#include "oldham/io/advice/ranking.hpp"
#include "oldham/io/advice/reference.hpp"
#include "oldham/io/json.hpp"

namespace oldham::advice {

struct Question {
  double budget = 20;  // s of wall time in all
  std::optional<double>
      accuracy;  // of the range of every output; absent: that of the file as it is, or 1 % where that is unstable
  std::vector<double> at;  // s; times of a run at which nonlinear systems are judged; empty: a few
  const std::atomic<bool>* interrupted = nullptr;
};

/// Which scheme and step to use, with the evidence.
struct Advice {
  std::vector<Choice> choices;
  std::vector<Entry> ranked;    // the best one first; those that were refused at the end
  bool is_recommended = false;  // the first one reaches the accuracy
  Entry own;                    // the file as it is, at its own step
  bool is_own_stable = false;
  double accuracy = 0;
  bool is_accuracy_own = false;
  std::optional<CouplingVerdict> limiting;  // with the mode that limits the file as it is
  std::vector<std::string> cures;           // where the file as it is is unstable at every step
  std::optional<Reference> reference;       // what errors are measured against
  std::string no_reference;                 // why there is none
  std::vector<std::string> isolated;        // FMUs that were run in separate processes for this
  double start = 0, window = 0, end = 0;    // s; errors and costs are those of start to window
  bool is_interrupted = false, is_budget_over = false;
  int runs = 0;        // made on the way
  double seconds = 0;  // of wall time
};

/// Tries schemes and steps for the system of this tree.
Advice advise(const Value& root, const Question& question);

Json to_json(const Advice& advice, const Value& root, bool all);
/// For people; `all`: also what was refused, and why.
std::string to_text(const Advice& advice, const Value& root, bool all);

/// Why nothing is recommended, what is known instead, and what to do.
std::string why_nothing(const Advice& advice);

/// The keys of [scheme], and of subsystems that change, as TOML.
std::string scheme_block(const Value& root, const std::vector<Setting>& settings);

}  // namespace oldham::advice
