// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

namespace oldham {

/// e^{A h} and the input integrals of x' = A x + B u under polynomial inputs u = Σ_p c_p θ^p, θ = t/h:
///
///   x(h) = Φ x(0) + Σ_p Γ_p c_p,   Γ_p = ∫_0^h e^{A(h−τ)} B (τ/h)^p dτ
///
/// All matrices row-major; Γ holds the blocks Γ_0 … Γ_degree side by side (n rows).
/// [VanLoan1978]: one exponential of [[A h, B h, 0], [0, 0, I], …] has Φ and Γ_p/p! in its first block row.
template <class T>
struct Propagator {
  T h;
  int degree = 0;
  std::vector<T> phi;
  std::vector<T> gamma;
};

template <class T>
Propagator<T> compute_propagator(const std::vector<T>& A, const std::vector<T>& B, int states, int inputs, const T& h,
                                 int degree);

/// e^M for a row-major n x n matrix, by scaling, Taylor series and squaring: the one route that serves every precision.
template <class T>
std::vector<T> matrix_exponential(std::vector<T> M, int n);

}  // namespace oldham
