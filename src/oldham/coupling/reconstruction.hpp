// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "oldham/coupling/scheme.hpp"
#include "oldham/signal/sample_history.hpp"

namespace oldham {

/// The part a coupling variable plays in rebuilding a signal.
enum class SampleKind {
  plain,  // a signal of its own, through the sample at T_{N+1} and past ones
  // a signal with further samples inside the step: that at the end, and
  half_end,
  half_middle,  // at 1/2
  third_end,
  third_first,   // at 1/3
  third_second,  // at 2/3
  motion,        // a plain signal of the order that motions have
  motion_rate,   // the derivative of the signal of a position, in place of the sampled velocity
  previous,      // the sample of T_N, whatever the order
  order_0,       // a plain signal with an order of its own
  order_1,
  order_2,
  order_3,
};
inline constexpr int sample_kinds = 13;
inline constexpr int most_samples = 3;  // of one signal in a step

inline SampleKind of_order(int order) { return static_cast<SampleKind>(static_cast<int>(SampleKind::order_0) + order); }
/// Whether a signal has one sample per step, and no partner.
inline bool is_plain(SampleKind kind) { return kind == SampleKind::plain || kind >= SampleKind::order_0; }

/// θ of a sample in its step.
template <class T>
T node_of(SampleKind kind) {
  switch (kind) {
    case SampleKind::half_middle:
      return T(1) / 2;
    case SampleKind::third_first:
      return T(1) / 3;
    case SampleKind::third_second:
      return T(2) / 3;
    default:
      return T(1);
  }
}

/// Which kinds of signals a system has.
struct SignalKinds {
  bool plain = true;
  bool halves = false, thirds = false;  // with samples inside the step
  bool motions = false;
  bool rates_need_a_slope = false;  // velocities are sampled while the polynomial of a position is still constant
  bool motions_are_known = false;   // at the end of the step, when the first of their readers is advanced
  int highest_own_order = -1;       // of signals with orders of their own; −1: there are none
};

/// How the coupling variables are rebuilt inside a step. A plain signal is the polynomial of degree k through the
/// unknown sample at T_{N+1} and the newest k past ones,
///
///   w(θ) = Σ_p θ^p ( a_p z + Σ_i b_{p,i} w_{N−i} ),   nodes θ = 1, 0, −1, …, 1 − k
///
/// Explicit schemes need no form of their own: with z predicted by the polynomial through w_N … w_{N−k}, both
/// polynomials are the same. [Li2017] section 3.1.
///
/// A motion has an order of its own, and its velocity may be the derivative of the polynomial of its position, so that
/// both are one motion inside the step. [Schneider2017] Remark 3.1
///
/// A signal with samples inside the step is the sum of such parts, one for each of its samples:
///   k = 0 constant on each half (third), k = 1 linear on each, else one polynomial;
///   k = 2: through 1, 1/2, 0 (1, 2/3, 1/3);  k = 3: through 1, 2/3, 1/3, 0.   [Li2017] eqs. (3.37)-(3.39)
template <class T>
class Reconstruction {
 public:
  Reconstruction(int order, SignalKinds kinds, int motion_order = 0);

  /// Past samples a step looks back at: the predictor needs one more than the polynomial. Signals with samples inside
  /// the step do with those of the last one, and its begin.
  int memory() const { return memory_; }

  /// Whether the weights are those of a step of this length after these samples.
  bool suits(const SampleHistory<T>& history, const T& step_length) const {
    const int past = std::min(history.size(), memory_);
    if (static_cast<int>(spacing_.size()) != past || spacing_[0] != step_length) return false;
    for (int i = 1; i < past; ++i)
      if (spacing_[i] != history.length(i - 1)) return false;
    return true;
  }
  /// Makes them so; computed anew only when order or spacing changed.
  void prepare(const SampleHistory<T>& history, const T& step_length) {
    if (!suits(history, step_length)) compute(history, step_length);
  }

  /// θ of the past samples in use: what the weights depend on.
  const std::vector<T>& nodes() const { return nodes_; }
  int degree() const { return degree_; }
  std::span<const T> breaks() const { return breaks_; }  // θ of the borders of the pieces
  int pieces() const { return static_cast<int>(breaks_.size()) - 1; }

  /// Factor of θ^p that the unknown sample has in a piece.
  const T& unknown_weight(SampleKind kind, int piece, int p) const { return of(kind).polynomial[piece][p][0]; }
  /// How many past samples of the variable itself take part, and the factor of θ^p that the one of this age has.
  int past_terms(SampleKind kind) const { return of(kind).past; }
  /// Both for θ^p of a piece: of the unknown sample, then of the past ones by age.
  const T* weights(SampleKind kind, int piece, int p) const { return of(kind).polynomial[piece][p]; }
  /// The highest power of θ that a signal of this kind has.
  int degree(SampleKind kind) const { return of(kind).degree; }
  const T& past_weight(SampleKind kind, int piece, int p, int age) const {
    return of(kind).polynomial[piece][p][1 + age];
  }

  /// Whether velocities of motions are derivatives in this step.
  bool has_rates() const { return !kinds_.rates_need_a_slope || past_terms(SampleKind::motion) > 0; }

  /// z = Σ weight · past sample, over all samples of the signal.
  struct PredictionTerm {
    int sample = 0;  // 0: at the end, then by time
    int age = 0;
    T weight{};
  };
  std::span<const PredictionTerm> prediction(SampleKind kind) const {
    return {of(kind).prediction.data(), static_cast<std::size_t>(of(kind).prediction_terms)};
  }

  /// The mean over the step by which an extrapolated plain signal missed the one through the same samples and that of
  /// T_{N+1}, if the prediction of that sample missed it by one: as predicted, and once it was refreshed.
  struct MissedMean {
    T predicted{}, refreshed{};
  };
  const MissedMean& missed_mean(SampleKind kind) const { return of(kind).missed_mean; }

  /// The further condition of an extended signal, solved for its middle sample:
  ///   z_{1/2} = returned · w_{N+1} + past · w_N + second · (dw/dt at T_{N+1}, or ∫ w dt over the step)
  struct MiddleCondition {
    T returned, past, second;
  };
  MiddleCondition middle_condition(Extension extension, const T& step_length) const;

 private:
  static constexpr int most_pieces = 4;
  struct Weights {
    int past = 0, degree = 0;
    T polynomial[most_pieces][highest_order + 1][highest_order + 2] = {};
    int prediction_terms = 0;
    std::array<PredictionTerm, highest_order + 1> prediction = {};
    MissedMean missed_mean = {};
  };
  const Weights& of(SampleKind kind) const { return weights_[static_cast<int>(kind)]; }
  void compute(const SampleHistory<T>& history, const T& step_length);
  void make_plain(SampleKind kind, int order, int degree, const T* theta, int past);
  void make_rates(const T& step_length);
  void make_inner(std::span<const SampleKind> kinds, const T* theta, int past);

  int order_, motion_order_;
  SignalKinds kinds_;
  int memory_;
  T length_ = T(-1);  // of the step, where weights depend on it
  int degree_ = -1;
  std::vector<T> spacing_;  // lengths of this step and of those between the past samples, newest first
  std::vector<T> breaks_;
  std::vector<T> nodes_;  // θ of the past samples the weights were made for
  std::array<Weights, sample_kinds> weights_;
};

}  // namespace oldham
