// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "oldham/subsystem/subsystem.hpp"

namespace oldham::fmi {

/// On which inputs and states each output of a subsystem depends, where that can be told for certain: outputs that are
/// affine are asked, others are known not to depend on inputs when nothing feeds through.
class OutputDependencies {
 public:
  explicit OutputDependencies(const Subsystem<double>& subsystem);

  bool are_known(int output) const { return rows_[output].are_known; }
  const std::vector<int>& inputs(int output) const { return rows_[output].inputs; }
  const std::vector<int>& states(int output) const { return rows_[output].states; }

 private:
  struct Row {
    bool are_known = false;
    std::vector<int> inputs, states;
  };
  std::vector<Row> rows_;
};

}  // namespace oldham::fmi
