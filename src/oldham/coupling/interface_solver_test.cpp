// SPDX-License-Identifier: MIT
#include "oldham/coupling/interface_solver.hpp"

#include <gtest/gtest.h>

namespace oldham {
namespace {

/// 2 on the diagonal, −1 beside it.
std::vector<SparseRow<double>> tridiagonal(int n) {
  std::vector<SparseRow<double>> rows(n);
  for (int i = 0; i < n; ++i) {
    rows[i].emplace_back(i, 2.0);
    if (i > 0) rows[i].emplace_back(i - 1, -1.0);
    if (i + 1 < n) rows[i].emplace_back(i + 1, -1.0);
  }
  return rows;
}

TEST(InterfaceSolver, DenseAndSparseSolveTheSameEquations) {
  for (int n : {1, 2, 40, 500}) {  // below and above the size where it becomes sparse
    InterfaceSolver<double> solver;
    ASSERT_TRUE(solver.factorize(tridiagonal(n)));
    // the solution of all ones has right-hand sides 1, 0, …, 0, 1
    std::vector<double> r(n, 0.0);
    r.front() += 1;
    r.back() += 1;
    solver.solve(r);
    for (double x : r) EXPECT_NEAR(x, 1.0, 1e-15 * n * n);  // condition about n²/2
  }
}

TEST(InterfaceSolver, SaysWhenTheMatrixIsSingular) {
  InterfaceSolver<double> solver;
  EXPECT_FALSE(solver.factorize({{{0, 1.0}, {1, 2.0}}, {{0, 2.0}, {1, 4.0}}}));
  EXPECT_FALSE(solver.factorize({{{0, 0.0}}}));
}

TEST(InterfaceSolver, AddsEntriesThatNameTheSamePlace) {
  InterfaceSolver<double> solver;
  ASSERT_TRUE(solver.factorize({{{0, 1.0}, {0, 1.0}}}));
  std::vector<double> r{4.0};
  solver.solve(r);
  EXPECT_DOUBLE_EQ(r[0], 2.0);
}

}  // namespace
}  // namespace oldham
