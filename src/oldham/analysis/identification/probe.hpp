// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "oldham/analysis/identification/operating_point.hpp"

namespace oldham {

/// One macro step of a probing run: its length, and what the coefficients differ by from the inputs held.
struct ProbeStep {
  double length = 0;           // s
  std::vector<double> change;  // (degree + 1) · inputs, power by power; empty: none
};

/// Outputs behind every step of a probing run.
struct Trajectory {
  std::vector<std::vector<double>> outputs;
  std::string trouble;  // why it ended early; empty: it did not
};

/// How a subsystem is brought back, and what it is told with its steps.
struct ProbeManner {
  enum class Return { restore, replay };
  Return back = Return::restore;
  /// With the word that no earlier state will be set, as in a run that goes forward only. Some FMUs do not get on
  /// without it; few hold to the word.
  bool is_promised = true;
};

/// Runs a subsystem from one operating point again and again: by restoring it, or by making its steps once more. Leaves
/// it wherever the last run ended.
class Probe {
 public:
  Probe(Subsystem<double>& subsystem, const OperatingPoint& point, ProbeManner manner);
  ~Probe();
  Probe(const Probe&) = delete;
  Probe& operator=(const Probe&) = delete;

  Trajectory run(const std::vector<ProbeStep>& steps);
  /// `count` steps of this length under held inputs, but for the change in the first.
  Trajectory pulse(double length, int count, const std::vector<double>& change);

  // run() in pieces; the length is that of the steps to come
  void go_back(double step_length);
  /// What was wrong, or nothing.
  std::string advance(const ProbeStep& step);
  std::vector<double> read_outputs();
  /// Outputs at this instant, with one input off its value there.
  std::vector<double> look(int input, double change);
  struct Mark {
    Snapshot<double> snapshot;
    double from, length;
    int equal;
  };
  Mark save();
  void restore(const Mark& mark);

  int input_count() const { return static_cast<int>(point_.inputs.size()); }
  long steps() const { return steps_; }  // all of them, replayed ones too
  double seconds() const { return seconds_; }

 private:
  Subsystem<double>& subsystem_;
  const OperatingPoint& point_;
  ProbeManner manner_;
  // the step to come begins at from_ + equal_ · length_, so that equal steps do not add up rounding
  double from_ = 0, length_ = 0;  // s
  int equal_ = 0;
  long steps_ = 0;
  double seconds_ = 0;
  std::vector<double> coefficients_;
};

}  // namespace oldham
