// SPDX-License-Identifier: MIT
#include "oldham/analysis/energy_ledger.hpp"

#include <algorithm>
#include <cmath>

namespace oldham {
namespace {

constexpr int steps_in_window = 50;
constexpr double alarming_share = 0.1;
// at rest nothing passes, and rounding is all there is: what the efforts would do at this rate, in m/s or rad/s, counts
// as nothing
constexpr double idle_rate = 1e-6;
// and so does what is little beside what passes in such a time on average: a system that creeps to a halt
constexpr double little_share = 1e-2;
constexpr int fewest_steps = 5;  // that a run which ends is judged by

}  // namespace

EnergyLedger::EnergyLedger(const Cosimulation<double>& system, double middle)
    : bonds_(system.bonds()), middle_(middle) {
  for (const auto& bond : bonds_.bonds()) accounts_.push_back({bond.name});
  total_.name = "total";
  last_.assign(accounts_.size(), 0);
  windows_of_.resize(accounts_.size());
}

void EnergyLedger::observe(const MacroState<double>& state) {
  if (!started_) {
    started_ = true;
    return;
  }
  const double length = state.history.length(0);
  double sum = 0, passed = 0;
  for (std::size_t b = 0; b < accounts_.size(); ++b) {
    const double* told = state.bond_powers.data() + PowerBonds<double>::told * b;
    const double power = told[PowerBonds<double>::residual], through = length * told[PowerBonds<double>::passing];
    const double energy = bonds_.bonds()[b].is_trapezoidal ? length / 2 * (last_[b] + power) : length * power;
    last_[b] = power;
    accounts_[b].residual += energy;
    accounts_[b].absolute += std::abs(energy);
    accounts_[b].passed += through;
    sum += energy;
    passed += through;
    const double idle = length * idle_rate * told[PowerBonds<double>::effort];
    idle_ += idle;
    windows_of_[b].absolute += std::abs(energy);
    windows_of_[b].passed += through;
    windows_of_[b].idle += idle;
  }
  for (Account* account : {&total_, &window_}) {
    account->residual += sum;
    account->absolute += std::abs(sum);
    account->passed += passed;
  }
  time_ = state.time;
  if (time_ > middle_) late_ += std::abs(sum);
  if (++window_steps_ < steps_in_window) return;
  if (!alarm_) alarm_ = judge_window();
  if (!first_bond_)
    if (const int worst = worst_bond(); worst >= 0) first_bond_ = name_bond(worst);
  ++windows_;
  std::fill(windows_of_.begin(), windows_of_.end(), Window{});
  window_ = {};
  window_steps_ = 0;
  idle_ = 0;
}

std::optional<EnergyLedger::Alarm> EnergyLedger::alarm() const {
  // a run that diverges ends inside a window
  return alarm_ || window_steps_ < fewest_steps ? alarm_ : judge_window();
}

std::optional<EnergyLedger::BondAlarm> EnergyLedger::first_bond() const {
  if (first_bond_ || window_steps_ < fewest_steps) return first_bond_;
  return name_bond(worst_bond());
}

std::optional<EnergyLedger::BondAlarm> EnergyLedger::name_bond(int bond) const {
  if (bond < 0) return {};
  const Window& window = windows_of_[bond];
  return BondAlarm{accounts_[bond].name, time_, window.passed > 0 ? window.absolute / window.passed : HUGE_VAL};
}

int EnergyLedger::worst_bond() const {
  int worst = -1;
  double largest = alarming_share;
  for (std::size_t b = 0; b < windows_of_.size(); ++b) {
    const Window& window = windows_of_[b];
    const double before = windows_ > 0 ? (accounts_[b].passed - window.passed) / static_cast<double>(windows_) : 0;
    if (window.absolute <= std::max(window.idle, little_share * before)) continue;
    const double share = window.passed > 0 ? window.absolute / window.passed : HUGE_VAL;
    if (!(share > largest)) continue;
    largest = share;
    worst = static_cast<int>(b);
  }
  return worst;
}

std::optional<EnergyLedger::Alarm> EnergyLedger::judge_window() const {
  const double before = windows_ > 0 ? (total_.passed - window_.passed) / static_cast<double>(windows_) : 0;
  const double nothing = std::max(idle_, little_share * before);
  if (window_.absolute <= alarming_share * window_.passed || window_.absolute <= nothing) return {};
  return Alarm{time_, window_.passed > 0 ? window_.absolute / window_.passed : HUGE_VAL};
}

}  // namespace oldham
