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

/// Runs a subsystem from one operating point again and again: by restoring it, or by making its steps once more.
class Probe {
 public:
  enum class Return { restore, replay };

  Probe(Subsystem<double>& subsystem, const OperatingPoint& point, Return manner);
  ~Probe();
  Probe(const Probe&) = delete;
  Probe& operator=(const Probe&) = delete;

  Trajectory run(const std::vector<ProbeStep>& steps);
  /// `count` steps of this length under held inputs, but for the change in the first.
  Trajectory pulse(double length, int count, const std::vector<double>& change);

  // run() in pieces
  void go_back();
  /// What was wrong, or nothing.
  std::string advance(const ProbeStep& step);
  std::vector<double> read_outputs();
  Snapshot<double> save();
  void restore(const Snapshot<double>& from);

  const OperatingPoint& point() const { return point_; }
  Subsystem<double>& subsystem() { return subsystem_; }
  long steps() const { return steps_; }  // all of them, replayed ones too
  double seconds() const { return seconds_; }
  Return manner() const { return manner_; }

 private:
  Subsystem<double>& subsystem_;
  const OperatingPoint& point_;
  Return manner_;
  double begin_ = 0;     // s; of the step to come
  double travelled_ = 0;  // s; since the operating point
  long steps_ = 0;
  double seconds_ = 0;
};

}  // namespace oldham
