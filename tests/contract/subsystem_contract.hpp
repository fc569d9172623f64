// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "oldham/subsystem/subsystem.hpp"

namespace oldham {

/// A subsystem under contract. A new one joins by a row in the table.
struct SubsystemCase {
  std::string name;  // letters, digits and underscores
  std::function<std::unique_ptr<Subsystem<double>>()> make;
  Capabilities declared;
  double drift = 0;              // relative; how far apart two different sequences of internal steps may end
  double hidden = 0;             // relative; what a step may owe to memory that state access does not show
  bool averages_inputs = false;  // begins a step with the accelerations that the last one ended with
  bool begins_anew = false;      // with what it is told at the begin of a step, and told nothing of it in between
  friend std::ostream& operator<<(std::ostream& out, const SubsystemCase& row) { return out << row.name; }
};
inline std::string row_name(const testing::TestParamInfo<SubsystemCase>& info) { return info.param.name; }
const std::vector<SubsystemCase>& subsystem_table();
/// Those of them that are rods.
std::vector<SubsystemCase> rod_rows();
/// And those that are FMUs, for co-simulation and for model exchange.
std::vector<SubsystemCase> fmu_rows();
std::vector<SubsystemCase> exchange_rows();
/// Some of all, each in a process of its own.
std::vector<SubsystemCase> isolated_rows(const std::vector<SubsystemCase>& rows);

/// The rows that declare a capability.
std::vector<SubsystemCase> subsystems_with(bool Capabilities::*capability);

/// The step of the contract and the internal steps of the rows: a quarter of a step is a whole number of micro steps,
/// so that cutting a signal there changes no fixed internal step.
inline constexpr double contract_step = 0.02;         // s
inline constexpr double contract_micro_step = 0.001;  // s
inline constexpr double contract_inner_step = 0.01;   // s; of nested co-simulations

/// A thousand roundings: a step has at most 20 micro steps, each of some 50 operations.
inline constexpr double rounding = 1000 * 0x1p-52;

/// An input signal that owns its coefficients.
struct Signal {
  int inputs = 0;
  int degree = 0;
  std::vector<double> breaks, coefficients;
  InputSignal<double> view() const { return {inputs, degree, breaks, coefficients.data()}; }
};

/// Coefficients without pattern in [−2, 2], the same for the same seed.
Signal make_signal(const Subsystem<double>& subsystem, int degree, std::vector<double> breaks, int seed);
/// One piece on a time axis of its own.
Signal cut_piece(const Signal& signal, int piece);
/// a + factor · b, of equal shape.
Signal combine(const Signal& a, double factor, const Signal& b);

/// What can be seen of a subsystem at an instant: its outputs and, with state access, its state.
std::vector<double> observe(const Subsystem<double>& subsystem);
/// max |a − b|, relative to the larger of 1 and max |a|; infinite when anything is not finite.
double distance(const std::vector<double>& a, const std::vector<double>& b);

/// Advances and expects acceptance.
void advance(Subsystem<double>& subsystem, double begin, double length, const Signal& signal);
/// As many whole steps from t = 0, under signals of this seed; long enough to fill every history inside.
inline constexpr int warm_up_steps = 3;
inline constexpr double warm_time = warm_up_steps * contract_step;  // s
void warm_up(Subsystem<double>& subsystem, int seed);

}  // namespace oldham
