// SPDX-License-Identifier: MIT
#include "oldham/model/multibody/symmetric_system.hpp"

#include <Eigen/OrderingMethods>
#include <algorithm>

#include "oldham/core/scalar.hpp"

namespace oldham::multibody {

template <class T>
SymmetricSystem<T>::SymmetricSystem(std::vector<int> sizes, std::vector<Pair> pairs, bool reorder)
    : pairs_(std::move(pairs)) {
  const int blocks = static_cast<int>(sizes.size());
  offset_.assign(1, 0);
  for (int size : sizes) offset_.push_back(offset_.back() + size);
  for (int i = 0; i < blocks; ++i) pairs_.push_back({i, i});
  for (Pair& pair : pairs_)
    if (pair.first > pair.second) std::swap(pair.first, pair.second);
  std::sort(pairs_.begin(), pairs_.end());
  pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());

  // the order of elimination, by blocks: rows of one block have the same neighbours
  std::vector<int> block_place(blocks);
  for (int i = 0; i < blocks; ++i) block_place[i] = i;
  if (reorder && blocks > 2) {
    Eigen::SparseMatrix<double> graph(blocks, blocks);
    std::vector<Eigen::Triplet<double>> edges;
    for (const Pair& pair : pairs_) {
      edges.emplace_back(pair.first, pair.second, 1.0);
      if (pair.first != pair.second) edges.emplace_back(pair.second, pair.first, 1.0);
    }
    graph.setFromTriplets(edges.begin(), edges.end());
    Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
    Eigen::AMDOrdering<int>()(graph, order);
    block_place.assign(order.indices().data(), order.indices().data() + blocks);
    // Eigen gives which block comes where: turn it round
    std::vector<int> inverse(blocks);
    for (int i = 0; i < blocks; ++i) inverse[block_place[i]] = i;
    block_place = inverse;
  }
  std::vector<int> by_place(blocks);
  for (int i = 0; i < blocks; ++i) by_place[block_place[i]] = i;
  place_.resize(size());
  for (int k = 0, next = 0; k < blocks; ++k)
    for (int row = offset_[by_place[k]]; row < offset_[by_place[k] + 1]; ++row) place_[row] = next++;

  for (const Pair& pair : pairs_) {
    start_.push_back(start_.empty() ? 0 : start_.back() + width_.back() * sizes[pairs_[start_.size() - 1].first]);
    width_.push_back(sizes[pair.second]);
  }
  const auto each = [&](const auto& visit) {
    for (const Pair& pair : pairs_)
      for (int i = offset_[pair.first]; i < offset_[pair.first + 1]; ++i)
        for (int j = offset_[pair.second]; j < offset_[pair.second + 1]; ++j) {
          const bool counts = pair.first != pair.second || j >= i;
          visit(counts, std::min(place_[i], place_[j]), std::max(place_[i], place_[j]));
        }
  };
  if (is_dense()) {
    each([&](bool, int row, int column) { positions_.push_back(column * size() + row); });
    filled_.assign(static_cast<std::size_t>(size()) * size(), T(0));
    full_ = filled_;
    pivots_.assign(size(), T(0));
    inverse_pivots_.assign(size(), T(0));
    values_ = filled_.data();
  } else {
    // the pattern, then where each entry of each block lies in it
    std::vector<Eigen::Triplet<T>> entries;
    each([&](bool counts, int row, int column) {
      if (counts) entries.emplace_back(row, column, T(1));
    });
    matrix_.resize(size(), size());
    matrix_.setFromTriplets(entries.begin(), entries.end());
    matrix_.makeCompressed();
    each([&](bool, int row, int column) {
      const int* begin = matrix_.innerIndexPtr() + matrix_.outerIndexPtr()[column];
      const int* end = matrix_.innerIndexPtr() + matrix_.outerIndexPtr()[column + 1];
      positions_.push_back(static_cast<int>(std::lower_bound(begin, end, row) - matrix_.innerIndexPtr()));
    });
    values_ = matrix_.valuePtr();
    factor_.analyse(matrix_);
  }
  b_.resize(size());
  x_.resize(size());
  clear();
}

template <class T>
int SymmetricSystem<T>::find(int first, int second) const {
  return static_cast<int>(std::lower_bound(pairs_.begin(), pairs_.end(), Pair{first, second}) - pairs_.begin());
}

template <class T>
void SymmetricSystem<T>::clear() {
  std::fill_n(values_, is_dense() ? static_cast<long>(filled_.size()) : static_cast<long>(matrix_.nonZeros()), T(0));
}

template <class T>
void SymmetricSystem<T>::add(int pair, const T* block) {
  const int rows = offset_[pairs_[pair].first + 1] - offset_[pairs_[pair].first], width = width_[pair];
  const int* position = positions_.data() + start_[pair];
  if (pairs_[pair].first != pairs_[pair].second) {
    for (int k = 0; k < rows * width; ++k) values_[position[k]] += block[k];
    return;
  }
  for (int i = 0; i < rows; ++i)
    for (int j = i; j < width; ++j) values_[position[i * width + j]] += block[i * width + j];
}

template <class T>
void SymmetricSystem<T>::factorise_dense() {
  const int n = size();
  for (int column = 0; column < n; ++column) {
    T* row = full_.data() + static_cast<std::size_t>(column) * n;
    std::copy_n(filled_.data() + static_cast<std::size_t>(column) * n, column + 1, row);
    T pivot = row[column];
    for (int j = 0; j < column; ++j) {
      const T* other = full_.data() + static_cast<std::size_t>(j) * n;
      T sum = row[j];  // L_ij D_j
      for (int k = 0; k < j; ++k) sum -= row[k] * other[k];
      row[j] = sum;
    }
    for (int j = 0; j < column; ++j) {
      const T scaled = row[j] * inverse_pivots_[j];
      pivot -= scaled * row[j];
      row[j] = scaled;
    }
    pivots_[column] = pivot;
    inverse_pivots_[column] = T(1) / pivot;
  }
}

template <class T>
void SymmetricSystem<T>::solve_dense(T* b) const {
  const int n = size();
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < i; ++k) b[i] -= full_[static_cast<std::size_t>(i) * n + k] * b[k];
  for (int i = 0; i < n; ++i) b[i] *= inverse_pivots_[i];
  for (int i = n - 1; i >= 0; --i)
    for (int k = 0; k < i; ++k) b[k] -= full_[static_cast<std::size_t>(i) * n + k] * b[i];
}

template <class T>
int SymmetricSystem<T>::find_small_pivot(const T& tolerance) const {
  const T* pivots = is_dense() ? pivots_.data() : factor_.pivots().data();
  int found = -1;
  for (int row = 0; row < size(); ++row) {
    const int k = place_[row];
    // the last entry of a column of the upper triangle is its diagonal
    const T& diagonal = values_[is_dense() ? k * size() + k : matrix_.outerIndexPtr()[k + 1] - 1];
    if (!(pivots[k] > tolerance * diagonal) && (found < 0 || k < place_[found])) found = row;
  }
  return found;
}

template <class T>
int SymmetricSystem<T>::factorise(const T& tolerance) {
  if (size() == 0) return -1;
  if (is_dense())
    factorise_dense();
  else
    factor_.factorise(matrix_);
  return find_small_pivot(tolerance);
}

template <class T>
void SymmetricSystem<T>::solve(T* b) {
  if (size() == 0) return;
  for (int row = 0; row < size(); ++row) b_[place_[row]] = b[row];
  if (is_dense()) {
    solve_dense(b_.data());
    for (int row = 0; row < size(); ++row) b[row] = b_[place_[row]];
    return;
  }
  x_ = factor_.solve(b_);
  for (int row = 0; row < size(); ++row) b[row] = x_[place_[row]];
}

template <class T>
void SymmetricSystem<T>::multiply(const T* x, T* result) const {
  std::fill(result, result + size(), T(0));
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const auto [first, second] = pairs_[p];
    const int* position = positions_.data() + start_[p];
    for (int i = offset_[first]; i < offset_[first + 1]; ++i)
      for (int j = offset_[second]; j < offset_[second + 1]; ++j) {
        const T& value = values_[*position++];
        if (first == second && j < i) continue;
        result[i] += value * x[j];
        if (i != j) result[j] += value * x[i];
      }
  }
}

template class SymmetricSystem<double>;
template class SymmetricSystem<Multiprecision>;

}  // namespace oldham::multibody
