// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "oldham/analysis/convergence.hpp"
#include "oldham/core/value.hpp"
#include "oldham/io/json.hpp"
#include "oldham/io/table.hpp"

// Many runs of the system of one file.

namespace oldham {

struct StudyOptions {
  int threads = 0;  // 0: all
  /// Told by how much the share of the work that is done has grown, from any thread; less than nothing where the rest
  /// turns out to be dearer than it seemed.
  std::function<void(double)> progress{};
  const std::atomic<bool>* interrupted = nullptr;  // ends the work early
  std::vector<Column>* outputs = nullptr;          // of a sweep: filled with those of the first run that has any
};

/// Errors against the monolithic solution at these macro steps, in s, and the orders they show.
ConvergenceStudy study_convergence(const Value& root, const std::vector<double>& steps, ErrorNorm norm, bool local,
                                   const StudyOptions& options);

/// A key of the file and the values it is to take; an origin of a value speaks in messages about it.
struct SweepAxis {
  std::string key;
  std::vector<Value> values;
};

/// One run for every combination of values, the last axis varying fastest: its settings, and what a run tells. Null:
/// not reached before an interruption.
std::vector<Json> sweep_runs(const Value& root, const std::vector<SweepAxis>& axes, const StudyOptions& options);

}  // namespace oldham
