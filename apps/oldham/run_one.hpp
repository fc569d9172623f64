// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "command.hpp"
#include "oldham/io/recorder.hpp"
#include "oldham/io/run_check.hpp"
#include "oldham/io/run_record.hpp"
#include "oldham/study/pace.hpp"
#include "run_pages.hpp"

namespace oldham::app {

/// What a run is asked for besides results.
struct RunOptions {
  std::string samples;
  std::string compare;
  std::string stream;
  std::string realtime;  // what stands at the option
  bool plot = false;
  bool animate = false;
  bool report = false;
  bool is_unchecked = false;
  std::vector<std::string> fail_on;  // "alarm", and verdicts of the check
};
void add_run_options(CLI::App& app, RunOptions& options);

/// Runs the system of a tree and writes what is asked for.
Answer run_tree(const Value& root, const RunOptions& options, const SystemArguments& arguments);

/// The progress of a run: in steps where it is known how many there will be, else in seconds simulated.
struct RunBar {
  RunBar(const System<double>& system, const RunPages& wanted, bool is_shown);
  void update(const MacroState<double>& at, double columns);

  const Cosimulation<double>& cosimulation;
  bool counts_steps;
  double start, span, interval, whole;
  RunPages pages;  // that will be made of the results, and are part of the time left
  Progress progress;

 private:
  std::int64_t next_ = 0, stride_ = 1;  // steps: of the next update, and from one to the next
  double last_ = 0;                     // s of wall time
};

struct RunManner {
  std::optional<PaceRule> pace{};  // with the clock
  std::filesystem::path folder{};  // of the results
  std::string stream{};            // file that is told of the run while it goes on; empty: none
  const Value* root = nullptr;     // of the system, to explain by it what grew or diverged; null: that is not asked for
  RunVerdict verdict{};            // of the check before the run
  std::vector<std::string> fail_on{};
};

/// Runs a system from start to end and says what came of it, also in the record.
Answer run_one(System<double>& system, const Recorder::Settings& recording, const RunManner& manner, RunBar& bar,
               RunRecord& record);

}  // namespace oldham::app
