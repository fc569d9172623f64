// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/SparseCholesky>
#include <compare>
#include <vector>

namespace oldham::multibody {

/// A x = b with a sparse symmetric matrix of small blocks whose pattern never changes: ordered and analysed once, then
/// filled and factorised (L D Lᵀ) again and again without allocating.
template <class T>
class SymmetricSystem {
 public:
  struct Pair {
    int first, second;
    friend auto operator<=>(const Pair&, const Pair&) = default;
  };
  /// `pairs` of blocks that are not zero, in any order; the diagonal is always there. Without `reorder` the pivots come
  /// in the order of the rows.
  SymmetricSystem(std::vector<int> sizes, std::vector<Pair> pairs, bool reorder = true);

  SymmetricSystem(const SymmetricSystem&) = delete;
  SymmetricSystem& operator=(const SymmetricSystem&) = delete;

  int size() const { return offset_.empty() ? 0 : offset_.back(); }
  /// Index of a pair (first ≤ second) for add().
  int find(int first, int second) const;
  void clear();
  /// Adds a block, row-major, size(first) x size(second). Of a diagonal block the upper triangle counts.
  void add(int pair, const T* block);
  void add_entry(int pair, int row, int column, const T& value) {
    values_[positions_[start_[pair] + row * width_[pair] + column]] += value;
  }

  /// −1, or the first row whose pivot vanishes against its diagonal entry: it depends on those eliminated before.
  int factorise(const T& tolerance);
  void solve(T* b);
  /// result ← A x, of the matrix as it was filled.
  void multiply(const T* x, T* result) const;

 private:
  using Matrix = Eigen::SparseMatrix<T>;
  /// With the pivots in place already, Eigen need neither permute nor copy.
  struct Factor : Eigen::SimplicialLDLT<Matrix, Eigen::Upper, Eigen::NaturalOrdering<int>> {
    void analyse(const Matrix& matrix) { this->analyzePattern_preordered(matrix, true); }
    void factorise(const Matrix& matrix) { this->template factorize_preordered<true>(matrix); }
    const auto& pivots() const { return this->m_diag; }
  };

  int find_small_pivot(const T& tolerance) const;
  void factorise_dense();
  void solve_dense(T* b) const;

  /// A few rows are factorised faster as a full matrix than by lists of indices.
  static constexpr int dense_limit = 16;
  bool is_dense() const { return size() <= dense_limit; }

  std::vector<int> offset_;  // first row of each block
  std::vector<Pair> pairs_;  // sorted
  std::vector<int> start_, width_, positions_;
  std::vector<int> place_;  // row → place in the order of elimination
  Matrix matrix_;
  T* values_ = nullptr;
  std::vector<T> filled_;                          // the lower triangle, row-major, of a few rows
  std::vector<T> full_, pivots_, inverse_pivots_;  // L below the diagonal, row-major; D, D⁻¹
  Factor factor_;
  Eigen::Matrix<T, Eigen::Dynamic, 1> b_, x_;
};

}  // namespace oldham::multibody
