// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "oldham/interface/interface_equations.hpp"

namespace oldham {

/// The force between a mover and what it moves that makes both accelerate alike:
///
///   Λ = (W_mover + W_moved)⁻¹ (a⁰_mover − a⁰_moved)
///
/// a⁰: accelerations of the coupled coordinates without Λ; W: their answer to it, m x m and row-major, constant or,
/// where left empty, read along. Arguments: a⁰_mover, W_mover if read, a⁰_moved, W_moved if read; where the mover's a⁰
/// comes in two parts, the other part last.
template <class T>
class ReactionForce final : public InterfaceEquations<T> {
 public:
  ReactionForce(int coordinates, std::vector<T> mover_mobility, std::vector<T> moved_mobility,
                bool mover_comes_in_parts = false);

  int argument_count() const final { return (in_parts_ ? 3 : 2) * m_ + (reads_mover_ + reads_moved_) * m_ * m_; }
  int variable_count() const final { return m_; }
  bool is_linear() const final { return !reads_mover_ && !reads_moved_; }
  void evaluate(const T* y, T* w) const final;
  void jacobian(const T* y, T* dw_dy) const final;

 private:
  std::vector<T> inverse(const T* y) const;  // of the sum of both mobilities

  int m_;
  bool reads_mover_, reads_moved_, in_parts_;
  std::vector<T> mover_, moved_;
  std::vector<T> constant_inverse_;
};

}  // namespace oldham
