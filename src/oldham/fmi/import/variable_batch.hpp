// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "oldham/fmi/description/model_description.hpp"

namespace oldham::fmi {

/// Variables whose values are read or written at once, as one row of numbers: with a call for each type among them.
class VariableBatch {
 public:
  struct Part {
    Type type = Type::float64;
    std::vector<std::uint32_t> references;      // of variables: arrays have one
    std::vector<int> places;                    // of each element in the row of numbers
    mutable std::vector<std::uint64_t> buffer;  // for values of the type

    /// The row itself holds the values, one after another from the first place on: nothing is copied.
    bool is_in_row = false;
    std::size_t elements() const { return places.size(); }
  };

  VariableBatch() = default;
  /// The variables in this order, arrays with all of their elements; each has `counts` elements.
  VariableBatch(const ModelDescription& description, std::span<const std::size_t> variables,
                std::span<const std::size_t> counts);
  /// Some variables of a longer row, in which each has its first element at its place in `firsts`.
  VariableBatch(const ModelDescription& description, std::span<const std::size_t> variables,
                std::span<const std::size_t> counts, std::span<const std::size_t> firsts, std::size_t row_size);

  const std::vector<Part>& parts() const { return parts_; }
  bool empty() const { return parts_.empty(); }
  std::size_t size() const { return size_; }  // of the row
  /// Whether at most one call passes all values, which are scalars in double precision with the FMU's own signs.
  bool is_in_one_call() const {
    if (!negated_.empty() || parts_.size() > 1) return false;
    return parts_.empty() ||
           (parts_[0].type == Type::float64 && parts_[0].references.size() == parts_[0].places.size());
  }
  /// Places whose values have the other sign in the FMU (FMI 1.0).
  const std::vector<int>& negated() const { return negated_; }

 private:
  std::vector<Part> parts_;
  std::vector<int> negated_;
  std::size_t size_ = 0;
};

}  // namespace oldham::fmi
