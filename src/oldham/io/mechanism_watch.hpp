// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string>
#include <vector>

#include "oldham/coupling/cosimulation.hpp"
#include "oldham/io/json.hpp"
#include "oldham/study/energy_balance.hpp"

namespace oldham {

/// Watches what mechanisms should keep: joints closed, and energy accounted for.
///   balance = T + V − (T + V)₀ − Σ ½ (F_n + F_{n+1}) (s_{n+1} − s_n)
/// over all forces F at ports, frames and actuators. Moments along the directors of a frame go the way of the rotation
/// vector, in these directors, that turns the frame of T_n into that of T_{n+1}.
/// It is 0 for a mechanism that is solved exactly, unless it has dampers, drag or drivers by time, whose work is in it.
/// The force that moves a mechanism as its inputs say is not known here, and that of a constraint not between
/// communication points, so the work of neither can be taken off: the energy of such a mechanism is not told. Its
/// joints are watched all the same.
class MechanismWatch {
 public:
  explicit MechanismWatch(const Cosimulation<double>& system);

  bool empty() const { return mechanisms_.empty(); }
  void observe(const MacroState<double>& state);

  /// {subsystem: {final, largest}, in J}, for those whose energy is told
  Json energy_balance() const;
  /// The same with its parts, in J. With pressures, a cylinder receives their work and loses what friction and dampers
  /// take of it.
  std::vector<SubsystemEnergy> energy_accounts() const;
  /// Of the worst joint of all mechanisms, at any communication point.
  double position_violation() const { return position_; }
  double velocity_violation() const { return velocity_; }
  /// A line for people, per mechanism.
  std::string text() const;

 private:
  struct Bond {
    int force, position;  // indices into all inputs, all outputs
    int told =
        -1;  // the force as an output, where the mechanism works it out from two pressures: inputs from `force` on
    double areas[2] = {0, 0};  // m²
    std::string name{};
    double last_force = 0, last_position = 0;
    double work = 0;                              // J
    double last_pressing = 0, pressing_work = 0;  // of the pressures alone
  };
  struct TurnBond {
    int moment, orientation;  // first of three inputs, first of four outputs
    std::string name{};
    std::array<double, 3> last_moment{};
    std::array<double, 4> last_orientation{};
    double work = 0;  // J
  };
  struct Watched {
    std::string name;
    int kinetic, potential, open, drifting;  // indices into all outputs
    std::vector<Bond> bonds;
    std::vector<TurnBond> turns;
    bool acts_at_end = false;  // forces are those that a step ends with; else those that the next one begins with
    bool is_balanced = true;   // all work at its ports is seen
    bool has_unseen_work = false;
    double start = 0, work = 0, balance = 0, largest = 0;
    double start_kinetic = 0, kinetic_gain = 0, potential_gain = 0;
  };

  /// The input that the next step begins with, or that this one ended with.
  double acting(const Watched& mechanism, const MacroState<double>& state, int input) const;
  void add_turning_work(Watched& mechanism, const MacroState<double>& state);

  const Cosimulation<double>& system_;
  const Plan<double>& plan_;
  std::vector<Watched> mechanisms_;
  bool started_ = false;
  double position_ = 0, velocity_ = 0;
};

}  // namespace oldham
