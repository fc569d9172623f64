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
  T dot(const Quaternion& q) const { return s * q.s + v.dot(q.v); }
};

template <class T>
Quaternion<T> operator*(const Quaternion<T>& p, const Quaternion<T>& q) {
  return {p.s * q.s - p.v.dot(q.v), p.s * q.v + q.s * p.v + p.v.cross(q.v)};
}

/// p (3 − |p|²) / 2: unit length up to the square of what it was off, and at unit length blind to changes of it. So
/// forces of a quaternion that drifted within a step stay right, and derivatives along the sphere are all there are.
template <class T>
Quaternion<T> nearly_normalised(const Quaternion<T>& p) {
  const T scale = (T(3) - p.dot(p)) / 2;
  return {scale * p.s, scale * p.v};
}

/// R(p), for a quaternion of unit length.
template <class T>
Matrix3<T> rotation(const Quaternion<T>& p) {
  const Vector3<T> twice = T(2) * p.v, s = p.s * twice;
  const T xx = p.v[0] * twice[0], xy = p.v[0] * twice[1], xz = p.v[0] * twice[2];
  const T yy = p.v[1] * twice[1], yz = p.v[1] * twice[2], zz = p.v[2] * twice[2], one(1);
  Matrix3<T> R;
  R << one - (yy + zz), xy - s[2], xz + s[1], xy + s[2], one - (xx + zz), yz - s[0], xz - s[1], yz + s[0],
      one - (xx + yy);
  return R;
}

/// a× X: a crossed with every column.
template <class T>
Matrix3<T> cross_left(const Vector3<T>& a, const Matrix3<T>& X) {
  Matrix3<T> Y;
  for (int j = 0; j < 3; ++j) Y.col(j) = a.cross(X.col(j));
  return Y;
}

/// X a×.
template <class T>
Matrix3<T> cross_right(const Matrix3<T>& X, const Vector3<T>& a) {
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
Matrix3<T> cross_matrix(const Vector3<T>& a) {
  const T zero(0);
  Matrix3<T> X;
  X << zero, -a[2], a[1], a[2], zero, -a[0], -a[1], a[0], zero;
  return X;
}

}  // namespace oldham::rod
