// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <vector>

namespace oldham {

/// Scales a row-major n x n matrix in place to D^-1 M D with D powers of two (hence without rounding) such that rows
/// and columns weigh alike; returns the diagonal of D. Eigenvalues stay, their conditioning improves.
template <class T>
std::vector<T> balance(std::vector<T>& M, int n) {
  using std::abs;
  std::vector<T> D(static_cast<std::size_t>(n), T(1));
  auto at = [&](int i, int j) -> T& { return M[i * n + j]; };
  bool changed = true;
  for (int pass = 0; changed && pass < 100; ++pass) {
    changed = false;
    for (int i = 0; i < n; ++i) {
      T row(0), column(0);
      for (int j = 0; j < n; ++j) {
        if (j == i) continue;
        row += abs(at(i, j));
        column += abs(at(j, i));
      }
      if (!(row > T(0)) || !(column > T(0)) || !(row < T(1e300)) || !(column < T(1e300))) continue;
      const T before = row + column;
      T factor(1);
      for (; column < row / 2; row /= 2, column *= 2) factor *= 2;
      for (; column >= row * 2; row *= 2, column /= 2) factor /= 2;
      if (row + column >= before * T(0.95)) continue;
      changed = true;
      D[i] *= factor;
      for (int j = 0; j < n; ++j) {
        at(i, j) /= factor;
        at(j, i) *= factor;
      }
    }
  }
  return D;
}

}  // namespace oldham
