// SPDX-License-Identifier: MIT
#include "oldham/coupling/reconstruction.hpp"

#include <algorithm>

#include "oldham/core/scalar.hpp"

namespace oldham {
namespace {

// the sample at the end, then those inside by time
constexpr SampleKind half_kinds[] = {SampleKind::half_end, SampleKind::half_middle};
constexpr SampleKind third_kinds[] = {SampleKind::third_end, SampleKind::third_first, SampleKind::third_second};

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

/// Its mean over the step.
template <class T>
T mean(const std::array<T, highest_order + 2>& c) {
  T sum(0);
  for (std::size_t p = 0; p < c.size(); ++p) sum += c[p] / static_cast<int>(p + 1);
  return sum;
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
Reconstruction<T>::Reconstruction(int order, SignalKinds kinds, int motion_order)
    : order_(order),
      motion_order_(motion_order),
      kinds_(kinds),
      memory_(std::max({kinds.plain ? order : std::min(order, 1), kinds.motions ? motion_order : 0,
                        kinds.highest_own_order}) +
              1) {
  spacing_.reserve(highest_order + 2);
  breaks_ = {T(0)};
  if (order < 2) {
    if (kinds.thirds) breaks_.push_back(node_of<T>(SampleKind::third_first));
    if (kinds.halves) breaks_.push_back(node_of<T>(SampleKind::half_middle));
    if (kinds.thirds) breaks_.push_back(node_of<T>(SampleKind::third_second));
  }
  breaks_.push_back(T(1));
}

template <class T>
void Reconstruction<T>::compute(const SampleHistory<T>& history, const T& step_length) {
  // as many past samples as there are, at the start fewer than the order asks for
  const int past = std::min(history.size(), memory());
  spacing_.assign(1, step_length);
  for (int i = 1; i < past; ++i) spacing_.push_back(history.length(i - 1));
  T theta[highest_order + 1] = {};
  for (int i = 1; i < past; ++i)
    theta[i] = theta[i - 1] - (step_length == T(0) ? T(1) : T(history.length(i - 1) / step_length));
  const bool same_length = !kinds_.motions || length_ == step_length;
  if (same_length && static_cast<int>(nodes_.size()) == past && std::equal(nodes_.begin(), nodes_.end(), theta)) return;
  nodes_.assign(theta, theta + past);
  length_ = step_length;
  weights_ = {};
  const int degree = std::min(order_, past - 1);
  make_plain(SampleKind::plain, order_, degree, theta, past);
  degree_ = degree;
  if (kinds_.halves) make_inner(half_kinds, theta, past);
  if (kinds_.thirds) make_inner(third_kinds, theta, past);
  if (kinds_.halves || kinds_.thirds) degree_ = order_;
  for (int own = 0; own <= kinds_.highest_own_order; ++own) {
    // the sample at T_{N+1} counts as well: extrapolated, it lies on the polynomial through the past ones and changes
    // nothing; corrected, the first step has the order that the others have
    make_plain(of_order(own), own, std::min(own, past), theta, past);
    degree_ = std::max(degree_, std::min(own, past));
  }
  if (!kinds_.motions) return;
  Weights& previous = weights_[static_cast<int>(SampleKind::previous)];
  previous.past = previous.prediction_terms = 1;
  previous.prediction[0] = {0, 0, T(1)};
  for (int piece = 0; piece < pieces(); ++piece) previous.polynomial[piece][0][1] = T(1);
  // a sample that is known at T_{N+1} counts as one more
  const int motion_degree = std::min(motion_order_, kinds_.motions_are_known ? past : past - 1);
  make_plain(SampleKind::motion, motion_order_, motion_degree, theta, past);
  make_rates(step_length);
  degree_ = std::max(degree_, motion_degree);
}

template <class T>
void Reconstruction<T>::make_plain(SampleKind kind, int order, int degree, const T* theta, int past) {
  Weights& w = weights_[static_cast<int>(kind)];
  // Lagrange polynomials through 1, θ_0, …, θ_{degree−1}, the same on every piece
  w.past = w.degree = degree;
  T nodes[highest_order + 2] = {T(1)};
  std::copy(theta, theta + past, nodes + 1);
  for (int row = 0; row <= degree; ++row) {
    const auto c = lagrange(nodes, degree + 1, row);
    for (int piece = 0; piece < pieces(); ++piece)
      for (int p = 0; p <= degree; ++p) w.polynomial[piece][p][row] = c[p];
  }
  // and those through θ_0, …, at θ = 1
  const int terms = std::min(order, past - 1) + 1;
  w.prediction_terms = terms;
  for (int i = 0; i < terms; ++i) w.prediction[i] = {0, i, lagrange_at(theta, terms, i, T(1))};
  // w through all of these and the sample at 1 is off them by (w_{N+1} − z) ℓ(θ), ℓ the Lagrange polynomial of that
  // sample; one through a refreshed z has moved by that of the shorter row already
  w.missed_mean.predicted = mean(lagrange(nodes, terms + 1, 0));
  w.missed_mean.refreshed = w.missed_mean.predicted - mean(lagrange(nodes, degree + 1, 0));
}

/// d/dt Σ c_p θ^p = Σ (p + 1) c_{p+1} θ^p / H. A sampled velocity is still predicted as one.
template <class T>
void Reconstruction<T>::make_rates(const T& step_length) {
  const Weights& motion = of(SampleKind::motion);
  Weights& rate = weights_[static_cast<int>(SampleKind::motion_rate)];
  rate = motion;
  rate.degree = std::max(0, motion.degree - 1);
  for (int piece = 0; piece < pieces(); ++piece)
    for (int p = 0; p <= highest_order; ++p)
      for (int row = 0; row < highest_order + 2; ++row)
        rate.polynomial[piece][p][row] =
            p < highest_order ? T((p + 1) * motion.polynomial[piece][p + 1][row] / step_length) : T(0);
}

template <class T>
void Reconstruction<T>::make_inner(std::span<const SampleKind> kinds, const T* theta, int past) {
  // samples by time: the one of T_N (age 0 of the end), those inside, the one at the end
  const int count = static_cast<int>(kinds.size());
  T nodes[most_samples + 1] = {T(0)};
  for (int i = 1; i <= count; ++i) nodes[i] = node_of<T>(kinds[i % count]);  // kinds begin with the end
  const auto weights_of = [&](int node) -> Weights& { return weights_[static_cast<int>(kinds[node % count])]; };
  const auto set = [&](int piece, int node, const std::array<T, highest_order + 2>& c) {
    weights_of(node).degree = order_;
    for (int p = 0; p <= order_; ++p) weights_of(node).polynomial[piece][p][node == 0 ? 1 : 0] = c[p];
  };
  // a polynomial through all samples inside and as much of the past as the order needs
  const int first = order_ >= 2 ? count - order_ : 0;
  weights_of(0).past = order_ == 0 || first > 0 ? 0 : 1;
  for (int piece = 0; piece < pieces(); ++piece) {
    if (order_ >= 2) {
      for (int i = first; i <= count; ++i) set(piece, i, lagrange(nodes + first, order_ + 1, i - first));
      continue;
    }
    // constant or linear between the two samples around the piece
    int after = 1;
    while (nodes[after] < breaks_[piece + 1]) ++after;
    if (order_ == 0) set(piece, after, {T(1)});
    for (int i = 0; order_ == 1 && i < 2; ++i) set(piece, after - 1 + i, lagrange(nodes + after - 1, 2, i));
  }

  // predicted by the polynomial through the newest samples, w_N and those before it, as far as they exist
  // [Li2017] eq. (3.41)
  const int used = past > 1 ? order_ + 1 : 1;
  T before[highest_order + 1] = {T(0)};
  for (int j = 1; j < used; ++j) before[j] = theta[1] * (T(1) - nodes[count - j]);
  for (int i = 1; i <= count; ++i) {
    Weights& w = weights_of(i);
    w.prediction_terms = used;
    for (int j = 0; j < used; ++j)
      w.prediction[j] = {(count - j) % count, j / count, lagrange_at(before, used, j, nodes[i])};
  }
}

template <class T>
typename Reconstruction<T>::MiddleCondition Reconstruction<T>::middle_condition(Extension extension, const T& H) const {
  if (extension == Extension::derivative) {
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
