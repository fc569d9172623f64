// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace oldham {

/// What a model whose equations are solved by iteration keeps beside its state: the solution that iterations start
/// from, and by that which of several they find. It stays as it is during a step, so that a step remains a function of
/// what was saved, and moves to the solution at its end.
template <class T>
struct FollowedSolution {
  std::vector<T> memory;
  std::string trouble;  // why there was no solution, the first time in this step
};

}  // namespace oldham
