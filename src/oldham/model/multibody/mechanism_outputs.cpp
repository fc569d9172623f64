// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "oldham/model/multibody/accelerations.hpp"
#include "oldham/model/multibody/frame_outputs.hpp"
#include "oldham/model/multibody/mechanism_ports.hpp"

namespace oldham::multibody {
namespace {

/// What driven bodies feel from forces: joints come on top.
template <class T>
void element_reaction(const Dynamics<T>& dynamics, int body, const T* u, Vector3<T>& force, Vector3<T>& torque) {
  const Mechanism<T>& m = dynamics.mechanism();
  Wrenches<T> wrenches;
  for (const ForceElement<T>& element : m.forces) {
    if (element.body[0] != body && element.body[1] != body) continue;
    evaluate_force(element, m.motion_of(element.body[0], dynamics.motions().data()),
                   m.motion_of(element.body[1], dynamics.motions().data()), u, wrenches);
    const int side = element.body[0] == body ? 0 : 1;
    force += wrenches.force[side];
    torque += wrenches.torque[side];
  }
}

template <class T>
T largest_size(const std::vector<T>& values) {
  using std::abs;
  T result(0);
  for (const T& value : values) result = std::max(result, T(abs(value)));
  return result;
}

template <class T>
Vector3<T> line_of(const JointRows<T>& rows, const Mechanism<T>& m, const Motion<T>* motions) {
  return Point<T>(m.motion_of(rows.body[1], motions), rows.point[1]).place -
         Point<T>(m.motion_of(rows.body[0], motions), rows.point[0]).place;
}

/// Of the line between the points of a joint in the plane, within half a turn of `near`.
template <class T>
T angle_of(const JointRows<T>& rows, const Mechanism<T>& m, const Motion<T>* motions, const T& near) {
  using std::atan2;
  using std::cos;
  using std::sin;
  const Vector3<T> d = line_of(rows, m, motions);
  const T c = cos(near), s = sin(near);
  return near + atan2(T(c * d[1] - s * d[0]), T(c * d[0] + s * d[1]));
}

/// Rotation of a body as a port tells it: the angle, or the rotation vector.
template <class T>
Vector3<T> turned(const Motion<T>& at, bool planar) {
  return planar ? Vector3<T>(at.angle, T(0), T(0)) : rotation_vector(at.R);
}

}  // namespace

template <class T>
T* write_outputs(const Dynamics<T>& dynamics, const T* v, const T* u, const T* dv, T* y) {
  const Mechanism<T>& m = dynamics.mechanism();
  const MechanismDescription& d = m.description;
  const Motion<T>* motions = dynamics.motions().data();
  const int axes = d.planar ? 2 : 3;

  for (std::size_t i = 0; i < d.ports.size(); ++i) {
    const PortDescription& port = d.ports[i];
    const int body = port.at.body;
    const Motion<T>& at = m.motion_of(body, motions);
    const Point<T> point(at, m.forces[m.applied[i]].point[1]);
    const bool turns = body != ground && m.bodies[body].turns();
    const Vector3<T> turn = turns ? turned(at, d.planar) : Vector3<T>(Vector3<T>::Zero());
    Vector3<T> a, alpha, linear;
    if (port.acceleration) {
      acceleration_of(dynamics, body, dv, linear, alpha);
      a = point_acceleration(dynamics, body, point.arm, dv);
    }
    for (int k = 0; k < axes; ++k) {
      *y++ = point.place[k];
      *y++ = point.velocity[k];
      if (port.acceleration) *y++ = a[k];
    }
    if (!turns) continue;
    for (int k = 0; k < (d.planar ? 1 : 3); ++k) {
      *y++ = turn[k];
      *y++ = at.w[d.planar ? 2 : k];
      if (port.acceleration) *y++ = alpha[d.planar ? 2 : k];
    }
  }
  y = write_frame_outputs(dynamics, dv, y);
  for (const ForceElement<T>& element : m.forces) {
    if (!element.is_axial()) continue;
    const Stretch<T> stretch(Point<T>(m.motion_of(element.body[0], motions), element.point[0]),
                             Point<T>(m.motion_of(element.body[1], motions), element.point[1]));
    *y++ = stretch.length;
    *y++ = stretch.rate;
    if (element.kind == ElementKind::cylinder) *y++ = axial_force(element, stretch.length, stretch.rate, u);
  }
  for (const JointRows<T>& rows : m.joints)
    if (d.joints[rows.joint].angle) *y++ = angle_of(rows, m, motions, from_decimal<T>(*d.joints[rows.joint].angle));
  for (const JointCoordinate<T>& joint : m.told) {
    const auto [position, velocity] =
        joint.at(m.motion_of(joint.body[0], motions), m.motion_of(joint.body[1], motions));
    *y++ = position;
    *y++ = velocity;
  }
  for (const JointRows<T>& rows : m.joints)
    if (rows.drive.input >= 0 && d.joints[rows.joint].reaction) *y++ = -dynamics.multipliers()[rows.first_row];
  for (std::size_t i = 0; i < d.bodies.size(); ++i) {
    if (!d.bodies[i].reaction) continue;
    Vector3<T> force = Vector3<T>::Zero(), torque = Vector3<T>::Zero();
    dynamics.add_reaction(static_cast<int>(i), force, torque);
    element_reaction(dynamics, static_cast<int>(i), u, force, torque);
    for (int k = 0; k < axes; ++k) *y++ = force[k];
    if (d.planar) *y++ = torque[2];
  }
  if (d.publish_bodies)
    for (std::size_t i = 0; i < m.bodies.size(); ++i) {
      const Motion<T>& at = motions[i];
      const bool turning = m.bodies[i].turns() || m.bodies[i].kind == BodyKind::driven;
      for (int k = 0; k < axes; ++k) *y++ = at.r[k];
      if (turning && d.planar) *y++ = at.angle;
      if (turning && !d.planar) {
        for (const T& part : quaternion_of(at.R)) *y++ = part;
      }
      for (int k = 0; k < axes; ++k) *y++ = at.v[k];
      if (turning && d.planar) *y++ = at.w[2];
      if (turning && !d.planar)
        for (int k = 0; k < 3; ++k) *y++ = at.w[k];
    }
  *y++ = dynamics.kinetic_energy(v);
  *y++ = dynamics.potential_energy();
  *y++ = largest_size(dynamics.positions());
  *y++ = largest_size(dynamics.rates());
  return y;
}

template <class T>
void write_output_rates(Dynamics<T>& dynamics, const T& t, const T* q, const T* v, const T* u, const T* dv, T* rate) {
  const Mechanism<T>& m = dynamics.mechanism();
  const MechanismDescription& d = m.description;
  const Motion<T>* motions = dynamics.motions().data();
  const int axes = d.planar ? 2 : 3;

  for (std::size_t i = 0; i < d.ports.size(); ++i) {
    const int body = d.ports[i].at.body;
    const Motion<T>& at = m.motion_of(body, motions);
    const Point<T> point(at, m.forces[m.applied[i]].point[1]);
    const Vector3<T> a = point_acceleration(dynamics, body, point.arm, dv);
    for (int k = 0; k < axes; ++k) {
      *rate++ = point.velocity[k];
      *rate++ = a[k];
    }
    if (body == ground || !m.bodies[body].turns()) continue;
    Vector3<T> linear, alpha;
    acceleration_of(dynamics, body, dv, linear, alpha);
    const Vector3<T> turn = d.planar ? at.w : rotation_vector_rate(at.R, at.w);
    for (int k = d.planar ? 2 : 0; k < 3; ++k) {
      *rate++ = turn[k];
      *rate++ = alpha[k];
    }
  }
  rate = write_frame_rates(dynamics, dv, rate);
  for (const ForceElement<T>& element : m.forces) {
    if (!element.is_axial()) continue;
    const Point<T> p(m.motion_of(element.body[0], motions), element.point[0]),
        q_point(m.motion_of(element.body[1], motions), element.point[1]);
    const Stretch<T> stretch(p, q_point);
    const Vector3<T> relative = q_point.velocity - p.velocity;
    const Vector3<T> a = point_acceleration(dynamics, element.body[1], q_point.arm, dv) -
                         point_acceleration(dynamics, element.body[0], p.arm, dv);
    *rate++ = stretch.rate;
    *rate++ = stretch.direction.dot(a) + (relative.squaredNorm() - stretch.rate * stretch.rate) / stretch.length;
  }
  for (const JointRows<T>& rows : m.joints)
    if (d.joints[rows.joint].angle) {
      const Vector3<T> line = line_of(rows, m, motions);
      const Vector3<T> speed = Point<T>(m.motion_of(rows.body[1], motions), rows.point[1]).velocity -
                               Point<T>(m.motion_of(rows.body[0], motions), rows.point[0]).velocity;
      *rate++ = (line[0] * speed[1] - line[1] * speed[0]) / line.squaredNorm();
    }
  for (const JointCoordinate<T>& joint : m.told) {
    const Motion<T>&a = m.motion_of(joint.body[0], motions), &b = m.motion_of(joint.body[1], motions);
    typename JointCoordinate<T>::Accelerations gain;
    Vector3<T> linear;
    acceleration_of(dynamics, joint.body[0], dv, linear, gain.alpha_a);
    acceleration_of(dynamics, joint.body[1], dv, linear, gain.alpha_b);
    gain.point_a = point_acceleration(dynamics, joint.body[0], Vector3<T>(a.R * joint.point[0]), dv);
    gain.point_b = point_acceleration(dynamics, joint.body[1], Vector3<T>(b.R * joint.point[1]), dv);
    *rate++ = joint.at(a, b).velocity;
    *rate++ = joint.acceleration(a, b, gain);
  }
  if (d.publish_bodies)
    for (std::size_t i = 0; i < m.bodies.size(); ++i) {
      const Motion<T>& at = motions[i];
      const bool turning = m.bodies[i].turns() || m.bodies[i].kind == BodyKind::driven;
      Vector3<T> a, alpha;
      acceleration_of(dynamics, static_cast<int>(i), dv, a, alpha);
      for (int k = 0; k < axes; ++k) *rate++ = at.v[k];
      if (turning && d.planar) *rate++ = at.w[2];
      if (turning && !d.planar) {
        const std::array<T, 4> p = quaternion_of(at.R);
        const Vector3<T> w = at.R.transpose() * at.w;
        quaternion_rate(p.data(), w.data(), rate);
        rate += 4;
      }
      for (int k = 0; k < axes; ++k) *rate++ = a[k];
      if (turning)
        for (int k = d.planar ? 2 : 0; k < 3; ++k) *rate++ = alpha[k];
    }
  *rate++ = dynamics.kinetic_power(v, dv);
  *rate++ = dynamics.potential_rate(t, q, v, u);
  *rate++ = T(0);
  *rate++ = T(0);
}

#define OLDHAM_INSTANTIATE(T)                                                      \
  template T* write_outputs(const Dynamics<T>&, const T*, const T*, const T*, T*); \
  template void write_output_rates(Dynamics<T>&, const T&, const T*, const T*, const T*, const T*, T*)
OLDHAM_INSTANTIATE(double);
OLDHAM_INSTANTIATE(Multiprecision);
#undef OLDHAM_INSTANTIATE

}  // namespace oldham::multibody
