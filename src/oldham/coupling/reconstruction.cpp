// SPDX-License-Identifier: MIT
#include "oldham/coupling/reconstruction.hpp"

#include <algorithm>

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

/// The same polynomial's value at θ.
template <class T>
T lagrange_at(const T* nodes, int count, int own, const T& theta) {
  T value(1);
  for (int j = 0; j < count; ++j)
    if (j != own) value *= (theta - nodes[j]) / (nodes[own] - nodes[j]);
  return value;
}

}  // namespace

template <class T>
Reconstruction<T>::Reconstruction(int order, Extension extension) : order_(order), extension_(extension) {
  const bool halves = extension != Extension::none && order < 2;
  breaks_ = halves ? std::vector<T>{T(0), T(1) / 2, T(1)} : std::vector<T>{T(0), T(1)};
}

template <class T>
void Reconstruction<T>::prepare(const SampleHistory<T>& history, const T& step_length) {
  // as many past samples as there are, at the start fewer than the order asks for
  const int past = std::min(history.size(), memory());
  T theta[highest_order + 1] = {};
  for (int i = 1; i < past; ++i)
    theta[i] = theta[i - 1] - (step_length == T(0) ? T(1) : T(history.length(i - 1) / step_length));
  if (static_cast<int>(nodes_.size()) == past && std::equal(nodes_.begin(), nodes_.end(), theta)) return;
  nodes_.assign(theta, theta + past);
  weights_ = {};
  make_plain(theta, past);
  degree_ = of(SampleKind::plain).past;
  if (extension_ == Extension::none) return;
  make_extended(theta, past);
  degree_ = order_;
}

template <class T>
void Reconstruction<T>::make_plain(const T* theta, int past) {
  Weights& w = weights_[static_cast<int>(SampleKind::plain)];
  // Lagrange polynomials through 1, θ_0, …, θ_{degree−1}, the same on every piece
  const int degree = std::min(order_, past - 1);
  w.past = degree;
  T nodes[highest_order + 2] = {T(1)};
  std::copy(theta, theta + past, nodes + 1);
  for (int row = 0; row <= degree; ++row) {
    const auto c = lagrange(nodes, degree + 1, row);
    for (int piece = 0; piece < 2; ++piece)
      for (int p = 0; p <= degree; ++p) w.polynomial[piece][p][row] = c[p];
  }
  // and those through θ_0, …, θ_degree, at θ = 1
  w.prediction_terms = degree + 1;
  for (int i = 0; i <= degree; ++i) w.prediction[i] = {false, i, lagrange_at(theta, degree + 1, i, T(1))};
}

template <class T>
void Reconstruction<T>::make_extended(const T* theta, int past) {
  Weights& middle = weights_[static_cast<int>(SampleKind::middle)];
  Weights& end = weights_[static_cast<int>(SampleKind::end)];
  end.past = order_ > 0 ? 1 : 0;
  const auto set = [](Weights& w, int piece, int row, std::initializer_list<int> coefficients) {
    int p = 0;
    for (int c : coefficients) w.polynomial[piece][p++][row] = T(c);
  };
  if (order_ == 0) {  // w_{N+1/2} on the first half, w_{N+1} on the second
    set(middle, 0, 0, {1});
    set(end, 1, 0, {1});
  } else if (order_ == 1) {  // hat functions at θ = 0, 1/2, 1
    set(end, 0, 1, {1, -2});
    set(middle, 0, 0, {0, 2});
    set(middle, 1, 0, {2, -2});
    set(end, 1, 0, {-1, 2});
  } else {  // parabolas at θ = 0, 1/2, 1
    set(end, 0, 1, {1, -3, 2});
    set(middle, 0, 0, {0, 4, -4});
    set(end, 0, 0, {0, -1, 2});
  }

  // predicted by the polynomial through w_N, w_{N−1/2}, w_{N−1}, as far as they exist   [Li2017] eq. (3.41)
  const int count = past > 1 ? order_ + 1 : 1;
  const T nodes[] = {T(0), past > 1 ? T(theta[1] / 2) : T(-1), past > 1 ? theta[1] : T(-2)};
  for (const auto& [weights, at] : {std::pair{&middle, T(T(1) / 2)}, std::pair{&end, T(1)}}) {
    weights->prediction_terms = count;
    for (int i = 0; i < count; ++i) weights->prediction[i] = {i == 1, i / 2, lagrange_at(nodes, count, i, at)};
  }
}

template <class T>
typename Reconstruction<T>::MiddleCondition Reconstruction<T>::middle_condition(const T& H) const {
  if (extension_ == Extension::derivative) {
    // slope at θ = 1: k < 2: 2 (w_{N+1} − w_{N+1/2}); k = 2: 3 w_{N+1} − 4 w_{N+1/2} + w_N
    if (order_ < 2) return {T(1), T(0), T(-H / 2)};
    return {T(3) / 4, T(1) / 4, T(-H / 4)};
  }
  // mean: k = 0: (w_{N+1/2} + w_{N+1})/2; k = 1: (w_N + 2 w_{N+1/2} + w_{N+1})/4; k = 2: (w_N + 4 w_{N+1/2} +
  // w_{N+1})/6
  if (order_ == 0) return {T(-1), T(0), T(2 / H)};
  if (order_ == 1) return {T(-1) / 2, T(-1) / 2, T(2 / H)};
  return {T(-1) / 4, T(-1) / 4, T(T(3) / 2 / H)};
}

template class Reconstruction<double>;
template class Reconstruction<Multiprecision>;

}  // namespace oldham
