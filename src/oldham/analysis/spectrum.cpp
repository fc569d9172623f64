// SPDX-License-Identifier: MIT
#include "oldham/analysis/spectrum.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "oldham/core/balance.hpp"
#include "oldham/core/error.hpp"
#include "oldham/core/scalar.hpp"

namespace oldham {

template <class T>
T Eigenvalue<T>::modulus() const {
  using std::sqrt;
  return sqrt(real * real + imaginary * imaginary);
}

namespace {

constexpr int few = 24;  // rows up to which the iteration works on the stack

/// Eigenvalues that a row or column with nothing beside its diagonal gives away; what is left of the matrix follows.
/// The oldest samples of a history are such columns, and one that is gone uncovers the next.
template <class T>
std::vector<T> deflate(const std::vector<T>& matrix, int& n, std::vector<Eigenvalue<T>>& found) {
  std::vector<int> left(n);
  std::iota(left.begin(), left.end(), 0);
  const auto at = [&](int i, int j) -> const T& { return matrix[static_cast<std::size_t>(i) * n + j]; };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t k = left.size(); k-- > 0;) {
      const int i = left[k];
      bool row = false, column = false;
      for (int j : left) {
        if (j == i) continue;
        row = row || at(i, j) != T(0);
        column = column || at(j, i) != T(0);
      }
      if (row && column) continue;
      found.push_back({at(i, i), T(0)});
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(k));
      changed = true;
    }
  }
  std::vector<T> rest;
  rest.reserve(left.size() * left.size());
  for (int i : left)
    for (int j : left) rest.push_back(at(i, j));
  n = static_cast<int>(left.size());
  return rest;
}

template <class Matrix, class T>
void add_eigenvalues(const std::vector<T>& matrix, int n, bool balanced_first, std::vector<Eigenvalue<T>>& all) {
  using std::sqrt;
  using RowMajor = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  // should one way not converge, the other is tried
  Eigen::RealSchur<Matrix> schur(n);
  schur.setMaxIterations(2000 * n);
  for (bool balanced : {balanced_first, !balanced_first}) {
    std::vector<T> copy = matrix;
    if (balanced) balance(copy, n);
    schur.compute(Matrix(Eigen::Map<const RowMajor>(copy.data(), n, n)), false);
    if (schur.info() == Eigen::Success) break;
  }
  if (schur.info() != Eigen::Success)
    throw Error(ErrorKind::failure, "the eigenvalues of the one-step map did not converge; repeat with --digits 60");

  // diagonal blocks of the quasi-triangular form, 1 x 1 or 2 x 2
  const Matrix& S = schur.matrixT();
  for (int i = 0; i < n; ++i) {
    if (i + 1 < n && S(i + 1, i) != T(0)) {
      const T centre = (S(i, i) + S(i + 1, i + 1)) / 2, half = (S(i, i) - S(i + 1, i + 1)) / 2;
      const T discriminant = half * half + S(i, i + 1) * S(i + 1, i);
      if (discriminant < T(0)) {
        const T imaginary = sqrt(-discriminant);
        all.push_back({centre, imaginary});
        all.push_back({centre, -imaginary});
      } else {
        const T root = sqrt(discriminant);
        all.push_back({centre + root, T(0)});
        all.push_back({centre - root, T(0)});
      }
      ++i;
    } else {
      all.push_back({S(i, i), T(0)});
    }
  }
}

}  // namespace

template <class T>
std::vector<Eigenvalue<T>> compute_eigenvalues(const std::vector<T>& matrix, int n, bool balanced_first) {
  for (const T& entry : matrix)
    if (!(entry <= std::numeric_limits<T>::max()) || !(entry >= std::numeric_limits<T>::lowest()))
      throw Error(ErrorKind::failure, "the one-step map has entries that are not finite: it cannot be analysed");
  std::vector<Eigenvalue<T>> all;
  all.reserve(n);
  const std::vector<T> rest = deflate(matrix, n, all);
  constexpr int any = Eigen::Dynamic;
  if (n > 0) {
    if constexpr (std::is_same_v<T, double>) {
      if (n <= few)
        add_eigenvalues<Eigen::Matrix<T, any, any, Eigen::ColMajor, few, few>>(rest, n, balanced_first, all);
      else
        add_eigenvalues<Eigen::Matrix<T, any, any>>(rest, n, balanced_first, all);
    } else {
      add_eigenvalues<Eigen::Matrix<T, any, any>>(rest, n, balanced_first, all);
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.modulus() > b.modulus(); });
  return all;
}

template <class T>
T spectral_radius(const std::vector<Eigenvalue<T>>& eigenvalues) {
  return eigenvalues.empty() ? T(0) : eigenvalues.front().modulus();
}

template struct Eigenvalue<double>;
template struct Eigenvalue<Multiprecision>;
template std::vector<Eigenvalue<double>> compute_eigenvalues(const std::vector<double>&, int, bool);
template std::vector<Eigenvalue<Multiprecision>> compute_eigenvalues(const std::vector<Multiprecision>&, int, bool);
template double spectral_radius(const std::vector<Eigenvalue<double>>&);
template Multiprecision spectral_radius(const std::vector<Eigenvalue<Multiprecision>>&);

}  // namespace oldham
