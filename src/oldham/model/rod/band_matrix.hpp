// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace oldham::rod {

/// A square matrix whose rows reach `reach` columns to either side, and its LU factors in place. O(n) memory and work.
/// Rows are exchanged only where the diagonal is small against the column, each row measured by its largest entry: rows
/// of forces and of moments do not compare, and most matrices need no exchange, which halves the work.
template <class T>
class BandMatrix {
 public:
  static constexpr int reach = 8;              // two neighbours of three unknowns each
  static constexpr int width = 3 * reach + 1;  // with what exchanges fill in

  explicit BandMatrix(int n) : n_(n), data_(static_cast<std::size_t>(n) * width, T(0)), scale_(n), last_(n), row_(n) {}

  int size() const { return n_; }
  void set_zero() { std::fill(data_.begin(), data_.end(), T(0)); }
  T& operator()(int i, int j) { return data_[static_cast<std::size_t>(i) * width + (j - i + reach)]; }
  const T& operator()(int i, int j) const { return data_[static_cast<std::size_t>(i) * width + (j - i + reach)]; }

  /// Adds a 3×3 block at block row I and block column J.
  template <class Block>
  EIGEN_ALWAYS_INLINE void add(int I, int J, const Block& block) {
    for (int i = 0; i < 3; ++i) {
      T* row = &(*this)(3 * I + i, 3 * J);
      for (int j = 0; j < 3; ++j) row[j] += block(i, j);
    }
  }
  template <class Block>
  EIGEN_ALWAYS_INLINE void subtract(int I, int J, const Block& block) {
    for (int i = 0; i < 3; ++i) {
      T* row = &(*this)(3 * I + i, 3 * J);
      for (int j = 0; j < 3; ++j) row[j] -= block(i, j);
    }
  }

  /// Replaces row and column i by those of the identity.
  void pin(int i) {
    for (int j = std::max(0, i - reach); j <= std::min(n_ - 1, i + reach); ++j) (*this)(i, j) = (*this)(j, i) = T(0);
    (*this)(i, i) = T(1);
  }

  /// y = A x, before it is factored.
  void multiply(const T* x, T* y) const {
    for (int i = 0; i < n_; ++i) {
      T sum(0);
      for (int j = std::max(0, i - reach); j <= std::min(n_ - 1, i + reach); ++j) sum += (*this)(i, j) * x[j];
      y[i] = sum;
    }
  }

  /// Replaces the matrix by its symmetric part, before it is factored.
  void symmetrise() {
    for (int i = 0; i < n_; ++i)
      for (int j = i + 1; j <= std::min(n_ - 1, i + reach); ++j)
        (*this)(i, j) = (*this)(j, i) = ((*this)(i, j) + (*this)(j, i)) / 2;
  }

  /// Whether xᵀ A x > 0 for every x but zero, before it is factored; the symmetric part alone decides. By L D Lᵀ
  /// without exchanges, which is safe: as many pivots are negative as eigenvalues, and up to the first one nothing
  /// grows.
  bool is_positive_definite() const {
    BandMatrix S = *this;
    S.symmetrise();
    for (int k = 0; k < n_; ++k) {
      const T pivot = S(k, k);
      if (!(pivot > T(0))) return false;
      const int bottom = std::min(n_ - 1, k + reach);
      for (int i = k + 1; i <= bottom; ++i) {
        const T m = S(k, i) / pivot;
        for (int j = i; j <= bottom; ++j) S(i, j) -= m * S(k, j);
      }
    }
    return true;
  }

  /// LU in place; false when a pivot is zero or not finite.
  [[nodiscard]] bool factor() {
    using std::abs;
    using std::isfinite;
    operations_ = 0;
    sign_ = 1;
    for (int i = 0; i < n_; ++i) {
      T largest(0);
      for (int j = std::max(0, i - reach); j <= std::min(n_ - 1, i + reach); ++j)
        largest = std::max(largest, T(abs((*this)(i, j))));
      if (!(largest > T(0)) || !isfinite(largest)) return false;
      scale_[i] = T(1) / largest;
      last_[i] = std::min(n_ - 1, i + reach);
    }
    for (int k = 0; k < n_; ++k) {
      const int bottom = std::min(n_ - 1, k + reach);
      choose_pivot(k, bottom);
      const T pivot = (*this)(k, k);
      if (!(abs(pivot) * scale_[k] > T(0)) || !isfinite(pivot)) return false;
      if (pivot < T(0)) sign_ = -sign_;
      const T inverse = T(1) / pivot;
      (*this)(k, k) = inverse;
      const T* from = &(*this)(k, k) + 1;
      const int count = last_[k] - k;
      for (int i = k + 1; i <= bottom; ++i) {
        T* to = &(*this)(i, k);
        const T m = *to * inverse;
        *to++ = m;
        // a fixed count lets the compiler unroll
        if (count == reach) {
          Eigen::Map<Eigen::Array<T, reach, 1>>(to, reach) -= m * Eigen::Map<const Eigen::Array<T, reach, 1>>(from);
        } else {
          for (int j = 0; j < count; ++j) to[j] -= m * from[j];
        }
        last_[i] = std::max(last_[i], last_[k]);
      }
      operations_ += static_cast<long>(bottom - k) * (count + 1);
    }
    return true;
  }

  /// Overwrites b by A⁻¹ b.
  void solve(T* b) const {
    for (int k = 0; k < n_; ++k) {
      if (row_[k] != k) std::swap(b[k], b[row_[k]]);
      const T value = b[k];
      for (int i = k + 1; i <= std::min(n_ - 1, k + reach); ++i) b[i] -= (*this)(i, k) * value;
    }
    for (int k = n_ - 1; k >= 0; --k) {
      const T* row = &(*this)(k, k);
      T sum = b[k];
      for (int j = 1; j <= last_[k] - k; ++j) sum -= row[j] * b[k + j];
      b[k] = sum * row[0];
    }
  }

  /// Sign of the determinant, once factored.
  int determinant_sign() const { return sign_; }
  /// Multiplications of the last factorisation.
  long operations() const { return operations_; }

 private:
  void choose_pivot(int k, int bottom) {
    using std::abs;
    const T own = abs((*this)(k, k)) * scale_[k];
    int best = k;
    T largest = own * 10;
    for (int i = k + 1; i <= bottom; ++i) {
      const T candidate = abs((*this)(i, k)) * scale_[i];
      if (candidate > largest) {
        largest = candidate;
        best = i;
      }
    }
    row_[k] = best;
    if (best == k) return;
    sign_ = -sign_;
    // multipliers left of column k stay: solve() exchanges as it goes
    std::swap_ranges(&(*this)(k, k), &(*this)(k, k) + (std::max(last_[k], last_[best]) - k + 1), &(*this)(best, k));
    std::swap(scale_[k], scale_[best]);
    std::swap(last_[k], last_[best]);
  }

  int n_, sign_ = 1;
  long operations_ = 0;
  std::vector<T> data_, scale_;
  std::vector<int> last_, row_;  // last column of each row; the row each was exchanged with
};

}  // namespace oldham::rod
