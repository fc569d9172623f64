// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>

namespace oldham {

/// Coordinates of a rotation whose rates are the velocities of the body, as a joint needs them: v = q'.
enum class RotationKind {
  cardan_angles,     // (α, β, γ) in rad: R = R_x(α) R_y(β) R_z(γ)
  euler_parameters,  // quaternion (p_s, p_x, p_y, p_z) of any length but zero
};

inline constexpr int coordinate_count(RotationKind kind) { return kind == RotationKind::cardan_angles ? 3 : 4; }

template <class S>
using RotationMatrix = std::array<std::array<S, 3>, 3>;

/// R = R_x(α) R_y(β) R_z(γ).
template <class S>
RotationMatrix<S> cardan_rotation(const S* angles) {
  using std::cos;
  using std::sin;
  const S ca = cos(angles[0]), sa = sin(angles[0]), cb = cos(angles[1]), sb = sin(angles[1]);
  const S cg = cos(angles[2]), sg = sin(angles[2]);
  return {{{cb * cg, -cb * sg, sb},
           {ca * sg + sa * sb * cg, ca * cg - sa * sb * sg, -sa * cb},
           {sa * sg - ca * sb * cg, sa * cg + ca * sb * sg, ca * cb}}};
}

/// R a = a + 2 (p_s p_v × a + p_v × (p_v × a)) / |p|². Divided by |p|², so that R stays a rotation while an integrator
/// lets |p| drift.
template <class S>
RotationMatrix<S> quaternion_rotation(const S* p) {
  const S f = S(2) / (p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
  const S xx = f * p[1] * p[1], yy = f * p[2] * p[2], zz = f * p[3] * p[3];
  const S xy = f * p[1] * p[2], xz = f * p[1] * p[3], yz = f * p[2] * p[3];
  const S sx = f * p[0] * p[1], sy = f * p[0] * p[2], sz = f * p[0] * p[3];
  return {{{S(1) - yy - zz, xy - sz, xz + sy}, {xy + sz, S(1) - xx - zz, yz - sx}, {xz - sy, yz + sx, S(1) - xx - yy}}};
}

template <class S>
RotationMatrix<S> rotation_matrix(RotationKind kind, const S* coordinates) {
  return kind == RotationKind::cardan_angles ? cardan_rotation(coordinates) : quaternion_rotation(coordinates);
}

/// p ∘ r: first the rotation r, then p. (p_s r_s − p_v·r_v, p_s r_v + r_s p_v + p_v × r_v)
template <class S, class Constant>
std::array<S, 4> quaternion_product(const S* p, const std::array<Constant, 4>& r) {
  return {p[0] * r[0] - p[1] * r[1] - p[2] * r[2] - p[3] * r[3], p[0] * r[1] + p[1] * r[0] + p[2] * r[3] - p[3] * r[2],
          p[0] * r[2] - p[1] * r[3] + p[2] * r[0] + p[3] * r[1], p[0] * r[3] + p[1] * r[2] - p[2] * r[1] + p[3] * r[0]};
}

}  // namespace oldham
