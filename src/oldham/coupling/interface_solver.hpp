// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Dense>
#include <cstdint>
#include <utility>
#include <vector>

namespace oldham {

/// One row of a sparse matrix; storage is kept when cleared.
template <class T>
using SparseRow = std::vector<std::pair<int, T>>;

/// Solves J δ = r for the interface Jacobian J: as a band where the variables can be ordered so that each is tied to
/// near ones only, else dense. Repeated use with the same pattern allocates nothing.
template <class T>
class InterfaceSolver {
 public:
  /// False when J is singular to working precision.
  bool factorize(const std::vector<SparseRow<T>>& rows);
  /// r is replaced by J^-1 r.
  void solve(std::vector<T>& r);

 private:
  void equilibrate(const std::vector<SparseRow<T>>& rows);
  void solve_scaled(std::vector<T>& r);
  void find_order(const std::vector<SparseRow<T>>& rows);
  bool fits_band(const std::vector<SparseRow<T>>& rows) const;
  bool factorize_band(const std::vector<SparseRow<T>>& rows);
  bool factorize_dense(const std::vector<SparseRow<T>>& rows);

  using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;
  using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
  std::vector<SparseRow<T>> scaled_;
  std::vector<T> row_scale_, column_scale_;
  int size_ = 0;
  Matrix dense_;
  Eigen::PartialPivLU<Matrix> dense_lu_;
  Vector scratch_;

  std::vector<int> place_;        // of each variable in the band
  int width_ = 0;                 // entries either side of the diagonal; 0: dense
  std::vector<double> band_;      // column by column, with room for what row exchanges fill
  std::vector<double*> columns_;  // into the band
  std::vector<std::int64_t> pivots_;
};

}  // namespace oldham
