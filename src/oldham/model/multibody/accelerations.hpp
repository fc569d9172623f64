// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/model/multibody/dynamics.hpp"

namespace oldham::multibody {

/// The acceleration of a body, ground axes, from the accelerations `dv`; ground and driven bodies know theirs.
template <class T>
void acceleration_of(const Dynamics<T>& dynamics, int body, const T* dv, Vector3<T>& a, Vector3<T>& alpha) {
  a.setZero();
  alpha.setZero();
  if (body == ground) return;
  const BodySlot<T>& slot = dynamics.mechanism().bodies[body];
  const Motion<T>& at = dynamics.motions()[body];
  if (slot.kind == BodyKind::carried) {
    Vector3<T> one, turn;
    for (const auto& [carrier, weight] : slot.carriers) {
      acceleration_of(dynamics, carrier, dv, one, turn);
      a += weight * one;
    }
    return;
  }
  const T* part = dv + slot.v;
  if (slot.kind == BodyKind::driven) {
    a = at.a;
    alpha = at.alpha;
    return;
  }
  const int plain = slot.kind == BodyKind::planar_body || slot.kind == BodyKind::planar_point ? 2 : 3;
  for (int k = 0; k < plain; ++k) a[k] = part[k];
  if (slot.kind == BodyKind::planar_body) alpha[2] = part[2];
  if (slot.kind == BodyKind::space_body) alpha = at.R * Vector3<T>(part[3], part[4], part[5]);
}

/// That of a point fixed in it.
template <class T>
Vector3<T> point_acceleration(const Dynamics<T>& dynamics, int body, const Vector3<T>& arm, const T* dv) {
  Vector3<T> a, alpha;
  acceleration_of(dynamics, body, dv, a, alpha);
  if (body == ground) return a;
  return a + alpha.cross(arm) + centripetal(dynamics.motions()[body], arm);
}

}  // namespace oldham::multibody
