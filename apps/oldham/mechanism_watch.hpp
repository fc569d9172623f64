// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "oldham/coupling/cosimulation.hpp"
#include "oldham/io/json.hpp"

namespace oldham::app {

/// Watches what mechanisms should keep: joints closed, and energy accounted for.
///   balance = T + V − (T + V)₀ − Σ ½ (F_n + F_{n+1}) (s_{n+1} − s_n), over all forces F at ports and actuators
/// It is 0 for an undamped mechanism that is solved exactly; dampers and drag make it negative.
class MechanismWatch {
 public:
  explicit MechanismWatch(const Cosimulation<double>& system);

  bool empty() const { return mechanisms_.empty(); }
  void observe(const MacroState<double>& state);

  /// {subsystem: {final, largest}, in J}
  Json energy_balance() const;
  /// Of the worst joint of all mechanisms, at any communication point.
  double position_violation() const { return position_; }
  double velocity_violation() const { return velocity_; }
  /// A line for people, per mechanism.
  std::string text() const;

 private:
  struct Bond {
    int force, position;  // indices into all inputs, all outputs
    double last_force = 0, last_position = 0;
  };
  struct Watched {
    std::string name;
    int kinetic, potential, open, drifting;  // indices into all outputs
    std::vector<Bond> bonds;
    double start = 0, work = 0, balance = 0, largest = 0;
  };

  const Plan<double>& plan_;
  std::vector<Watched> mechanisms_;
  bool started_ = false;
  double position_ = 0, velocity_ = 0;
};

}  // namespace oldham::app
