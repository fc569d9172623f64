// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <vector>

#include "oldham/analysis/step_search.hpp"

namespace oldham {

/// A step, and what is known of it.
struct SearchedStep : JudgedStep {
  double step = 0;

  bool is_certain() const { return kind == Kind::stable || kind == Kind::unstable; }
};

/// ρ(H) for as long as there is time.
class StepProbe {
 public:
  StepProbe(const CostlyRadius& radius, const StepScan& scan, double margin, const std::atomic<bool>* interrupted)
      : radius(radius), scan(scan), margin(margin), interrupted_(interrupted) {}

  /// What is under way may use the budget up to this share.
  void allow(double share) { share_ = share; }
  bool is_stopped() const { return interrupted_ && interrupted_->load(); }
  bool is_budget_over() const;
  /// Whether there is no time for another step.
  bool is_over() const { return is_stopped() || is_budget_over(); }

  SearchedStep at(double step) const;
  /// The nearest step that may be made.
  double fitting(double step) const;
  /// On which side of 1 it is, as far as can be told.
  bool leans_to_stable(const SearchedStep& point) const { return point.seems_stable(margin); }

  const CostlyRadius& radius;
  const StepScan& scan;
  const double margin;

 private:
  const std::atomic<bool>* interrupted_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  double share_ = 1;
};

/// Steps over the range of a scan, ascending.
struct StepNet {
  std::vector<SearchedStep> points;
  int left_out = 0;  // that there was no time for
};

/// By composed steps where exact ones confirm them, else by exact ones.
StepNet cast_net(StepProbe& probe);

}  // namespace oldham
