// SPDX-License-Identifier: MIT
#include "oldham/coupling/interface_solver.hpp"

#include <sundials/sundials_band.h>

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/cuthill_mckee_ordering.hpp>
#include <cmath>
#include <limits>

#include "oldham/core/scalar.hpp"

namespace oldham {
namespace {

constexpr int largest_dense = 16;  // up to here a dense matrix is as fast as the narrowest band
constexpr int narrow = 8;          // a band pays when it is this many times narrower than the matrix

static_assert(std::is_same_v<sunindextype, std::int64_t> && std::is_same_v<realtype, double>);

/// A vanishing pivot, measured against the largest one, makes a matrix singular to working precision.
template <class T, class Pivots>
bool are_regular(const Pivots& pivot, int size) {
  using std::abs;
  T largest(0), smallest = std::numeric_limits<T>::max();
  for (int i = 0; i < size; ++i) {
    const T here = abs(pivot(i));
    if (!(here >= T(0))) return false;
    if (here > largest) largest = here;
    if (here < smallest) smallest = here;
  }
  return smallest > largest * std::numeric_limits<T>::epsilon();
}

}  // namespace

template <class T>
void InterfaceSolver<T>::equilibrate(const std::vector<SparseRow<T>>& rows) {
  using std::abs;
  using std::max;
  // forces stand beside positions: by powers of ten and more apart, yet no less well determined
  scaled_ = rows;
  row_scale_.assign(rows.size(), T(0));
  column_scale_.assign(rows.size(), T(0));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const auto& [column, value] : rows[i]) row_scale_[i] = max(row_scale_[i], T(abs(value)));
    row_scale_[i] = row_scale_[i] > T(0) ? T(1 / row_scale_[i]) : T(1);
    for (auto& [column, value] : scaled_[i]) {
      value *= row_scale_[i];
      column_scale_[column] = max(column_scale_[column], T(abs(value)));
    }
  }
  for (T& scale : column_scale_) scale = scale > T(0) ? T(1 / scale) : T(1);
  for (auto& row : scaled_)
    for (auto& [column, value] : row) value *= column_scale_[column];
}

template <class T>
bool InterfaceSolver<T>::factorize(const std::vector<SparseRow<T>>& unscaled) {
  equilibrate(unscaled);
  const std::vector<SparseRow<T>>& rows = scaled_;
  const int size = static_cast<int>(rows.size());
  if constexpr (std::is_same_v<T, double>) {
    if (size > largest_dense) {
      if (size != size_ || (width_ > 0 && !fits_band(rows))) find_order(rows);
      size_ = size;
      if (width_ > 0) return factorize_band(rows);
    }
  }
  size_ = size;
  width_ = 0;
  return size == 0 || factorize_dense(rows);
}

template <class T>
bool InterfaceSolver<T>::fits_band(const std::vector<SparseRow<T>>& rows) const {
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (const auto& [column, value] : rows[i])
      if (std::abs(place_[i] - place_[column]) > width_) return false;
  return true;
}

template <class T>
void InterfaceSolver<T>::find_order(const std::vector<SparseRow<T>>& rows) {
  using Graph = boost::adjacency_list<
      boost::setS, boost::vecS, boost::undirectedS,
      boost::property<boost::vertex_color_t, boost::default_color_type, boost::property<boost::vertex_degree_t, int>>>;
  Graph graph(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (const auto& [column, value] : rows[i])
      if (column != static_cast<int>(i)) boost::add_edge(i, column, graph);
  std::vector<std::size_t> order(rows.size());
  boost::cuthill_mckee_ordering(graph, order.begin(), boost::get(boost::vertex_color, graph),
                                boost::make_degree_map(graph));
  place_.resize(rows.size());
  for (std::size_t i = 0; i < order.size(); ++i) place_[order[i]] = static_cast<int>(i);

  int width = 1;
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (const auto& [column, value] : rows[i]) width = std::max(width, std::abs(place_[i] - place_[column]));
  width_ = width * narrow <= static_cast<int>(rows.size()) ? width : 0;
}

template <class T>
bool InterfaceSolver<T>::factorize_band(const std::vector<SparseRow<T>>& rows) {
  if constexpr (std::is_same_v<T, double>) {
    // entry (i, j) stands in column j at i − j + 2 width; row exchanges fill another width above the band
    const int above = 2 * width_, height = 3 * width_ + 1;
    band_.assign(static_cast<std::size_t>(height) * size_, 0.0);
    columns_.resize(size_);
    pivots_.resize(size_);
    scratch_.resize(size_);
    for (int j = 0; j < size_; ++j) columns_[j] = band_.data() + static_cast<long>(j) * height;
    for (int i = 0; i < size_; ++i)
      for (const auto& [column, value] : rows[i]) columns_[place_[column]][place_[i] - place_[column] + above] += value;
    if (SUNDlsMat_bandGBTRF(columns_.data(), size_, width_, width_, above, pivots_.data()) != 0) return false;
    return are_regular<T>([&](int i) { return columns_[i][above]; }, size_);
  }
  return false;
}

template <class T>
bool InterfaceSolver<T>::factorize_dense(const std::vector<SparseRow<T>>& rows) {
  dense_.setZero(size_, size_);
  for (int i = 0; i < size_; ++i)
    for (const auto& [column, value] : rows[i]) dense_(i, column) += value;
  dense_lu_.compute(dense_);
  return are_regular<T>([&](int i) { return dense_lu_.matrixLU()(i, i); }, size_);
}

template <class T>
void InterfaceSolver<T>::solve(std::vector<T>& r) {
  for (int i = 0; i < size_; ++i) r[i] *= row_scale_[i];
  solve_scaled(r);
  for (int i = 0; i < size_; ++i) r[i] *= column_scale_[i];
}

template <class T>
void InterfaceSolver<T>::solve_scaled(std::vector<T>& r) {
  if (size_ == 0) return;
  Eigen::Map<Vector> vector(r.data(), size_);
  if constexpr (std::is_same_v<T, double>) {
    if (width_ > 0) {
      for (int i = 0; i < size_; ++i) scratch_(place_[i]) = r[i];
      SUNDlsMat_bandGBTRS(columns_.data(), size_, 2 * width_, width_, pivots_.data(), scratch_.data());
      for (int i = 0; i < size_; ++i) r[i] = scratch_(place_[i]);
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
