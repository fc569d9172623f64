// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include "command.hpp"
#include "oldham/io/recorder.hpp"
#include "oldham/io/run_check.hpp"

namespace oldham::app {

/// What there is of a run that has begun and not ended; null: nothing.
struct RunUnderWay {
  Recorder* recorder = nullptr;
  const MacroState<double>* state = nullptr;
};

/// Where a run writes, of what, and what was known before it.
struct RunPlace {
  const std::filesystem::path& folder;
  const Value& root;
  const std::string& file;
  const RunVerdict& verdict;
  const std::string& warning;  // of the check before the run; empty: none
};

/// Closes the results of a run that does not go on, and its record; the answer. Asks subsystems nothing that calls
/// them.
Answer save_run(const RunUnderWay& run, System<double>& system, const RunPlace& place, const std::string& reason);

}  // namespace oldham::app
