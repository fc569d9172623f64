// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "oldham/coupling/cosimulation.hpp"

namespace oldham {

/// The energy of one subsystem since the run began. With all lines of a kind added up,
///   supplied + carried + received + inputs + error = lost + stored
struct SubsystemEnergy {
  struct Line {
    EnergyEntry entry;
    double energy = 0;  // J; of what is stored: the change
  };
  std::string name;
  std::vector<Line> lines;
  bool works_unseen = false;  // by dampers, drag or drivers inside: the error contains that

  bool has_unseen_work() const { return works_unseen; }
  double sum(EnergyEntry::Kind kind) const;
  /// J: what the solver of the subsystem made; negative: took.
  double error() const;
};

/// The energy of a whole system.
struct EnergyBalance {
  std::vector<SubsystemEnergy> subsystems;
  std::vector<std::string> without_account;  // names
  /// All energy that they receive comes from each other: the sum of it was made by the coupling.
  bool is_closed = false;

  double sum(EnergyEntry::Kind kind) const;
  /// J: received at ports and by inputs.
  double exchanged() const { return sum(EnergyEntry::Kind::received) + sum(EnergyEntry::Kind::inputs); }
  double error() const;
  bool has_unseen_work() const;
};

std::string_view word_of(EnergyEntry::Kind kind);

/// Starts the accounts of all subsystems that have one, members of groups among them.
void keep_energy_accounts(const Cosimulation<double>& system);

/// Reads the accounts of a run.
class EnergyBooks {
 public:
  /// Of a system whose accounts are kept, with further accounts that the caller has.
  EnergyBooks(const Cosimulation<double>& system, std::vector<SubsystemEnergy> further);

  /// Energies are counted from the first state that is read.
  void read(const MacroState<double>& state, std::vector<SubsystemEnergy> further);
  /// As of the last read; lines in the same order at all times.
  const EnergyBalance& balance() const { return balance_; }
  /// "energy.SUBSYSTEM.KIND.ELEMENT" for each line, and the energies in this order.
  std::vector<std::string> column_names() const;
  void append_to(std::vector<double>& row) const;

 private:
  struct Kept {
    const EnergyAccount<double>* account;
    std::vector<int> place;  // in the snapshots of the system, of the group, ..
    std::vector<double> at_start;
  };
  void collect(const Cosimulation<double>& system, std::vector<int> place);

  std::vector<Kept> kept_;
  EnergyBalance balance_;  // the accounts that are kept, then the further ones
  std::vector<double> energies_;
};

}  // namespace oldham
