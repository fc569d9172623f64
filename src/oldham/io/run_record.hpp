// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "oldham/io/coupling_graph.hpp"
#include "oldham/study/pace.hpp"

namespace oldham {

/// What a run says of itself, kept beside its results: enough to tell of it later, without running anything again.
struct RunRecord {
  struct Account {
    std::string name;
    std::optional<double> residual, absolute, passed;  // J; absent where they are not finite
  };
  struct Alarm {
    double time = 0;   // s
    double share = 0;  // of the energy that passed
  };
  /// Where energy came from and where it went: see EnergyBalance.
  struct Energy {
    struct Line {
      std::string subsystem, kind, element;
      std::optional<double> energy;  // J; absent where it is not finite
    };
    std::vector<Line> lines;
    std::vector<std::string> unseen;           // subsystems with dampers, drag or drivers inside
    std::vector<std::string> without_account;  // other subsystems
  };
  struct CheckVerdict {
    std::string verdict, reason;  // "stable", "unstable", "too-close", "inconclusive" or "not-judged"; why
    double step = 0;              // s; the step that was judged
  };
  struct WatchAlarm {
    std::string kind;  // "growth", "energy" or "limit"
    double time = 0;   // s
    std::vector<std::string> variables;
    std::string text;
  };
  struct Deviation {
    std::string output;
    double share = 0;  // of what the output reaches in the other solution
  };
  struct AdaptiveSteps {
    std::string control;               // in a word of the system file
    double smallest = 0, largest = 0;  // s; of those that were made
    std::int64_t imprecise = 0;        // kept with an error that is too large
  };

  std::string title, file;        // the system file as it was given
  std::string version, finished;  // of the program; date and time, UTC
  std::string status = "completed", reason;
  double start = 0, end = 0, time = 0, step = 0;  // s; time: reached
  double output_interval = 0;                     // s; 0: every communication point
  std::optional<AdaptiveSteps> adaptive;          // `step` was not used, then
  std::int64_t macro_steps = 0, rejected_steps = 0, corrections = 0;
  double wall = 0;                         // s
  std::optional<double> real_time_factor;  // stepping alone
  std::string schedule, correction;        // in words of the system file
  int order = 0;
  std::vector<Account> accounts;  // per bond
  std::optional<Account> total;
  std::optional<Alarm> alarm;           // of the energy
  std::optional<Energy> balance;        // where the run kept it
  std::optional<CheckVerdict> verdict;  // of the check before the run
  std::vector<WatchAlarm> alarms;       // of all kinds
  std::optional<double> growth_shows;   // s; when geometric growth had first reached ten times its beginning
  std::optional<Deviation> deviation;   // from the monolithic solution
  std::optional<double> violation;      // of constraints, positions
  std::optional<PaceResult> pace;
  std::vector<std::string> notes;
  std::vector<std::string> explanation;  // why it diverged, in sentences
  CouplingGraph graph;
};

std::string to_toml(const RunRecord& record);
RunRecord read_run_record(const std::filesystem::path& file);

}  // namespace oldham
