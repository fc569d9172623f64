// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "oldham/core/value.hpp"
#include "oldham/io/advice/budget.hpp"
#include "oldham/io/system_file.hpp"

namespace oldham::advice {

/// Outputs over time that runs are compared with.
struct Reference {
  std::vector<std::string> names;
  std::vector<double> time;    // s; increasing
  std::vector<double> values;  // row after row
  std::vector<double> range;   // of each column: from its smallest to its largest value; 0: it does not move
  std::string made_by;         // for people

  double end() const { return time.empty() ? 0 : time.back(); }
  std::size_t columns() const { return names.size(); }
  /// By the cubic through the four nearest points.
  void at(double t, std::vector<double>& row) const;
  void find_ranges();
};

/// Names that runs are compared by: those that the file or a ready-made system chose; without any, all outputs.
std::vector<std::string> compared_names(const Cosimulation<double>& system);

/// The monolithic solution from the start, as far as these seconds reach; absent where a subsystem does not tell its
/// equations, or the solver gives up at once.
std::optional<Reference> solve_as_one(System<double>& system, double seconds, const Budget& budget);

/// A run of the system of this tree with a short step, as far as these seconds reach; absent where it does not succeed.
std::optional<Reference> run_finely(const Value& tree, double step, double seconds, const Budget& budget);

}  // namespace oldham::advice
