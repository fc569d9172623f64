// SPDX-License-Identifier: MIT
#include "oldham/coupling/reconstruction.hpp"

#include <algorithm>
#include <array>

#include "oldham/core/scalar.hpp"

namespace oldham {
namespace {

/// Monomial coefficients of the Lagrange polynomial that is 1 at nodes[own] and 0 at the others.
template <class T>
std::array<T, highest_order + 2> lagrange(const T* nodes, int count, int own) {
  std::array<T, highest_order + 2> c{};
  c[0] = T(1);
  int degree = 0;
  for (int j = 0; j < count; ++j) {
    if (j == own) continue;
    // multiply by (θ − θ_j)/(θ_own − θ_j)
    const T width = nodes[own] - nodes[j];
    for (int p = ++degree; p >= 0; --p) c[p] = ((p > 0 ? c[p - 1] : T(0)) - nodes[j] * c[p]) / width;
  }
  return c;
}

}  // namespace

template <class T>
bool Reconstruction<T>::prepare(const SampleHistory<T>& history, const T& step_length) {
  // as many past samples as there are, at the start fewer than the order asks for
  const int past = std::min(history.size(), memory());
  T theta[highest_order + 1] = {};
  for (int i = 1; i < past; ++i)
    theta[i] = theta[i - 1] - (step_length == T(0) ? T(1) : T(history.length(i - 1) / step_length));
  if (static_cast<int>(nodes_.size()) == past && std::equal(nodes_.begin(), nodes_.end(), theta)) return false;
  nodes_.assign(theta, theta + past);

  // Lagrange polynomials through 1, θ_0, …, θ_{degree−1}
  degree_ = std::min(order_, past - 1);
  T nodes[highest_order + 2] = {T(1)};
  std::copy(theta, theta + past, nodes + 1);
  for (int row = 0; row <= degree_; ++row) {
    const auto c = lagrange(nodes, degree_ + 1, row);
    for (int p = 0; p <= degree_; ++p) polynomial_[p * (highest_order + 2) + row] = c[p];
  }

  // and those through θ_0, …, θ_degree, at θ = 1
  prediction_terms_ = degree_ + 1;
  for (int i = 0; i < prediction_terms_; ++i) {
    const auto c = lagrange(theta, prediction_terms_, i);
    prediction_[i] = T(0);
    for (int p = 0; p <= degree_; ++p) prediction_[i] += c[p];
  }
  return true;
}

template class Reconstruction<double>;
template class Reconstruction<Multiprecision>;

}  // namespace oldham
