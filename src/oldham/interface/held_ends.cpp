// SPDX-License-Identifier: MIT
#include "oldham/interface/held_ends.hpp"

#include <Eigen/Dense>

#include "oldham/core/scalar.hpp"

namespace oldham {
namespace {

// of bounded size, so that evaluating in the loop asks for no memory
constexpr int most_rows = 3 * HeldEnds<double>::most_ends;
template <class T>
using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor, most_rows, most_rows>;
template <class T>
using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1, Eigen::ColMajor, most_rows, 1>;
/// Arguments and derivatives as they are handed in.
template <class T>
using Table = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Columns of the mobility.
int force_column(int j) { return 6 * (j / 3) + j % 3; }
int moment_column(int j) { return force_column(j) + 3; }

}  // namespace

/// The arguments by name, and the equations they make.
template <class T>
struct HeldEnds<T>::Instant {
  Instant(const std::vector<End>& ends, const T* y)
      : size(3 * static_cast<int>(ends.size())), W(y + size, size, 2 * size), mass(size), moment(size) {
    const T *inner = y + size + 2 * size * size, *told = inner + size;
    for (int i = 0; i < size; ++i) {
      const End& end = ends[i / 3];
      mass[i] = end.mass;
      moment[i] = end.is_clamped ? *told++ : T(0);
    }
    Vector<T> a = Eigen::Map<const Vector<T>>(y, size);
    system = Matrix<T>::Identity(size, size);
    for (int j = 0; j < size; ++j) {
      system.col(j) += mass.cwiseProduct(W.col(force_column(j)));
      a += W.col(moment_column(j)) * moment[j];
    }
    right = Eigen::Map<const Vector<T>>(inner, size) - mass.cwiseProduct(a);
  }

  int size;
  Eigen::Map<const Table<T>> W;
  Vector<T> mass, moment, right;
  Matrix<T> system;
};

template <class T>
HeldEnds<T>::HeldEnds(std::vector<End> ends) : ends_(std::move(ends)) {
  for (const End& end : ends_) clamped_ += end.is_clamped ? 1 : 0;
}

template <class T>
void HeldEnds<T>::evaluate(const T* y, T* F) const {
  const Instant at(ends_, y);
  Eigen::Map<Vector<T>>(F, at.size) = at.system.partialPivLu().solve(at.right);
}

template <class T>
void HeldEnds<T>::jacobian(const T* y, T* J) const {
  const Instant at(ends_, y);
  const int n = at.size;
  const Matrix<T> inverse = at.system.partialPivLu().solve(Matrix<T>::Identity(n, n));
  const Vector<T> F = inverse * at.right;
  Eigen::Map<Table<T>> columns(J, n, argument_count());
  // (1 + m W_f) dF = dp − m (da⁰ + dW_f F + dW_m M + W_m dM)
  int told = 2 * n + 2 * n * n;
  for (int i = 0; i < n; ++i) {
    const Vector<T> answer = inverse.col(i), moved = -at.mass[i] * answer;
    columns.col(i) = moved;
    for (int j = 0; j < n; ++j) {
      columns.col(n + 2 * n * i + force_column(j)) = moved * F[j];
      columns.col(n + 2 * n * i + moment_column(j)) = moved * at.moment[j];
    }
    columns.col(n + 2 * n * n + i) = answer;
    if (ends_[i / 3].is_clamped) columns.col(told++) = -(inverse * at.mass.cwiseProduct(at.W.col(moment_column(i))));
  }
}

template class HeldEnds<double>;
template class HeldEnds<Multiprecision>;

}  // namespace oldham
