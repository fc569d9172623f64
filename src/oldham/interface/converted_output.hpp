// SPDX-License-Identifier: MIT
#pragma once

#include <utility>
#include <vector>

#include "oldham/interface/interface_equations.hpp"

namespace oldham {

/// An output whose values stand for others, such as the gears of two tools:
///
///   w = scale · m(y) + offset,   m(y) = what the table has for y, else y
template <class T>
class ConvertedOutput final : public InterfaceEquations<T> {
 public:
  ConvertedOutput(std::vector<std::pair<T, T>> table, T scale, T offset)
      : table_(std::move(table)), scale_(scale), offset_(offset) {}

  int argument_count() const final { return 1; }
  int variable_count() const final { return 1; }
  bool is_linear() const final { return table_.empty() && offset_ == T(0); }
  void evaluate(const T* y, T* w) const final {
    const std::pair<T, T>* entry = find(y[0]);
    w[0] = scale_ * (entry == nullptr ? y[0] : entry->second) + offset_;
  }
  // what stands in the table is a signal that jumps
  void jacobian(const T* y, T* J) const final { J[0] = find(y[0]) == nullptr ? scale_ : T(0); }

 private:
  const std::pair<T, T>* find(const T& y) const {
    for (const auto& entry : table_)
      if (entry.first == y) return &entry;
    return nullptr;
  }

  std::vector<std::pair<T, T>> table_;
  T scale_, offset_;
};

}  // namespace oldham
