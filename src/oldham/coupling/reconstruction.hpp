// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "oldham/coupling/scheme.hpp"
#include "oldham/signal/sample_history.hpp"

namespace oldham {

/// How the coupling variables are rebuilt inside a step: the polynomial of degree k through the unknown sample at
/// T_{N+1} and the newest k past ones,
///
///   w(θ) = Σ_p θ^p ( a_p z + Σ_i b_{p,i} w_{N−i} ),   nodes θ = 1, 0, −1, …, 1 − k
///
/// Explicit schemes need no form of their own: with z predicted by the polynomial through w_N … w_{N−k}, both
/// polynomials are the same. [Li2017] section 3.1.
template <class T>
class Reconstruction {
 public:
  explicit Reconstruction(int order) : order_(order) {}

  /// Past samples a step looks back at: the predictor needs one more than the polynomial.
  int memory() const { return order_ + 1; }

  /// Weights for a step of this length after these samples; computed anew only when order or spacing changed.
  /// Returns whether they changed.
  bool prepare(const SampleHistory<T>& history, const T& step_length);

  int degree() const { return degree_; }
  /// Factor of θ^p that the unknown sample has.
  const T& unknown_weight(int p) const { return polynomial_[p * (highest_order + 2)]; }
  /// Factor of θ^p that the past sample of this age has; ages 0 … degree − 1 take part.
  const T& past_weight(int p, int age) const { return polynomial_[p * (highest_order + 2) + 1 + age]; }

  /// z = Σ prediction_weight(i) w_{N−i}, i = 0 … prediction_terms() − 1
  int prediction_terms() const { return prediction_terms_; }
  const T& prediction_weight(int age) const { return prediction_[age]; }

 private:
  int order_;
  int degree_ = -1;
  int prediction_terms_ = 0;
  std::vector<T> nodes_;  // θ of the past samples the weights were made for
  T polynomial_[(highest_order + 1) * (highest_order + 2)] = {};
  T prediction_[highest_order + 1] = {};
};

}  // namespace oldham
