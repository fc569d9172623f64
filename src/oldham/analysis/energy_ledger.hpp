// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "oldham/coupling/cosimulation.hpp"

namespace oldham {

/// Adds up, step by step, the energy that the coupling alone makes or takes at each power bond.
///   δE_{N+1} = H δP_{N+1}, or H/2 (δP_N + δP_{N+1}) where the flow is followed inside the step; δP_0 = 0
/// [Rahikainen2020] eqs. (22)-(24), with the sign of (24) corrected.
class EnergyLedger {
 public:
  /// Of a run whose second half begins at `middle`, s.
  explicit EnergyLedger(const Cosimulation<double>& system, double middle = 0);

  struct Account {
    std::string name;
    double residual = 0;  // Σ δE, J
    double absolute = 0;  // Σ |δE|, J
    double passed = 0;    // energy that went through, both ways counted, J
  };
  /// When the coupling made or took a tenth of what passed: the scheme no longer follows the system.
  struct Alarm {
    double time = 0;   // s
    double share = 0;  // of what passed in the window
  };

  /// The bond that was first to do so by itself; of several in the same window, the one with the largest share.
  struct BondAlarm {
    std::string name;
    double time = 0;   // s
    double share = 0;  // of what passed through it in the window
  };

  /// Every communication point, the first one included.
  void observe(const MacroState<double>& state);

  const std::vector<Account>& accounts() const { return accounts_; }
  /// Of all bonds together: δE is summed over them before its magnitude is taken.
  const Account& total() const { return total_; }
  /// Of its `absolute`, what came in the second half of the run, J; all, of a run that ended before.
  double late() const { return time_ > middle_ ? late_ : total_.absolute; }
  /// As of now; the first one stays.
  std::optional<Alarm> alarm() const;
  std::optional<BondAlarm> first_bond() const;

 private:
  struct Window {                               // of one bond
    double absolute = 0, passed = 0, idle = 0;  // J
  };
  std::optional<Alarm> judge_window() const;
  int worst_bond() const;
  std::optional<BondAlarm> name_bond(int bond) const;

  const PowerBonds<double>& bonds_;
  std::vector<Account> accounts_;
  std::vector<double> last_;  // δP of the last communication point
  Account total_;
  std::optional<Alarm> alarm_;
  std::vector<Window> windows_of_;  // per bond: what came in the last steps
  std::optional<BondAlarm> first_bond_;
  Account window_;   // what came in the last steps
  double middle_;    // s
  double late_ = 0;  // J
  double idle_ = 0;  // what counts as nothing in it, J
  double time_ = 0;  // s, its end
  int window_steps_ = 0;
  long windows_ = 0;  // before it
  bool started_ = false;
};

}  // namespace oldham
