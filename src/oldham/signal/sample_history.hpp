// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <vector>

namespace oldham {

/// The newest samples of all coupling variables at past communication points, newest first.
///
/// Times are kept as the lengths of the steps between samples, so that equal steps give exactly equal spacing:
/// θ_0 = 0, θ_i = −(ℓ_0 + … + ℓ_{i−1})/H for a coming step of length H.
template <class T>
class SampleHistory {
 public:
  SampleHistory() = default;
  SampleHistory(int variables, int capacity)
      : variables_(variables),
        rows_(static_cast<std::size_t>(variables * capacity)),
        lengths_(static_cast<std::size_t>(capacity)),
        order_(static_cast<std::size_t>(capacity)) {
    for (int i = 0; i < capacity; ++i) order_[i] = i;
  }

  int capacity() const { return static_cast<int>(order_.size()); }
  int variables() const { return variables_; }
  int size() const { return size_; }
  const T* row(int age) const { return rows_.data() + static_cast<long>(order_[age]) * variables_; }
  T* row(int age) { return rows_.data() + static_cast<long>(order_[age]) * variables_; }

  /// Length of the step that ended at the sample of this age.
  const T& length(int age) const { return lengths_[order_[age]]; }

  /// Makes room for a sample newer than all others, `length` after the newest; the oldest drops out when full.
  [[gnu::always_inline]] T* push(const T& length) {
    if (order_.size() > 1) std::rotate(order_.begin(), order_.end() - 1, order_.end());
    size_ = std::min(size_ + 1, capacity());
    lengths_[order_.front()] = length;
    return row(0);
  }

  /// Forgets all samples but the newest `count`.
  void keep(int count) { size_ = std::min(size_, count); }

 private:
  int variables_ = 0;
  int size_ = 0;
  std::vector<T> rows_;
  std::vector<T> lengths_;
  std::vector<int> order_;  // storage row of each age
};

}  // namespace oldham
