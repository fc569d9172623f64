// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>
#include <vector>

#include "oldham/coupling/scheme.hpp"
#include "oldham/signal/sample_history.hpp"

namespace oldham {

/// The part a coupling variable plays in rebuilding a signal.
enum class SampleKind {
  plain,   // a signal of its own, through the sample at T_{N+1} and past ones
  end,     // the samples at communication points of an extended signal
  middle,  // the samples in the middle of the steps of an extended signal
};
inline constexpr int sample_kinds = 3;

/// How the coupling variables are rebuilt inside a step. A plain signal is the polynomial of degree k through the
/// unknown sample at T_{N+1} and the newest k past ones,
///
///   w(θ) = Σ_p θ^p ( a_p z + Σ_i b_{p,i} w_{N−i} ),   nodes θ = 1, 0, −1, …, 1 − k
///
/// Explicit schemes need no form of their own: with z predicted by the polynomial through w_N … w_{N−k}, both
/// polynomials are the same. [Li2017] section 3.1.
///
/// An extended signal is the sum of two such parts, one of the samples at the end and one of those in the middle of the
/// step: k = 0 constant on each half, k = 1 linear on each half, k = 2 one parabola. [Li2017] eqs. (3.37)-(3.39)
template <class T>
class Reconstruction {
 public:
  Reconstruction(int order, Extension extension);

  /// Past samples a step looks back at: the predictor needs one more than the polynomial.
  int memory() const { return order_ + 1; }

  /// Weights for a step of this length after these samples; computed anew only when order or spacing changed.
  void prepare(const SampleHistory<T>& history, const T& step_length);

  /// θ of the past samples in use: what the weights depend on.
  const std::vector<T>& nodes() const { return nodes_; }
  int degree() const { return degree_; }
  std::span<const T> breaks() const { return breaks_; }  // θ of the borders of the pieces
  int pieces() const { return static_cast<int>(breaks_.size()) - 1; }

  /// Factor of θ^p that the unknown sample has in a piece.
  const T& unknown_weight(SampleKind kind, int piece, int p) const { return of(kind).polynomial[piece][p][0]; }
  /// How many past samples of the variable itself take part, and the factor of θ^p that the one of this age has.
  int past_terms(SampleKind kind) const { return of(kind).past; }
  const T& past_weight(SampleKind kind, int piece, int p, int age) const {
    return of(kind).polynomial[piece][p][1 + age];
  }

  /// z = Σ weight · past sample; those of extended signals look at both of their parts.
  struct PredictionTerm {
    bool of_middle = false;
    int age = 0;
    T weight{};
  };
  std::span<const PredictionTerm> prediction(SampleKind kind) const {
    return {of(kind).prediction.data(), static_cast<std::size_t>(of(kind).prediction_terms)};
  }

  /// The further condition of an extended signal, solved for its middle sample:
  ///   z_{1/2} = returned · w_{N+1} + past · w_N + second · (dw/dt at T_{N+1}, or ∫ w dt over the step)
  struct MiddleCondition {
    T returned, past, second;
  };
  MiddleCondition middle_condition(const T& step_length) const;

 private:
  struct Weights {
    int past = 0;
    T polynomial[2][highest_order + 1][highest_order + 2] = {};
    int prediction_terms = 0;
    std::array<PredictionTerm, highest_order + 1> prediction = {};
  };
  const Weights& of(SampleKind kind) const { return weights_[static_cast<int>(kind)]; }
  void make_plain(const T* theta, int past);
  void make_extended(const T* theta, int past);

  int order_;
  Extension extension_;
  int degree_ = -1;
  std::vector<T> breaks_;
  std::vector<T> nodes_;  // θ of the past samples the weights were made for
  std::array<Weights, sample_kinds> weights_;
};

}  // namespace oldham
