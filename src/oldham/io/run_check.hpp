// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "oldham/analysis/energy_ledger.hpp"
#include "oldham/analysis/verdict.hpp"
#include "oldham/coupling/run.hpp"
#include "oldham/io/json.hpp"
#include "oldham/io/recorded_run.hpp"
#include "oldham/io/system_file.hpp"
#include "oldham/study/alarm.hpp"

// What a run says of its own stability. All of it is found on instances that the run knows nothing of, FMUs in
// processes of their own: results are the same with and without.

namespace oldham {

struct RunCheckSettings {
  double share = 0.05;         // of what the run is going to take
  double most_seconds = 3;     // s
  double least_seconds = 1.5;  // s: enough for some processes of FMUs to begin, and for steps of some milliseconds
  const std::atomic<bool>* interrupted = nullptr;
};

/// The same system with every FMU in a process of its own, and how many there are.
Value with_isolated_fmus(const Value& root, int& fmus);
/// The same for probes, in which an FMU may crash; where this program starts no processes, the system as it is.
Value with_isolated_probes(const Value& root);
/// The same where one of them does not live through being brought back to its start, as probes do and explicit runs do
/// not; else, and where this program starts no processes, the system as it is, whose FMUs answer faster.
Value with_fragile_fmus_isolated(const Value& root, int& fmus);

/// Whether some of so many FMUs are judged by their states, so that a judge steps them wherever it judges: those must
/// be in processes of their own there, too. In the places of the others stand maps.
bool has_open_fmus(const Cosimulation<double>& system, int fmus);

/// The verdict on a run that is about to be made, or why there is none. `built_in`: s, what it took to build the
/// system.
RunVerdict check_run(const Value& root, const System<double>& system, double built_in,
                     const RunCheckSettings& settings = {});

/// What is to be said of an unstable one before the run; empty of others, and where the system itself is as unstable.
std::string warning_of(const RunVerdict& verdict, const System<double>& system);

/// Why a run diverged, or what grew in it.
struct Explanation {
  std::optional<EnergyLedger::BondAlarm> bond;  // which made energy first
  std::optional<CouplingVerdict> verdict;       // where things were still good
  bool is_explained = false;                    // what grew there is what grew in the run
  std::string mode;                             // in words: which one grew, or why that is not known
  struct Change {
    std::string setting;     // "scheme.correction=semi-implicit"
    double growth_rate = 0;  // 1/s, with it; negative
  };
  std::vector<Change> changes;  // each of which makes the coupling stable there
  bool has_looked_for_changes = false;
  std::vector<GrowthTrial> trials;  // runs with changes
  GrowthOwner owner = GrowthOwner::unknown;
};

/// What is found out after a run: whose growth it was, by other runs; and why it diverged. Without `root` neither is
/// looked for.
struct Aftermath {
  GrowthInquiry inquiry{};
  std::optional<Explanation> explanation{};
};
/// The alarms that follow, and the bonds that are missing.
RunWitness find_witness(RunVerdict verdict, const System<double>& system, const RecordedRun& done,
                        const Aftermath& after);
Aftermath look_back(const Value* root, const System<double>& system, const RecordedRun& done,
                    const std::atomic<bool>* interrupted = nullptr);

/// What is to be tried in the place of a run, witnesses of its growth first, and the trees that make it.
std::vector<SchemeChange> list_changes(const System<double>& system);
/// Runs with them, FMUs in processes of their own.
GrowthInquiry try_changes(const Value& root, const System<double>& system, const GrownRun& run, double seconds,
                          const std::atomic<bool>* interrupted);

/// Lines for people, without labels; the first words of each say what it is about.
std::vector<std::string> lines_of(const Explanation& explanation);
Json to_json(const Explanation& explanation);

}  // namespace oldham
