// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

namespace oldham {

template <class T>
struct Eigenvalue {
  T real, imaginary;
  T modulus() const;
};

/// All eigenvalues of a row-major n x n matrix, largest modulus first; conjugate pairs stand together.
template <class T>
std::vector<Eigenvalue<T>> compute_eigenvalues(const std::vector<T>& matrix, int n);

/// ρ: the largest modulus; 0 for an empty matrix.
template <class T>
T spectral_radius(const std::vector<Eigenvalue<T>>& eigenvalues);

}  // namespace oldham
