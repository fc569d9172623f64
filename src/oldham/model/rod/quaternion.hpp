// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/model/multibody/spatial.hpp"

namespace oldham::rod {

using multibody::Matrix3;
using multibody::Vector3;

/// p = (s, v). Plain numbers, so that kernels are polynomials.
template <class T>
struct Quaternion {
  T s{1};
  Vector3<T> v = Vector3<T>::Zero();

  static Quaternion from(const T* p) { return {p[0], Vector3<T>(p[1], p[2], p[3])}; }
  void write(T* p) const {
    p[0] = s;
    for (int i = 0; i < 3; ++i) p[i + 1] = v[i];
  }
  Quaternion conjugate() const { return {s, -v}; }
  T dot(const Quaternion& q) const { return s * q.s + v[0] * q.v[0] + v[1] * q.v[1] + v[2] * q.v[2]; }
};

template <class T>
EIGEN_ALWAYS_INLINE Quaternion<T> operator*(const Quaternion<T>& p, const Quaternion<T>& q) {
  const auto& a = p.v;
  const auto& b = q.v;
  return {p.s * q.s - (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]),
          Vector3<T>(p.s * b[0] + q.s * a[0] + (a[1] * b[2] - a[2] * b[1]),
                     p.s * b[1] + q.s * a[1] + (a[2] * b[0] - a[0] * b[2]),
                     p.s * b[2] + q.s * a[2] + (a[0] * b[1] - a[1] * b[0]))};
}

/// p (3 − |p|²) / 2: unit length up to the square of what it was off, and at unit length blind to changes of it. So
/// forces of a quaternion that drifted within a step stay right, and derivatives along the sphere are all there are.
template <class T>
Quaternion<T> nearly_normalised(const Quaternion<T>& p) {
  const T scale = (T(3) - p.dot(p)) / 2;
  return {scale * p.s, Vector3<T>(scale * p.v[0], scale * p.v[1], scale * p.v[2])};
}

/// R(p), for a quaternion of unit length.
template <class T>
EIGEN_ALWAYS_INLINE Matrix3<T> rotation(const Quaternion<T>& p) {
  const Vector3<T> twice(2 * p.v[0], 2 * p.v[1], 2 * p.v[2]), s(p.s * twice[0], p.s * twice[1], p.s * twice[2]);
  const T xx = p.v[0] * twice[0], xy = p.v[0] * twice[1], xz = p.v[0] * twice[2];
  const T yy = p.v[1] * twice[1], yz = p.v[1] * twice[2], zz = p.v[2] * twice[2], one(1);
  Matrix3<T> R;
  R << one - (yy + zz), xy - s[2], xz + s[1], xy + s[2], one - (xx + zz), yz - s[0], xz - s[1], yz + s[0],
      one - (xx + yy);
  return R;
}

// Eigen computes small matrices in pairs of numbers, and reading a pair just after its halves were written stalls the
// processor: written out entry by entry kernels take half the time.

template <class T, class Entry>
EIGEN_ALWAYS_INLINE Matrix3<T> matrix_of(const Entry& entry) {
  Matrix3<T> X;
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i) X.coeffRef(i, j) = entry(i, j);
  return X;
}

template <class T, class Entry>
EIGEN_ALWAYS_INLINE Vector3<T> vector_of(const Entry& entry) {
  Vector3<T> x;
  for (int i = 0; i < 3; ++i) x.coeffRef(i) = entry(i);
  return x;
}

/// X Y.
template <class T>
EIGEN_ALWAYS_INLINE Matrix3<T> product(const Matrix3<T>& X, const Matrix3<T>& Y) {
  return matrix_of<T>([&](int i, int j) { return X(i, 0) * Y(0, j) + X(i, 1) * Y(1, j) + X(i, 2) * Y(2, j); });
}

/// X Yᵀ.
template <class T>
EIGEN_ALWAYS_INLINE Matrix3<T> product_transposed(const Matrix3<T>& X, const Matrix3<T>& Y) {
  return matrix_of<T>([&](int i, int j) { return X(i, 0) * Y(j, 0) + X(i, 1) * Y(j, 1) + X(i, 2) * Y(j, 2); });
}

/// X a.
template <class T>
EIGEN_ALWAYS_INLINE Vector3<T> product(const Matrix3<T>& X, const Vector3<T>& a) {
  return vector_of<T>([&](int i) { return X(i, 0) * a[0] + X(i, 1) * a[1] + X(i, 2) * a[2]; });
}

/// Xᵀ a.
template <class T>
EIGEN_ALWAYS_INLINE Vector3<T> transposed_product(const Matrix3<T>& X, const Vector3<T>& a) {
  return vector_of<T>([&](int i) { return X(0, i) * a[0] + X(1, i) * a[1] + X(2, i) * a[2]; });
}

/// a × b.
template <class T>
EIGEN_ALWAYS_INLINE Vector3<T> cross(const Vector3<T>& a, const Vector3<T>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

template <class T>
EIGEN_ALWAYS_INLINE T dot(const Vector3<T>& a, const Vector3<T>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// a× X: a crossed with every column.
template <class T>
EIGEN_ALWAYS_INLINE Matrix3<T> cross_left(const Vector3<T>& a, const Matrix3<T>& X) {
  Matrix3<T> Y;
  for (int j = 0; j < 3; ++j) {
    Y(0, j) = a[1] * X(2, j) - a[2] * X(1, j);
    Y(1, j) = a[2] * X(0, j) - a[0] * X(2, j);
    Y(2, j) = a[0] * X(1, j) - a[1] * X(0, j);
  }
  return Y;
}

/// X a×.
template <class T>
EIGEN_ALWAYS_INLINE Matrix3<T> cross_right(const Matrix3<T>& X, const Vector3<T>& a) {
  Matrix3<T> Y;
  for (int i = 0; i < 3; ++i) {
    Y(i, 0) = X(i, 1) * a[2] - X(i, 2) * a[1];
    Y(i, 1) = X(i, 2) * a[0] - X(i, 0) * a[2];
    Y(i, 2) = X(i, 0) * a[1] - X(i, 1) * a[0];
  }
  return Y;
}

/// a×.
template <class T>
EIGEN_ALWAYS_INLINE Matrix3<T> cross_matrix(const Vector3<T>& a) {
  const T zero(0);
  Matrix3<T> X;
  X << zero, -a[2], a[1], a[2], zero, -a[0], -a[1], a[0], zero;
  return X;
}

}  // namespace oldham::rod
