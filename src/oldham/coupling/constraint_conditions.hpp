// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <limits>
#include <span>
#include <vector>

#include "oldham/coupling/plan.hpp"

namespace oldham {

/// What must vanish at the end of a step, for every sample of a multiplier one combination of g, ġ and g̈. A scheme has
/// one such set; the weighted multiplier has several and takes the mean of what each asks for.
template <class T>
struct ConditionSet {
  T weight;
  std::array<std::array<T, 3>, most_samples> rows{};  // by sample, then by level: g, ġ, g̈
};

/// How far outputs are from fulfilling the constraints: the largest |g| and |ġ| over all rows.
struct ConstraintViolation {
  double position = 0, velocity = 0;
};
template <class T>
ConstraintViolation measure_violation(const Plan<T>& plan, std::span<const T> y);

/// The sets of a stabilisation, for a step of length H.
template <class T>
std::vector<ConditionSet<T>> condition_sets(const Stabilisation& stabilisation, const T& H);

/// The conditions that determine the multipliers of constraints. Without constraints there is one set and no row.
template <class T>
class ConstraintConditions {
 public:
  ConstraintConditions(const Plan<T>& plan, const Stabilisation& stabilisation);

  void begin_step(const T& length);

  /// g, ġ and g̈ from outputs y and their rates, at the samples z. A multiplier is returned as it was used.
  void evaluate(std::span<const T> y, std::span<const T> rates, std::span<const T> z, std::span<T> returned);

  /// How far the multipliers are from what the conditions ask for, relative to the size of what is compared; the
  /// variable where that is largest.
  struct Worst {
    double residual = 0;
    int variable = -1;
  };
  Worst worst() const;

  const std::vector<ConditionSet<T>>& sets() const { return sets_; }
  /// Replaces the multipliers' entries of r by the residuals of a set.
  void write_residuals(int set, std::span<T> r) const;

 private:
  const Plan<T>& plan_;
  Stabilisation stabilisation_;
  T length_ = T(-1);
  std::vector<ConditionSet<T>> sets_;
  std::vector<std::array<T, 3>> levels_;       // per row: g, ġ, g̈
  std::vector<std::array<double, 3>> scales_;  // of what was added up for them
  std::vector<T> z_, previous_z_;              // samples now and at the evaluation before, in this step
};

}  // namespace oldham
