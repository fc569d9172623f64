// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "oldham/signal/sample_history.hpp"
#include "oldham/subsystem/snapshot.hpp"

namespace oldham {

/// Step sensitivities kept from an earlier step when a scheme reuses them: how each subsystem's outputs at the end of
/// the step answer to the end samples of its inputs.
template <class T>
struct CorrectorMemory {
  bool valid = false;
  T step_length = T(0);
  std::vector<T> nodes;          // spacing of the past samples they were made with
  std::vector<T> sensitivities;  // one row-major block (outputs x inputs) per subsystem
};

/// What the signals of the last step lacked, where a scheme gives it back: see InputCorrector.
template <class T>
struct Deficit {
  T length = T(0);       // of that step, s
  std::vector<T> means;  // over it
};

/// All that a co-simulation remembers from one communication point to the next. Checkpoint, restart, rollback,
/// parallel studies and the one-step map all work on this one value.
template <class T>
struct MacroState : SnapshotContent {
  T time = T(0);
  std::int64_t steps = 0;
  std::vector<Snapshot<T>> snapshots;  // one per subsystem
  SampleHistory<T> history;            // of the coupling variables
  std::vector<T> outputs;              // y at `time`, as the subsystems computed them
  std::vector<T> inputs;               // u at `time`, before the exchange: as rebuilt and used
  std::vector<T> bond_powers;          // at `time`, before the exchange: see PowerBonds
  CorrectorMemory<T> corrector;
  Deficit<T> deficit;

  MacroState() = default;
  MacroState(MacroState&&) noexcept = default;
  MacroState& operator=(MacroState&&) noexcept = default;
  MacroState(const MacroState&) = delete;
  MacroState& operator=(const MacroState&) = delete;

  /// Reuses the storage that is there.
  void copy_from(const MacroState& other) {
    time = other.time;
    steps = other.steps;
    snapshots.resize(other.snapshots.size());
    for (std::size_t i = 0; i < snapshots.size(); ++i) snapshots[i].copy_from(other.snapshots[i]);
    history = other.history;
    outputs = other.outputs;
    inputs = other.inputs;
    bond_powers = other.bond_powers;
    corrector = other.corrector;
    deficit = other.deficit;
  }
  MacroState clone() const {
    MacroState copy;
    copy.copy_from(*this);
    return copy;
  }
};

}  // namespace oldham
