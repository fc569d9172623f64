// SPDX-License-Identifier: MIT
#include "oldham/subsystem/matrix_exponential.hpp"

#include <cmath>
#include <limits>

#include "oldham/core/balance.hpp"
#include "oldham/core/scalar.hpp"

namespace oldham {
namespace {

/// R = P Q, all n x n row-major.
template <class T>
void multiply(const std::vector<T>& P, const std::vector<T>& Q, std::vector<T>& R, int n) {
  for (int i = 0; i < n; ++i) {
    T* r = &R[i * n];
    for (int j = 0; j < n; ++j) r[j] = T(0);
    for (int k = 0; k < n; ++k) {
      const T& p = P[i * n + k];
      if (p == T(0)) continue;
      const T* q = &Q[k * n];
      for (int j = 0; j < n; ++j) r[j] += p * q[j];
    }
  }
}

template <class T>
T row_sum_norm(const std::vector<T>& M, int n) {
  using std::abs;
  T norm(0);
  for (int i = 0; i < n; ++i) {
    T sum(0);
    for (int j = 0; j < n; ++j) sum += abs(M[i * n + j]);
    if (sum > norm) norm = sum;
  }
  return norm;
}

}  // namespace

template <class T>
std::vector<T> matrix_exponential(std::vector<T> M, int n) {
  // what is not finite has no exponential; the answer says so and is found out where it is used
  if (!(row_sum_norm(M, n) <= std::numeric_limits<T>::max()))
    return std::vector<T>(M.size(), std::numeric_limits<T>::quiet_NaN());

  using std::abs;
  using std::ldexp;
  // balance first: stiff oscillators have entries far larger than their eigenvalues, and each needless squaring
  // costs a digit
  const std::vector<T> scale = balance(M, n);

  // scale so that the series converges fast
  int squarings = 0;
  for (T norm = row_sum_norm(M, n); norm > T(0.5); norm = ldexp(norm, -1)) ++squarings;
  const T shrink = ldexp(T(1), -squarings);
  for (T& m : M) m *= shrink;

  // E = Σ M^k / k!
  const auto size = static_cast<std::size_t>(n * n);
  std::vector<T> E(size, T(0)), term(size, T(0)), next(size);
  for (int i = 0; i < n; ++i) E[i * n + i] = term[i * n + i] = T(1);
  // until no entry changes any more, each relative to itself: the answer of a position to θ³ is of order h², and as
  // much worth as the others. An entry that is zero now may yet be reached, but not once none was reached for a term.
  const T epsilon = std::numeric_limits<T>::epsilon() / 8, nothing = epsilon * epsilon * epsilon * epsilon;
  for (int k = 1; k < 1000; ++k) {
    multiply(term, M, next, n);
    bool changes = false;
    for (std::size_t j = 0; j < size; ++j) {
      if (next[j] == T(0)) continue;
      next[j] /= k;
      const T change = abs(next[j]);
      changes = changes || (change > epsilon * abs(E[j]) && change > nothing);
      E[j] += next[j];
    }
    std::swap(term, next);
    if (!changes) break;
  }

  for (int s = 0; s < squarings; ++s) {
    multiply(E, E, next, n);
    std::swap(E, next);
  }

  // undo the balancing
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) E[i * n + j] *= scale[i] / scale[j];
  return E;
}

template <class T>
Propagator<T> compute_propagator(const std::vector<T>& A, const std::vector<T>& B, int states, int inputs, const T& h,
                                 int degree) {
  const int columns = inputs * (degree + 1);
  const int n = states + columns;
  std::vector<T> M(static_cast<std::size_t>(n * n), T(0));
  auto at = [&](int i, int j) -> T& { return M[i * n + j]; };
  for (int i = 0; i < states; ++i) {
    for (int j = 0; j < states; ++j) at(i, j) = A[i * states + j] * h;
    for (int j = 0; j < inputs; ++j) at(i, states + j) = B[i * inputs + j] * h;
  }
  for (int i = 0; i < columns - inputs; ++i) at(states + i, states + inputs + i) = T(1);
  const std::vector<T> E = matrix_exponential(std::move(M), n);

  Propagator<T> result{h, degree, {}, {}};
  result.phi.resize(static_cast<std::size_t>(states * states));
  result.gamma.resize(static_cast<std::size_t>(states * columns));
  for (int i = 0; i < states; ++i) {
    const T* row = &E[i * n];
    for (int j = 0; j < states; ++j) result.phi[i * states + j] = row[j];
    T factorial(1);
    for (int p = 0; p <= degree; ++p) {
      if (p > 1) factorial *= p;
      for (int j = 0; j < inputs; ++j)
        result.gamma[i * columns + p * inputs + j] = row[states + p * inputs + j] * factorial;  // Γ_p = p! · block
    }
  }
  return result;
}

template std::vector<double> matrix_exponential(std::vector<double>, int);
template std::vector<Multiprecision> matrix_exponential(std::vector<Multiprecision>, int);
template Propagator<double> compute_propagator(const std::vector<double>&, const std::vector<double>&, int, int,
                                               const double&, int);
template Propagator<Multiprecision> compute_propagator(const std::vector<Multiprecision>&,
                                                       const std::vector<Multiprecision>&, int, int,
                                                       const Multiprecision&, int);

}  // namespace oldham
