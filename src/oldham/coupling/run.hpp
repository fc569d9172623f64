// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "oldham/core/function_ref.hpp"
#include "oldham/coupling/cosimulation.hpp"
#include "oldham/coupling/step_control.hpp"

namespace oldham {

struct RunSettings {
  double start = 0;                                // s
  double end = 1;                                  // s; no multiple of the step: the last step is shortened
  double step = 0.01;                              // s
  const std::atomic<bool>* interrupted = nullptr;  // set from outside to end after the step under way
  std::function<void(double length, const StepReport&)> after_step{};  // told of every accepted step, before its end is
  /// s; all outputs are observed at communication points from this time on, which the observer moves; null: at every
  /// one. The last one has all.
  const double* all_outputs_from = nullptr;
  /// Where it is given, it may stand for `observe` at points before that time.
  FunctionRef<void(const MacroState<double>&)> watch{};
  std::optional<AdaptiveStep> adaptive{};  // steps as long as their errors allow; `step` then is not used
  StepMemory* memory = nullptr;  // of these: where to go on from, and what is left behind; absent: begins anew
};

struct RunSummary {
  enum class Status { completed, diverged, failed, interrupted };
  Status status = Status::completed;
  bool needs_saved_states = false;  // failed: a step could be made again if states were saved before steps
  std::string reason;               // empty when completed, unless a subsystem ended it
  double time = 0;                  // s; the last communication point reached
  std::int64_t macro_steps = 0;
  std::int64_t rejected_steps = 0;
  std::int64_t imprecise_steps = 0;  // adaptive ones, kept with too large an error as none may be shorter
  std::int64_t corrections = 0;
  double smallest_step = 0, largest_step = 0;  // s; of those that were kept

  /// Steps of this length were kept.
  void count_steps(double length, std::int64_t count) {
    smallest_step = macro_steps == 0 ? length : std::min(smallest_step, length);
    largest_step = std::max(largest_step, length);
    macro_steps += count;
  }
  double mean_step(double start) const {
    return macro_steps > 0 ? (time - start) / static_cast<double>(macro_steps) : 0;
  }
};

/// Steps from the state's time to the end. `observe` sees every communication point, the first one included. Adaptive
/// steps that were not kept are seen by nobody.
RunSummary run(Cosimulation<double>& system, MacroState<double>& state, const RunSettings& settings,
               FunctionRef<void(const MacroState<double>&)> observe);

/// The time of communication point n, and how many steps it takes to the end.
double communication_point(const RunSettings& settings, std::int64_t n);
std::int64_t step_count(const RunSettings& settings);

}  // namespace oldham
