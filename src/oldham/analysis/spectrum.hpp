// SPDX-License-Identifier: MIT
#pragma once

#include <type_traits>
#include <vector>

namespace oldham {

template <class T>
struct Eigenvalue {
  T real, imaginary;
  T modulus() const;
};

/// All eigenvalues of a row-major n x n matrix, largest modulus first; conjugate pairs stand together.
/// Balancing saves digits where entries differ by many powers of ten; with digits to spare it may only push the
/// iteration to extremes.
template <class T>
std::vector<Eigenvalue<T>> compute_eigenvalues(const std::vector<T>& matrix, int n,
                                               bool balanced = std::is_same_v<T, double>);

/// ρ: the largest modulus; 0 for an empty matrix.
template <class T>
T spectral_radius(const std::vector<Eigenvalue<T>>& eigenvalues);

}  // namespace oldham
