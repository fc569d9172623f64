// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "oldham/interface/interface_equations.hpp"

namespace oldham {

/// The forces F of rods on the body system that holds their ends, such that the end masses m move along with it:
///
///   F = p − m a,   a = a⁰ + W_f F + W_m M     →     (1 + m W_f) F = p − m (a⁰ + W_m M)
///
/// for k ends together. Arguments: a⁰ (3k, accelerations of the places without what the rods do), the rows of
/// (W_f, W_m) by frame, three columns for its force and three for its moment (3k x 6k), then for every end p (3, the
/// force of the rod on a resting end, weight included), then for every clamped end M (3, moments; a hinge has none).
/// [Schneider2017] eqs. (11), (22): exact and reduced forces are the same where masses are lumped.
template <class T>
class HeldEnds final : public InterfaceEquations<T> {
 public:
  struct End {
    T mass;
    bool is_clamped = true;
  };
  /// So many at most: their equations then have room without asking for memory.
  static constexpr int most_ends = 4;
  explicit HeldEnds(std::vector<End> ends);

  int argument_count() const final { return 6 * count() + 18 * count() * count() + 3 * clamped_; }
  int variable_count() const final { return 3 * count(); }
  bool is_linear() const final { return false; }
  void evaluate(const T* y, T* F) const final;
  void jacobian(const T* y, T* dF_dy) const final;

 private:
  struct Instant;
  int count() const { return static_cast<int>(ends_.size()); }

  std::vector<End> ends_;
  int clamped_ = 0;
};

}  // namespace oldham
