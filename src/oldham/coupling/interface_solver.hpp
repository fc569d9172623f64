// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>
#include <Eigen/SparseLU>
#include <utility>
#include <vector>

namespace oldham {

/// One row of a sparse matrix; storage is kept when cleared.
template <class T>
using SparseRow = std::vector<std::pair<int, T>>;

/// Solves J δ = r for the interface Jacobian J: dense while small, sparse when many variables are each tied to few.
template <class T>
class InterfaceSolver {
 public:
  /// False when J is singular to working precision.
  bool factorize(const std::vector<SparseRow<T>>& rows);
  /// r is replaced by J^-1 r.
  void solve(std::vector<T>& r);

 private:
  int size_ = 0;
  bool sparse_ = false;
  Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic> dense_;
  Eigen::PartialPivLU<Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>> dense_lu_;
  Eigen::Matrix<T, Eigen::Dynamic, 1> scratch_;
  Eigen::SparseMatrix<double> matrix_;
  Eigen::SparseLU<Eigen::SparseMatrix<double>> sparse_lu_;
};

}  // namespace oldham
