// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include "oldham/subsystem/snapshot.hpp"

namespace oldham {

/// A line of an energy account, in J:
///   supplied + carried + received + inputs + error of the solver = lost + change of stored
struct EnergyEntry {
  enum class Kind {
    supplied,  // by sources inside the subsystem
    carried,   // by matter that moves into the subsystem
    received,  // at ports, from other subsystems
    inputs,    // by inputs that jump at communication points, or whose rates are not the inputs that should be
    lost,      // to heat
    stored,    // what the state holds; all others are integrals over time
  };
  Kind kind = Kind::stored;
  std::string name;  // of the element
};

/// Where the energy of a subsystem comes from and where it goes. The subsystem integrates powers with its own solver
/// along its solution; the solution does not depend on it, and nothing is integrated before keep().
template <class T>
class EnergyAccount {
 public:
  virtual ~EnergyAccount() = default;
  /// Starts the account, before the first state is saved. Forces at these outputs act in another subsystem's account.
  virtual void keep(std::span<const int> ignored_outputs) = 0;
  virtual std::vector<EnergyEntry> entries() const = 0;
  /// One value for each entry, of a state that was saved after keep(); NaN after a step that could not be integrated.
  virtual void read(const Snapshot<T>& from, std::span<T> energies) const = 0;
};

}  // namespace oldham
