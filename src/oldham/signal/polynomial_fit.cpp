// SPDX-License-Identifier: MIT
#include "oldham/signal/polynomial_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace oldham {
namespace {

// whoever evaluates a polynomial of a few powers errs by some units in the last place
constexpr double rounding = 8 * std::numeric_limits<double>::epsilon();

/// What a unit of error in each sample makes of the divided difference over the first nodes.
double gain_of(std::span<const double> theta) {
  double gain = 0;
  for (std::size_t k = 0; k < theta.size(); ++k) {
    double product = 1;
    for (std::size_t l = 0; l < theta.size(); ++l)
      if (l != k) product *= std::abs(theta[k] - theta[l]);
    gain += 1 / product;
  }
  return gain;
}

}  // namespace

int fit_polynomials(std::span<const double> theta, std::span<const double> samples, std::vector<double>& coefficients) {
  const std::size_t nodes = theta.size(), inputs = samples.size() / nodes;
  std::vector<double>& c = coefficients;
  c.assign(samples.begin(), samples.end());

  // Newton's divided differences, c_j = u[θ_0, ..., θ_j]
  for (std::size_t order = 1; order < nodes; ++order)
    for (std::size_t j = nodes - 1; j >= order; --j)
      for (std::size_t i = 0; i < inputs; ++i)
        c[j * inputs + i] = (c[j * inputs + i] - c[(j - 1) * inputs + i]) / (theta[j] - theta[j - order]);

  // the highest that is more than rounding
  std::vector<double> largest(inputs);
  for (std::size_t k = 0; k < samples.size(); ++k)
    largest[k % inputs] = std::max(largest[k % inputs], std::abs(samples[k]));
  std::size_t degree = nodes - 1;
  for (; degree > 0; --degree) {
    const double noise = rounding * gain_of(theta.first(degree + 1));
    bool counts = false;
    for (std::size_t i = 0; i < inputs; ++i) counts = counts || std::abs(c[degree * inputs + i]) > noise * largest[i];
    if (counts) break;
  }
  c.resize((degree + 1) * inputs);

  // to powers of θ, by Horner's rule on (θ − θ_k)
  for (std::size_t k = degree; k-- > 0;)
    for (std::size_t j = k; j < degree; ++j)
      for (std::size_t i = 0; i < inputs; ++i) c[j * inputs + i] -= theta[k] * c[(j + 1) * inputs + i];
  return static_cast<int>(degree);
}

}  // namespace oldham
