// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "oldham/coupling/run.hpp"
#include "oldham/io/recorder.hpp"

namespace oldham {

/// A run from start to end, and what was recorded of it.
struct RecordedRun {
  RunSummary summary;
  std::unique_ptr<Recorder> recorder;
  double wall = 0;  // s, everything included
};

/// The start of a run in which nothing is saved that no step goes back to.
MacroState<double> begin_run(System<double>& system);

/// `also` sees every communication point, after the recorder has.
RecordedRun record_run(System<double>& system, const Recorder::Settings& recording,
                       const std::atomic<bool>* interrupted = nullptr,
                       FunctionRef<void(const MacroState<double>&, const Recorder&)> also = {});

/// What there is to say about it. `stepping` is the wall time without waiting, writing and comparing, s.
Json to_json(const RecordedRun& run, const System<double>& system, double stepping);

std::string_view status_word(RunSummary::Status status);

/// What was decided when the system was read, and by its subsystems since.
std::vector<std::string> all_notes(const Assembly<double>& assembly);
/// Outputs that are no numbers, as they are now.
std::vector<std::pair<std::string, std::string>> text_outputs(const Assembly<double>& assembly);

}  // namespace oldham
