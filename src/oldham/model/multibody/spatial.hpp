// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>
#include <cmath>

#include "oldham/core/scalar.hpp"
#include "oldham/model/multibody/description.hpp"

namespace oldham::multibody {

template <class T>
using Vector3 = Eigen::Matrix<T, 3, 1>;
template <class T>
using Matrix3 = Eigen::Matrix<T, 3, 3>;

template <class T>
Vector3<T> make_vector(const Numbers3& numbers) {
  return {from_decimal<T>(numbers[0]), from_decimal<T>(numbers[1]), from_decimal<T>(numbers[2])};
}

/// A turn about the third axis.
template <class T>
Matrix3<T> rotation_in_plane(const T& angle) {
  using std::cos;
  using std::sin;
  const T c = cos(angle), s = sin(angle), one(1), zero(0);
  Matrix3<T> R;
  R << c, -s, zero, s, c, zero, zero, zero, one;
  return R;
}

/// The rotation of a quaternion (w, x, y, z), whatever its length.
template <class T>
Matrix3<T> rotation_of(const T* p) {
  const T s = T(2) / (p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
  const T wx = s * p[0] * p[1], wy = s * p[0] * p[2], wz = s * p[0] * p[3];
  const T xx = s * p[1] * p[1], xy = s * p[1] * p[2], xz = s * p[1] * p[3];
  const T yy = s * p[2] * p[2], yz = s * p[2] * p[3], zz = s * p[3] * p[3];
  const T one(1);
  Matrix3<T> R;
  R << one - (yy + zz), xy - wz, xz + wy, xy + wz, one - (xx + zz), yz - wx, xz - wy, yz + wx, one - (xx + yy);
  return R;
}

/// ṗ = ½ p ∘ (0, ω) with ω in body axes.
template <class T>
void quaternion_rate(const T* p, const T* w, T* rate) {
  rate[0] = (-p[1] * w[0] - p[2] * w[1] - p[3] * w[2]) / 2;
  rate[1] = (p[0] * w[0] + p[2] * w[2] - p[3] * w[1]) / 2;
  rate[2] = (p[0] * w[1] + p[3] * w[0] - p[1] * w[2]) / 2;
  rate[3] = (p[0] * w[2] + p[1] * w[1] - p[2] * w[0]) / 2;
}

/// p ← p ∘ exp(turn / 2), normalised: a turn by a rotation vector in body axes.
template <class T>
void turn_quaternion(T* p, const T* turn) {
  using std::cos;
  using std::sin;
  using std::sqrt;
  const T angle = sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]), half = angle / 2;
  // sin(x)/x near 0: the series is exact to rounding there
  const T scale = angle > T(1e-4) ? T(sin(half) / angle) : T((T(1) - half * half / 6 * (T(1) - half * half / 20)) / 2);
  const T c = cos(half), x = scale * turn[0], y = scale * turn[1], z = scale * turn[2];
  const std::array<T, 4> old = {p[0], p[1], p[2], p[3]};
  p[0] = old[0] * c - old[1] * x - old[2] * y - old[3] * z;
  p[1] = old[0] * x + old[1] * c + old[2] * z - old[3] * y;
  p[2] = old[0] * y + old[2] * c + old[3] * x - old[1] * z;
  p[3] = old[0] * z + old[3] * c + old[1] * y - old[2] * x;
  const T length = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
  for (int i = 0; i < 4; ++i) p[i] /= length;
}

/// The rotation vector of R, in [0, π]. Smooth away from half turns.
template <class T>
Vector3<T> rotation_vector(const Matrix3<T>& R) {
  using std::atan2;
  using std::sqrt;
  const Vector3<T> twice(R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1));  // 2 sin θ n
  const T sine = twice.norm() / 2, cosine = (R.trace() - T(1)) / 2;
  if (sine > T(1e-5)) return twice * T(atan2(sine, cosine) / (2 * sine));
  if (cosine > T(0)) return twice * T((T(1) + sine * sine / 6) / 2);  // θ / (2 sin θ) near 0
  // near a half turn R + Rᵀ = 2 n nᵀ (1 − cos θ) + 2 cos θ I tells the axis
  int k = 0;
  for (int i = 1; i < 3; ++i)
    if (R(i, i) > R(k, k)) k = i;
  Vector3<T> axis;
  for (int i = 0; i < 3; ++i) axis[i] = (R(i, k) + R(k, i)) / 2 - (i == k ? cosine : T(0));
  axis /= axis.norm();
  if (axis.dot(twice) < T(0)) axis = -axis;
  return axis * T(atan2(sine, cosine));
}

/// The inverse of how turns add up near θ: exp(θ + D⁻¹ x) ≈ exp(x) exp(θ) for small x. Transposed it is that of −θ.
///   D⁻¹ x = x − ½ θ × x + (1 − (|θ|/2) cot(|θ|/2)) / |θ|² θ × (θ × x)
template <class T>
Vector3<T> turn_rate(const Vector3<T>& turn, const Vector3<T>& x) {
  using std::tan;
  const T angle = turn.norm(), half = angle / 2;
  const T factor = angle > T(1e-3) ? T((T(1) - half / tan(half)) / (angle * angle))
                                   : T(T(1) / 12 + angle * angle / 720);  // its series
  return x - turn.cross(x) / 2 + factor * turn.cross(turn.cross(x));
}

/// d/dt of the rotation vector of R when it turns by w (ground axes).
template <class T>
Vector3<T> rotation_vector_rate(const Matrix3<T>& R, const Vector3<T>& w) {
  return turn_rate<T>(rotation_vector(R), w);
}

/// The unit quaternion (w, x, y, z) of R with w ≥ 0.
template <class T>
std::array<T, 4> quaternion_of(const Matrix3<T>& R) {
  const Eigen::Quaternion<T> p(R);
  const T sign = p.w() < T(0) ? T(-1) : T(1);
  return {sign * p.w(), sign * p.x(), sign * p.y(), sign * p.z()};
}

/// A right-handed frame whose third axis is this one.
template <class T>
Matrix3<T> frame_about(const Vector3<T>& axis) {
  using std::abs;
  Vector3<T> z = axis;
  z /= z.norm();
  int least = 0;
  for (int i = 1; i < 3; ++i)
    if (abs(z[i]) < abs(z[least])) least = i;
  Vector3<T> x = Vector3<T>::Unit(least).cross(z);
  x /= x.norm();
  Matrix3<T> frame;
  frame.col(0) = x;
  frame.col(1) = z.cross(x);
  frame.col(2) = z;
  return frame;
}

/// Where a body is and how it moves, in ground axes.
template <class T>
struct Motion {
  Vector3<T> r = Vector3<T>::Zero(), v = Vector3<T>::Zero(), w = Vector3<T>::Zero();
  Matrix3<T> R = Matrix3<T>::Identity();
  T angle = T(0);                                                 // in the plane
  Vector3<T> a = Vector3<T>::Zero(), alpha = Vector3<T>::Zero();  // known accelerations, of driven bodies only
};

/// A point fixed in a body, in ground axes.
template <class T>
struct Point {
  Vector3<T> arm, place, velocity;

  Point(const Motion<T>& body, const Vector3<T>& local)
      : arm(body.R * local), place(body.r + arm), velocity(body.v + body.w.cross(arm)) {}
};

/// How far a frame of a second body is turned against one of a first, about the third axis of the first: within half a
/// turn either way.
template <class T>
struct Twist {
  T angle, rate;
  Vector3<T> axis;

  Twist(const Motion<T>& a, const Matrix3<T>& frame_a, const Motion<T>& b, const Matrix3<T>& frame_b) {
    using std::atan2;
    const Matrix3<T> A = a.R * frame_a;
    const Vector3<T> x = b.R * frame_b.col(0);
    axis = A.col(2);
    angle = atan2(A.col(1).dot(x), A.col(0).dot(x));
    rate = axis.dot(b.w - a.w);
  }
  /// In the plane, where angles count all turns.
  Twist(const Motion<T>& a, const Motion<T>& b)
      : angle(b.angle - a.angle), rate(b.w[2] - a.w[2]), axis(Vector3<T>::UnitZ()) {}
};

/// ω × (ω × s): what a point accelerates by rotation alone.
template <class T>
Vector3<T> centripetal(const Motion<T>& body, const Vector3<T>& arm) {
  return body.w.cross(body.w.cross(arm));
}

}  // namespace oldham::multibody
