// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>
#include <span>
#include <string>
#include <vector>

#include "oldham/coupling/plan.hpp"

namespace oldham {

/// Algebraic loops: outputs that depend, at the same instant, on inputs that depend on them. Where a scheme corrects
/// nothing, each way around such a loop takes a macro step, and the error grows by the gain of the loop in each.
///
/// At a communication point no subsystem moves, so that w = G(w) over the variables of the loops can be solved without
/// saved states: by setting inputs and reading outputs alone. Only loops with a subsystem that others made are solved:
/// native ones are coupled as published schemes say.
template <class T>
class AlgebraicLoops {
 public:
  /// Candidates: subsystems with feed-through that feed each other in a circle.
  AlgebraicLoops(const Assembly<T>& assembly, const Plan<T>& plan, bool may_solve);

  bool has_candidates() const { return !candidates_.empty(); }
  bool empty() const { return variables_.empty(); }

  /// At the start: which candidates do answer at once, by differences about w and y. What is found stays as it is, so
  /// that a repeated step is the same step.
  void find(std::vector<T>& w, std::vector<T>& y, std::span<const T> external);

  /// At a communication point, from the outputs y and the variables w that they make; both are changed where a loop is
  /// open. Empty, or why there is no solution.
  std::string solve(std::vector<T>& w, std::vector<T>& y, std::span<const T> external);

  /// For people: which subsystems are in loops.
  std::string names() const;

 private:
  using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
  using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;
  /// Sets the inputs of the members from w, and makes `returned` of their outputs.
  void evaluate(const std::vector<T>& w, std::vector<T>& y, std::span<const T> external, std::vector<T>& returned);
  T difference(const std::vector<T>& w, int variable) const;
  /// `gains`: how much G answers to each, as the larger of both one-sided differences.
  Matrix differentiate(std::vector<T>& w, std::vector<T>& y, std::span<const T> external, Matrix* gains = nullptr);

  const Assembly<T>& assembly_;
  const Plan<T>& plan_;
  std::vector<int> candidates_;         // subsystems
  std::vector<int> members_;            // those of them that are in loops
  std::vector<int> variables_;          // of the loops
  Eigen::PartialPivLU<Matrix> solver_;  // of ∂(w − G(w))/∂w at the start
  std::vector<T> inputs_, moved_, returned_;
};

}  // namespace oldham
