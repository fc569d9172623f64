// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "oldham/core/value.hpp"
#include "oldham/io/advice/budget.hpp"
#include "oldham/io/recorder.hpp"
#include "oldham/io/system_file.hpp"
#include "oldham/study/advice/reference_quality.hpp"

namespace oldham::advice {

/// A run that others are compared with, in words.
struct ReferenceLabel {
  std::string scheme;
  double step = 0;  // s
  std::string remark;
};

/// Outputs over time that runs are compared with, and how well they are known.
struct Reference {
  Trajectory outputs;
  std::vector<double> ranges;        // of its columns
  std::string made_by;               // for people
  bool is_exact = false;             // the monolithic solution
  bool is_known = false;             // its uncertainty is, and small enough to compare with
  double largest = 0;                // uncertainty, as a share of the ranges, of the largest error
  double rms = 0;                    // likewise, of the root mean square
  std::vector<ReferenceLabel> runs;  // that it was found from
  std::string remarks;               // for people: why the uncertainty is what it is, or is not known
  std::optional<double> grid;        // s; FMUs make inner steps of this, and shorter ones of the scheme show no more
  bool can_improve = false;          // by shorter steps
  double shortest_step = 0;          // s; of the best run; 0: exact

  double end() const { return outputs.end(); }
};

/// Names that runs are compared by: all outputs where subsystems are foreign; else those that the file or a ready-made
/// system chose, or all outputs without any.
std::vector<std::string> compared_names(const Cosimulation<double>& system);

/// Keeps the compared outputs at communication points, of long runs at every few of them.
class OutputKeeper {
 public:
  OutputKeeper(const Cosimulation<double>& system, std::int64_t steps);
  void keep(double time, const std::vector<double>& y, const double* w);
  void add(const MacroState<double>& state) {
    if (count_++ % stride_ == 0) keep(state.time, state.outputs, state.history.row(0));
  }
  /// The last point of a run counts, whether its turn has come or not.
  void finish(const MacroState<double>& state) {
    if (kept_.time.empty() || kept_.time.back() < state.time) keep(state.time, state.outputs, state.history.row(0));
  }
  const Trajectory& kept() const { return kept_; }
  Trajectory take() { return std::move(kept_); }

 private:
  Published published_;
  std::vector<std::size_t> columns_;
  std::int64_t stride_ = 1, count_ = 0;
  std::vector<double> row_;
  Trajectory kept_;
};

/// The monolithic solution from the start, as far as these seconds reach; absent where a subsystem does not show its
/// equations, or the solver gives up at once.
std::optional<Reference> solve_as_one(System<double>& system, double seconds, const Budget& budget);

}  // namespace oldham::advice
