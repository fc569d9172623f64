// SPDX-License-Identifier: MIT
#pragma once

#include "command.hpp"
#include "oldham/io/recorder.hpp"
#include "oldham/io/run_record.hpp"

namespace oldham::app {

/// What a run is asked for besides results.
struct RunOptions {
  std::string samples;
  std::string compare;
  std::string stream;
  bool plot = false;
  bool animate = false;
  bool report = false;
  bool realtime = false;
  bool is_unchecked = false;
};
void add_run_options(CLI::App& app, RunOptions& options);

/// Runs the system of a tree and writes what is asked for.
Answer run_tree(const Value& root, const RunOptions& options, const SystemArguments& arguments);

struct RunManner {
  bool shows_progress = false;
  bool keeps_pace = false;      // with the clock
  std::string stream;           // file that is told of the run while it goes on; empty: none
  const Value* root = nullptr;  // of the system, to explain by it why a run diverged; null: that is not asked for
};

/// Runs a system from start to end and says what came of it, and in the record where one is wanted.
Answer run_one(System<double>& system, const Recorder::Settings& recording, const RunManner& manner,
               RunRecord* record = nullptr);

}  // namespace oldham::app
