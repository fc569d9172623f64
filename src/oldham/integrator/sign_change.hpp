// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "oldham/core/function_ref.hpp"
#include "oldham/integrator/sundials.hpp"

namespace oldham::sundials {

/// Functions of which CVODE finds the roots, and what is needed to pass these.
class SignChange {
 public:
  using Functions = FunctionRef<void(const double& t, const double* x, double* g)>;

  explicit SignChange(int count) : directions_(count), g_(count) {}

  /// Behind a root that CVODE has just found at time t. Where a g vanishes exactly it has not changed its sign yet: a
  /// few roundings further it has. Brings `x` there and returns the time.
  double pass(void* cvode, double t, N_Vector x, const Functions& functions);

 private:
  std::vector<int> directions_;
  std::vector<double> g_;
};

}  // namespace oldham::sundials
