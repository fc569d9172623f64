// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "command.hpp"
#include "oldham/io/recorder.hpp"
#include "oldham/io/results.hpp"
#include "oldham/parallel/real_time.hpp"
#include "oldham/study/pacer.hpp"

namespace oldham::app {

/// Joins --realtime with the factor that follows it, or with 1: the parser of the command line would take the word
/// after it for its value whatever it is.
void join_factor(std::vector<std::string>& words);
/// --realtime, alone or with a factor: `given` is what stands there, and empty where the option does not.
CLI::Option* add_realtime(CLI::App& app, std::string& given);
/// Simulated seconds in a second of the clock. Refuses what is none.
double read_pace_factor(const std::string& given);

/// A run that keeps pace with the clock, and writes how well into the folder of its results.
class PacedRun {
 public:
  PacedRun(const PaceRule& rule, const System<double>& system, std::filesystem::path folder);

  /// The run is at `time`, s simulated: waits until that is due. The first call begins.
  void observe(double time);
  /// Ends what the operating system granted, and the file.
  PaceResult finish();

 private:
  void begin();

  std::filesystem::path folder_;
  std::optional<double> step_;  // s; absent where steps differ
  OutputTimes output_times_;
  std::optional<ResultWriter> writer_;
  std::optional<RealTimeScope> scope_;
  Pacer<SteadyClock> pacer_;
  RealTimeGrants grants_;
  double lateness_ = 0, computing_ = 0;  // s: the largest since the last row
  double missed_ = 0;                    // since the last row
};

}  // namespace oldham::app
