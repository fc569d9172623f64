// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "oldham/interface/rotation_coordinates.hpp"

namespace oldham {

// The equations of the ready-made joints, for any scalar S. Vectors given in axes of the mover's body are constant.

/// q_F,i = q_R,i + c_i(t): coordinates that coincide up to a prescribed motion. Offset: `c(const S& t, S* into)`.
template <class Offset>
struct OffsetCoordinates {
  int coordinates;
  Offset c;

  template <class S>
  void operator()(const S& t, const S* q_R, S* q_F) const {
    c(t, q_F);
    for (int i = 0; i < coordinates; ++i) q_F[i] += q_R[i];
  }
};

/// 2 g = |b + q_F e − q_R|² − L²: a rod of length L from the mover's point q_R to a point of the moved system that runs
/// on the line b + q_F e, as in a slider-crank; e has unit length. In the plane or in space, as long as b is.
template <class T>
struct RodToGuide {
  std::vector<T> b, e;  // m, 1
  T length;             // m

  template <class S>
  void operator()(const S&, const S* q_R, const S* q_F, S* g) const {
    S square(-length * length);
    for (std::size_t k = 0; k < b.size(); ++k) {
      const S d = b[k] + q_F[0] * e[k] - q_R[k];
      square += d * d;
    }
    g[0] = square / S(2);
  }
};

/// q_F = (r + R s, R d_1, R d_2, …): a point s and directions d_k fixed in a rigid body with q_R = (r, rotation).
template <class T>
struct PointWithDirectors {
  RotationKind rotation;
  std::array<T, 3> s;               // m
  std::vector<std::array<T, 3>> d;  // 1

  template <class S>
  void operator()(const S&, const S* q_R, S* q_F) const {
    const RotationMatrix<S> R = rotation_matrix(rotation, q_R + 3);
    const auto turn = [&](const std::array<T, 3>& a, int i) {
      return R[i][0] * a[0] + R[i][1] * a[1] + R[i][2] * a[2];
    };
    for (int i = 0; i < 3; ++i) *q_F++ = q_R[i] + turn(s, i);
    for (const auto& director : d)
      for (int i = 0; i < 3; ++i) *q_F++ = turn(director, i);
  }
};

/// q_F = (r + R(p) s, p ∘ c): point and quaternion of a frame fixed in a rigid body with q_R = (r, p).
template <class T>
struct PointWithQuaternion {
  std::array<T, 3> s;  // m
  std::array<T, 4> c;  // of the frame in axes of the body

  template <class S>
  void operator()(const S& t, const S* q_R, S* q_F) const {
    PointWithDirectors<T>{RotationKind::euler_parameters, s, {}}(t, q_R, q_F);
    const std::array<S, 4> p = quaternion_product(q_R + 3, c);
    for (int i = 0; i < 4; ++i) q_F[3 + i] = p[i];
  }
};

/// q_F = r + A(φ) s: a point s fixed in a planar body with q_R = (x, y, φ).
template <class T>
struct PlanarPoint {
  std::array<T, 2> s;  // m

  template <class S>
  void operator()(const S&, const S* q_R, S* q_F) const {
    using std::cos;
    using std::sin;
    const S c = cos(q_R[2]), w = sin(q_R[2]);
    q_F[0] = q_R[0] + c * s[0] - w * s[1];
    q_F[1] = q_R[1] + w * s[0] + c * s[1];
  }
};

/// q_F = (r + A(φ) (s + σ e), φ + δ): a frame on a carriage at σ on a guide through s along e, both fixed in a planar
/// body; q_R = (x, y, φ, σ). e has unit length.
template <class T>
struct PlanarCarriage {
  std::array<T, 2> s, e;  // m, 1
  T turn;                 // δ, rad

  template <class S>
  void operator()(const S&, const S* q_R, S* q_F) const {
    using std::cos;
    using std::sin;
    const S c = cos(q_R[2]), w = sin(q_R[2]), x = s[0] + q_R[3] * e[0], y = s[1] + q_R[3] * e[1];
    q_F[0] = q_R[0] + c * x - w * y;
    q_F[1] = q_R[1] + w * x + c * y;
    q_F[2] = q_R[2] + turn;
  }
};

}  // namespace oldham
