// SPDX-License-Identifier: MIT
#include "oldham/model/rod/modes.hpp"

#include <Eigen/Core>
#include <limits>
#include <numeric>

#include "oldham/core/error.hpp"

namespace oldham::rod {
namespace {

template <class T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
template <class T>
using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;

enum class Response { stiffness, damping };

/// −∂f/∂q or −∂f/∂u at rest, made symmetric, held nodes pinned.
template <class T>
BandMatrix<T> matrix_at_rest(Response kind, const Rod<T>& rod, const RodInputs<T>& inputs, std::vector<T> state) {
  const int n = rod.unknown_count();
  RodInputs<T> at_rest = inputs;
  for (EndMotion<T>* end : {&at_rest.start, &at_rest.end}) end->v = end->w = end->a = Vector3<T>::Zero();
  std::fill(state.begin() + rod.position_count(), state.end(), T(0));
  BandMatrix<T> K(n);
  std::vector<T> f(n), flow(n);
  const bool stiff = kind == Response::stiffness;
  rod.linearise(state.data(), at_rest, T(stiff ? -1 : 0), T(stiff ? 0 : -1), K, f.data(), flow.data());
  K.symmetrise();
  for (const int node : {0, rod.edges()})
    if (rod.is_held(node))
      for (int i = 6 * node; i < 6 * node + 3; ++i) K.pin(i);
  return K;
}

/// Makes columns orthonormal in the product of the masses, twice, since once loses digits.
template <class T>
void orthonormalise(const Vector<T>& masses, Matrix<T>& X) {
  using std::sqrt;
  for (int j = 0; j < X.cols(); ++j) {
    for (int pass = 0; pass < 2; ++pass)
      for (int i = 0; i < j; ++i) {
        const T share = X.col(i).cwiseProduct(masses).dot(X.col(j));
        X.col(j) -= share * X.col(i);
      }
    X.col(j) /= T(sqrt(X.col(j).cwiseProduct(masses).dot(X.col(j))));
  }
}

/// Eigenvalues, largest first, and eigenvectors of a small symmetric matrix by Jacobi's rotations, which keep the
/// digits of small eigenvalues beside large ones.
template <class T>
struct SmallEigenproblem {
  Vector<T> values;
  Matrix<T> vectors;

  explicit SmallEigenproblem(Matrix<T> S) {
    using std::abs;
    using std::sqrt;
    const int n = static_cast<int>(S.rows());
    Matrix<T> Q = Matrix<T>::Identity(n, n);
    for (bool turned = true; turned;) {
      turned = false;
      for (int i = 0; i < n; ++i)
        for (int j = i + 1; j < n; ++j) {
          if (!(abs(S(i, j)) > std::numeric_limits<T>::epsilon() * sqrt(T(abs(S(i, i) * S(j, j)))))) continue;
          turned = true;
          // tan of the angle that makes S(i, j) zero, the smaller of the two
          const T ratio = (S(j, j) - S(i, i)) / (2 * S(i, j));
          const T t = (ratio < T(0) ? T(-1) : T(1)) / (abs(ratio) + sqrt(T(ratio * ratio + T(1))));
          const T c = T(1) / sqrt(T(t * t + T(1))), s = t * c;
          turn_columns(S, i, j, c, s);
          turn_rows(S, i, j, c, s);
          S(i, j) = S(j, i) = T(0);
          turn_columns(Q, i, j, c, s);
        }
    }
    std::vector<int> order(n);
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](int a, int b) { return S(a, a) > S(b, b); });
    values.resize(n);
    vectors.resize(n, n);
    for (int k = 0; k < n; ++k) {
      values[k] = S(order[k], order[k]);
      vectors.col(k) = Q.col(order[k]);
    }
  }

 private:
  static void turn_columns(Matrix<T>& X, int i, int j, const T& c, const T& s) {
    for (int k = 0; k < X.rows(); ++k) {
      const T a = X(k, i), b = X(k, j);
      X(k, i) = c * a - s * b;
      X(k, j) = s * a + c * b;
    }
  }
  static void turn_rows(Matrix<T>& X, int i, int j, const T& c, const T& s) {
    for (int k = 0; k < X.cols(); ++k) {
      const T a = X(i, k), b = X(j, k);
      X(i, k) = c * a - s * b;
      X(j, k) = s * a + c * b;
    }
  }
};

}  // namespace

template <class T>
std::vector<Mode<T>> compute_modes(const Rod<T>& rod, const RodInputs<T>& inputs, const std::vector<T>& state,
                                   int count) {
  using std::abs;
  const int n = rod.unknown_count();
  Vector<T> masses = Eigen::Map<const Vector<T>>(rod.masses().data(), n);
  std::vector<int> unknowns;
  for (int i = 0; i < n; ++i) {
    const bool held = (i / 3) % 2 == 0 && rod.is_held(i / 6);
    if (!held) unknowns.push_back(i);
  }
  count = std::min(count, static_cast<int>(unknowns.size()));
  const int columns = std::min(count + std::max(8, count / 2), static_cast<int>(unknowns.size()));

  // (K + σ M)⁻¹ M has the slow modes as its large ones; σ lets a rod be free, below the frequencies bending has, and
  // grows until it is above −ω² of every unstable mode, so that these come first
  const BandMatrix<T> K = matrix_at_rest(Response::stiffness, rod, inputs, state);
  BandMatrix<T> A = K;
  T sigma = rod.slow_frequency_squared();
  for (int k = 0; k < 100; ++k, sigma *= T(2)) {
    A = K;
    for (const int i : unknowns) A(i, i) += sigma * masses[i];
    if (A.is_positive_definite()) break;
  }
  if (!A.factor()) throw Error(ErrorKind::failure, "modes of a rod: its stiffness is singular or not finite");

  // iterate a subspace; numbers without a pattern, so that no mode is left out
  Matrix<T> X = Matrix<T>::Zero(n, columns);
  unsigned seed = 1;
  for (int j = 0; j < columns; ++j)
    for (const int i : unknowns) {
      seed = seed * 1664525u + 1013904223u;
      X(i, j) = T(static_cast<int>(seed >> 16) - 32768) / T(32768);
      X(i, j) /= (i / 3) % 2 == 0 ? T(1) : rod.length();
    }
  orthonormalise(masses, X);
  Vector<T> last = Vector<T>::Zero(columns), values(columns);
  int passes = 500;
  for (int pass = 0; pass < passes; ++pass) {
    const Matrix<T> MX = masses.asDiagonal() * X;
    Matrix<T> Y = MX;
    for (int j = 0; j < columns; ++j) A.solve(Y.col(j).data());
    Matrix<T> S = MX.transpose() * Y;
    S = ((S + S.transpose()) / T(2)).eval();
    const SmallEigenproblem<T> small(S);
    values = small.values;
    X = Y * small.vectors;
    orthonormalise(masses, X);
    T change(0);
    for (int j = 0; j < count; ++j) change = std::max(change, T(abs(values[j] - last[j]) / abs(values[j])));
    last = values;
    // errors of shapes are the roots of those of values, and need as many passes again
    if (change < T(1e5) * std::numeric_limits<T>::epsilon()) passes = std::min(passes, 2 * pass + 2);
  }

  const BandMatrix<T> D = matrix_at_rest(Response::damping, rod, inputs, state);
  Vector<T> force(n);
  std::vector<Mode<T>> modes(count);
  for (int j = 0; j < count; ++j) {
    modes[j].frequency_squared = T(1) / values[j] - sigma;
    D.multiply(X.col(j).data(), force.data());
    modes[j].damping = X.col(j).dot(force);
    modes[j].shape.assign(X.col(j).data(), X.col(j).data() + n);
  }
  return modes;
}

template std::vector<Mode<double>> compute_modes(const Rod<double>&, const RodInputs<double>&,
                                                 const std::vector<double>&, int);
template std::vector<Mode<Multiprecision>> compute_modes(const Rod<Multiprecision>&, const RodInputs<Multiprecision>&,
                                                         const std::vector<Multiprecision>&, int);

}  // namespace oldham::rod
