// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "oldham/interface/interface_equations.hpp"

namespace oldham {

/// Springs and dampers between two points a and b along several directions, which may act on each other.
///
///   λ = C (p_a − p_b) + D (ṗ_a − ṗ_b),   −λ acts on a, +λ on b
///
/// Arguments (p_a1, ṗ_a1, p_a2, …, p_b1, ṗ_b1, …); C and D row by row. [Li2017] section 3.3
template <class T>
class Bushing final : public InterfaceEquations<T> {
 public:
  Bushing(int directions, std::vector<T> stiffness, std::vector<T> damping)  // N/m or N m/rad, N s/m or N m s/rad
      : n_(directions), c_(std::move(stiffness)), d_(std::move(damping)) {}

  int argument_count() const final { return 4 * n_; }
  int variable_count() const final { return n_; }
  bool is_linear() const final { return true; }
  void evaluate(const T* y, T* w) const final {
    for (int i = 0; i < n_; ++i) {
      w[i] = T(0);
      for (int j = 0; j < n_; ++j)
        w[i] += c_[i * n_ + j] * (y[2 * j] - y[2 * (n_ + j)]) + d_[i * n_ + j] * (y[2 * j + 1] - y[2 * (n_ + j) + 1]);
    }
  }
  void jacobian(const T*, T* J) const final {
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j < n_; ++j) {
        T* row = J + 4 * n_ * i;
        row[2 * j] = c_[i * n_ + j];
        row[2 * j + 1] = d_[i * n_ + j];
        row[2 * (n_ + j)] = -c_[i * n_ + j];
        row[2 * (n_ + j) + 1] = -d_[i * n_ + j];
      }
  }

 private:
  int n_;
  std::vector<T> c_, d_;
};

}  // namespace oldham
