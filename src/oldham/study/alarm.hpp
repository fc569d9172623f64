// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "oldham/analysis/energy_ledger.hpp"
#include "oldham/study/growth_trial.hpp"
#include "oldham/study/missing_bond.hpp"
#include "oldham/study/run_verdict.hpp"

namespace oldham {

/// A reason to distrust the results of a run that came to its end.
struct Alarm {
  enum class Kind { growth, energy, limit };
  Kind kind = Kind::growth;
  double time = 0;  // s: when it was noticed
  std::vector<std::string> variables{};
  double begin = 0, end = 0;  // s: of the growth
  double factor = 0;          // of the growth: of the variable that grew most
  double share = 0;           // of energy: of what passed
  /// What shows that it is not the system.
  enum class Evidence { none, runs, mode };
  Evidence evidence = Evidence::none;  // other runs, or a mode of the linearised step
};

std::string_view word_of(Alarm::Kind kind);

/// Growth that is the system's: it stays the same with another step.
struct OwnGrowth {
  std::vector<std::string> variables{};
  double begin = 0, end = 0;  // s
  double factor = 0;
};

/// Growth of which it is not known whose it is.
struct OpenGrowth {
  OwnGrowth growth{};
  bool is_asked = false;  // other runs were made, and showed nothing
};

/// Whether the verdict has a mode that grows as something did in the run; also where that was not seen.
bool explains(const CouplingVerdict& verdict, const std::vector<GrowthWatch::Growth>& growths);
/// Whether its mode grows as all of them do.
bool explains_all(const CouplingVerdict& verdict, const std::vector<GrowthWatch::Growth>& growths);

/// Energy that the coupling made or took in a few steps, and that is little beside that of the whole run.
struct EnergyEvent {
  double time = 0, share = 0;  // s; of what passed in these steps
  double total = 0;            // of what passed in the run
};

/// What a run has to be asked for beside its results: whether they can be right.
struct RunWitness {
  RunVerdict verdict{};
  std::vector<Alarm> alarms{};
  std::vector<OwnGrowth> own_growths{};
  std::vector<OpenGrowth> open_growths{};
  GrowthInquiry inquiry{};
  std::optional<EnergyEvent> energy_event{};
  std::vector<MissingBond> missing_bonds{};
};

/// The same of what alternates: other runs must show that it does so less.
void add_alarm(const std::vector<AlternationWatch::Alternation>& alternations, const GrowthInquiry& inquiry,
               const std::vector<std::string>& names, RunWitness& witness);

/// From what was watched during the run; of one that diverged, whose end says that things grew, without `growths`;
/// `inquiry` is what other runs showed of the growth, where any were made; `names` are those of what was watched.
void add_alarms(const EnergyLedger& ledger, const std::vector<GrowthWatch::Growth>& growths, GrowthInquiry inquiry,
                const std::vector<std::string>& names, RunWitness& witness);

}  // namespace oldham
