// SPDX-License-Identifier: MIT
#include "oldham/coupling/interface_solver.hpp"

#include <limits>

#include "oldham/core/scalar.hpp"

namespace oldham {
namespace {

constexpr int largest_dense = 48;  // above this the sparse factorisation of a chain is the faster one

}  // namespace

template <class T>
bool InterfaceSolver<T>::factorize(const std::vector<SparseRow<T>>& rows) {
  using std::abs;
  size_ = static_cast<int>(rows.size());
  if (size_ == 0) return true;
  if constexpr (std::is_same_v<T, double>) {
    sparse_ = size_ > largest_dense;
    if (sparse_) {
      std::vector<Eigen::Triplet<double>> entries;
      for (int i = 0; i < size_; ++i)
        for (const auto& [column, value] : rows[i]) entries.emplace_back(i, column, value);
      matrix_.resize(size_, size_);
      matrix_.setFromTriplets(entries.begin(), entries.end());
      sparse_lu_.compute(matrix_);
      return sparse_lu_.info() == Eigen::Success;
    }
  }
  dense_.setZero(size_, size_);
  for (int i = 0; i < size_; ++i)
    for (const auto& [column, value] : rows[i]) dense_(i, column) += value;
  dense_lu_.compute(dense_);
  // a vanishing pivot, measured against the row it stands for
  const auto& lu = dense_lu_.matrixLU();
  T largest(0), smallest = std::numeric_limits<T>::max();
  for (int i = 0; i < size_; ++i) {
    const T pivot = abs(lu(i, i));
    if (!(pivot >= T(0))) return false;
    if (pivot > largest) largest = pivot;
    if (pivot < smallest) smallest = pivot;
  }
  return smallest > largest * std::numeric_limits<T>::epsilon();
}

template <class T>
void InterfaceSolver<T>::solve(std::vector<T>& r) {
  if (size_ == 0) return;
  using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;
  Eigen::Map<Vector> vector(r.data(), size_);
  if constexpr (std::is_same_v<T, double>) {
    if (sparse_) {
      vector = sparse_lu_.solve(vector).eval();
      return;
    }
  }
  scratch_.noalias() = dense_lu_.permutationP() * vector;
  dense_lu_.matrixLU().template triangularView<Eigen::UnitLower>().solveInPlace(scratch_);
  dense_lu_.matrixLU().template triangularView<Eigen::Upper>().solveInPlace(scratch_);
  vector = scratch_;
}

template class InterfaceSolver<double>;
template class InterfaceSolver<Multiprecision>;

}  // namespace oldham
