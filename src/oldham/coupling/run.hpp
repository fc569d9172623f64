// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "oldham/core/function_ref.hpp"
#include "oldham/coupling/cosimulation.hpp"

namespace oldham {

struct RunSettings {
  double start = 0;                                // s
  double end = 1;                                  // s; no multiple of the step: the last step is shortened
  double step = 0.01;                              // s
  const std::atomic<bool>* interrupted = nullptr;  // set from outside to end after the step under way
  std::function<void(double length, const StepReport&)> after_step{};  // told of every accepted step, before its end is
};

struct RunSummary {
  enum class Status { completed, diverged, failed, interrupted };
  Status status = Status::completed;
  std::string reason;  // empty when completed, unless a subsystem ended it
  double time = 0;     // s; the last communication point reached
  std::int64_t macro_steps = 0;
  std::int64_t rejected_steps = 0;
  std::int64_t corrections = 0;
};

/// Steps from the state's time to the end. `observe` sees every communication point, the first one included.
RunSummary run(Cosimulation<double>& system, MacroState<double>& state, const RunSettings& settings,
               FunctionRef<void(const MacroState<double>&)> observe);

/// The time of communication point n, and how many steps it takes to the end.
double communication_point(const RunSettings& settings, std::int64_t n);
std::int64_t step_count(const RunSettings& settings);

}  // namespace oldham
