// SPDX-License-Identifier: MIT
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "oldham/analysis/convergence.hpp"
#include "oldham/io/system_file.hpp"

namespace oldham {

/// A system that every scheme has to solve. A new one joins by a row in the table.
struct SystemCase {
  std::string name;  // letters, digits and underscores
  std::string text;  // of a system file, without [scheme] and [simulation]
  std::string groups;
  double step = 0.004;  // s; where orders begin to show
  bool is_linear = true;
  bool starts_late = false;  // its past cannot be had by going back in time: nonlinear, or a fast mode dies out
  bool starts_from_one_sample = false;  // the first steps then have lower degrees
  friend std::ostream& operator<<(std::ostream& out, const SystemCase& row) { return out << row.name; }
};
const std::vector<SystemCase>& system_table();
const SystemCase& system_named(const std::string& name);

/// A scheme as the system file names it.
struct SchemeCase {
  std::string schedule = "jacobi";  // "groups": those of the system
  std::string correction = "explicit";
  int order = 0;
  std::string more;  // further lines of [scheme]
};
std::string text_of(const SchemeCase& scheme);

/// All corrections of the catalogue, by name.
std::vector<std::string> correction_names();
/// All schedules: those of the catalogue, and groups.
std::vector<std::string> schedule_names();

/// A correction on a system, under all schedules: one row of the contract.
struct ContractCase {
  SystemCase system;
  std::string correction;
  std::string more;  // further lines of [scheme]
  friend std::ostream& operator<<(std::ostream& out, const ContractCase& row);
};
/// Every system with every correction of the catalogue.
std::vector<ContractCase> contract_cases();
/// The row's schemes with all schedules and these orders.
std::vector<SchemeCase> schemes_of(const ContractCase& row, const std::vector<int>& orders);

/// The system file of a system under a scheme.
Value file_of(const SystemCase& system, const SchemeCase& scheme);
System<double> build(const SystemCase& system, const SchemeCase& scheme, int threads = 1);

/// At the start, with past samples from the solution itself: as far back as it can be followed, or by starting a
/// little later, when there is a past.
MacroState<double> make_start(System<double>& system, const SystemCase& row, double step);

/// Steps of one length; every one is expected to be accepted.
void step_on(System<double>& system, MacroState<double>& state, double step, int count);

/// Two states of one description equal in every bit: time, snapshots, history, outputs, what correctors keep.
bool identical(const Cosimulation<double>& system, const MacroState<double>& a, const MacroState<double>& b);

/// Errors against the monolithic solution for these steps, over half a second.
ConvergenceStudy study(const SystemCase& system, const SchemeCase& scheme, const std::vector<double>& steps);

}  // namespace oldham
