// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "oldham/model/multibody/dynamics.hpp"

namespace oldham::multibody {

template <class T>
void Dynamics<T>::add_wrench(int body, const Vector3<T>& force, const Vector3<T>& torque, const Motion<T>& at,
                             T* Q) const {
  if (body == ground) return;
  const BodySlot<T>& slot = mechanism_->bodies[body];
  T* part = Q + slot.v;
  switch (slot.kind) {
    case BodyKind::planar_body:
      part[2] += torque[2];
      [[fallthrough]];
    case BodyKind::planar_point:
      part[0] += force[0];
      part[1] += force[1];
      return;
    case BodyKind::space_body: {
      const Vector3<T> turned = at.R.transpose() * torque;
      for (int k = 0; k < 3; ++k) part[3 + k] += turned[k];
    }
      [[fallthrough]];
    case BodyKind::space_point:
      for (int k = 0; k < 3; ++k) part[k] += force[k];
      return;
    case BodyKind::carried:
      for (const auto& [carrier, weight] : slot.carriers) {
        const BodySlot<T>& other = mechanism_->bodies[carrier];
        const int straight = other.straight();
        for (int k = 0; k < straight; ++k) Q[other.v + k] += weight * force[k];
      }
      return;
    case BodyKind::driven:
      return;
  }
}

template <class T>
void Dynamics<T>::evaluate_forces(const T* u) {
  const Mechanism<T>& m = *mechanism_;
  std::fill(force_.begin(), force_.end(), T(0));
  for (std::size_t i = 0; i < m.bodies.size(); ++i) {
    const BodySlot<T>& slot = m.bodies[i];
    if (slot.kind == BodyKind::driven) continue;
    const Motion<T>& at = motions_[i];
    add_wrench(static_cast<int>(i), slot.weight * m.gravity - slot.drag * at.v, -slot.angular_drag * at.w, at,
               force_.data());
    if (slot.kind != BodyKind::space_body) continue;
    const Vector3<T> w = at.R.transpose() * at.w, gyroscopic = w.cross(slot.inertia * w);
    for (int k = 0; k < 3; ++k) force_[slot.v + 3 + k] -= gyroscopic[k];
  }
  Wrenches<T> wrenches;
  for (const ForceElement<T>& element : m.forces) {
    const Motion<T>&a = m.motion_of(element.body[0], motions_.data()),
          &b = m.motion_of(element.body[1], motions_.data());
    evaluate_force(element, a, b, u, wrenches);
    add_wrench(element.body[0], wrenches.force[0], wrenches.torque[0], a, force_.data());
    add_wrench(element.body[1], wrenches.force[1], wrenches.torque[1], b, force_.data());
  }
}

template <class T>
T Dynamics<T>::kinetic_power(const T* v, const T* dv) const {
  T sum(0);
  for (const BodySlot<T>& slot : mechanism_->bodies) {
    const T *w = v + slot.v, *dw = dv + slot.v;
    const int straight = slot.straight();
    for (int k = 0; k < straight; ++k) sum += slot.mass * w[k] * dw[k];
    if (slot.kind == BodyKind::planar_body) sum += slot.inertia(2, 2) * w[2] * dw[2];
    if (slot.kind == BodyKind::space_body)
      sum += Vector3<T>(w[3], w[4], w[5]).dot(slot.inertia * Vector3<T>(dw[3], dw[4], dw[5]));
  }
  return sum;
}

template <class T>
T Dynamics<T>::potential_energy() const {
  const Mechanism<T>& m = *mechanism_;
  T sum(0);
  for (std::size_t i = 0; i < m.bodies.size(); ++i) sum -= m.bodies[i].weight * m.gravity.dot(motions_[i].r);
  for (const ForceElement<T>& element : m.forces)
    sum += stored_energy(element, m.motion_of(element.body[0], motions_.data()),
                         m.motion_of(element.body[1], motions_.data()));
  return sum;
}

template <class T>
T Dynamics<T>::potential_rate(const T& t, const T* q, const T* v, const T* u) {
  using std::abs;
  using std::cbrt;
  T fastest(1);
  for (int i = 0; i < mechanism_->dofs; ++i) fastest = std::max(fastest, T(abs(v[i])));
  const T moment = cbrt(std::numeric_limits<T>::epsilon()) / fastest;
  const auto at = [&](const T& later) {
    std::copy_n(q, mechanism_->coordinates, moved_.begin());
    for (int i = 0; i < mechanism_->dofs; ++i) increments_[i] = later * v[i];
    mechanism_->move(moved_.data(), increments_.data());
    mechanism_->place(t + later, moved_.data(), v, u, motions_.data());
    return potential_energy();
  };
  return (at(moment) - at(-moment)) / (2 * moment);
}

template class Dynamics<double>;
template class Dynamics<Multiprecision>;

}  // namespace oldham::multibody
