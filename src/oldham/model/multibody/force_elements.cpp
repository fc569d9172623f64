// SPDX-License-Identifier: MIT
#include "oldham/model/multibody/force_elements.hpp"

namespace oldham::multibody {
namespace {

template <class T>
Twist<T> twist_of(const ForceElement<T>& element, const Motion<T>& a, const Motion<T>& b) {
  return element.planar ? Twist<T>(a, b) : Twist<T>(a, element.frame_a, b, element.frame_b);
}

/// What a bushing sees: the first body against the second, moved and turned, in the axes of its matrices.
template <class T>
struct BushingMotion {
  Eigen::Matrix<T, 6, 1> displacement, rate;

  BushingMotion(const ForceElement<T>& element, const Motion<T>& a, const Motion<T>& b, const Point<T>& p,
                const Point<T>& q) {
    Vector3<T> d = p.place - q.place, dd = p.velocity - q.velocity, turn = Vector3<T>::Zero(), spin = a.w - b.w;
    if (element.planar)
      turn[2] = a.angle - b.angle;
    else
      turn = rotation_vector<T>(a.R * b.R.transpose());
    if (element.axes_of_first) {
      dd = a.R.transpose() * (dd - a.w.cross(d));
      d = a.R.transpose() * d;
      turn = a.R.transpose() * turn;
      spin = a.R.transpose() * spin;
    }
    displacement << d, turn;
    rate << dd, spin;
  }
};

}  // namespace

template <class T>
void evaluate_force(const ForceElement<T>& element, const Motion<T>& a, const Motion<T>& b, const T* u,
                    Wrenches<T>& into) {
  if (element.kind == ElementKind::applied || element.kind == ElementKind::frame) {
    const T* f = u + element.input;
    const Vector3<T> push(f[0], f[1], element.planar ? T(0) : f[2]);
    into.force = {Vector3<T>::Zero(), push};
    into.torque = {Vector3<T>::Zero(), Vector3<T>(b.R * element.point[1]).cross(push)};
    if (element.planar && element.inputs > 2) into.torque[1][2] += f[2];
    if (!element.planar && element.inputs > 3) {
      const Vector3<T> torque(f[3], f[4], f[5]);
      into.torque[1] += element.kind == ElementKind::frame ? Vector3<T>(b.R * (element.frame_b * torque)) : torque;
    }
    return;
  }
  const Point<T> p(a, element.point[0]), q(b, element.point[1]);
  Vector3<T> force = Vector3<T>::Zero(), torque = Vector3<T>::Zero();  // on b; the opposite on a
  Vector3<T> on_first_more = Vector3<T>::Zero();                       // torque that a feels beyond that
  switch (element.kind) {
    case ElementKind::spring: {
      const Stretch<T> stretch(p, q);
      force =
          -(element.stiffness * (stretch.length - element.rest) + element.damping * stretch.rate) * stretch.direction;
      break;
    }
    case ElementKind::actuator:
    case ElementKind::cylinder: {
      const Stretch<T> stretch(p, q);
      force = axial_force(element, stretch.length, stretch.rate, u) * stretch.direction;
      break;
    }
    case ElementKind::torsion_spring: {
      const Twist<T> twist = twist_of(element, a, b);
      torque = -(element.stiffness * (twist.angle - element.rest) + element.damping * twist.rate) * twist.axis;
      break;
    }
    case ElementKind::bushing: {
      const BushingMotion<T> motion(element, a, b, p, q);
      const Eigen::Matrix<T, 6, 1> elastic = element.stiffnesses * motion.displacement,
                                   viscous = element.dampings * motion.rate;
      force = elastic.template head<3>() + viscous.template head<3>();
      torque = viscous.template tail<3>();
      // the gradient of ½ θᵀ K θ: in ground axes another one for each body, in axes of the first the same for both
      const Vector3<T> turn = motion.displacement.template tail<3>(), moment = elastic.template tail<3>();
      const Vector3<T> on_second = element.planar ? moment : turn_rate<T>(turn, moment);
      torque += on_second;
      if (element.axes_of_first) {
        force = a.R * force;
        torque = a.R * torque;
      } else if (!element.planar) {
        on_first_more = turn_rate<T>(-turn, moment) - on_second;
      }
      break;
    }
    case ElementKind::applied:
    case ElementKind::frame:
      break;
  }
  into.force = {-force, force};
  // a bushing whose axes turn with the first body pulls it where the second one is: force and reaction in one line
  const Vector3<T> arm = element.axes_of_first ? Vector3<T>(q.place - a.r) : p.arm;
  into.torque = {-arm.cross(force) - torque - on_first_more, q.arm.cross(force) + torque};
}

template <class T>
T stored_energy(const ForceElement<T>& element, const Motion<T>& a, const Motion<T>& b) {
  const Point<T> p(a, element.point[0]), q(b, element.point[1]);
  switch (element.kind) {
    case ElementKind::spring: {
      const T stretch = Stretch<T>(p, q).length - element.rest;
      return element.stiffness * stretch * stretch / 2;
    }
    case ElementKind::torsion_spring: {
      const T twist = twist_of(element, a, b).angle - element.rest;
      return element.stiffness * twist * twist / 2;
    }
    case ElementKind::bushing: {
      const BushingMotion<T> motion(element, a, b, p, q);
      return motion.displacement.dot(element.stiffnesses * motion.displacement) / 2;
    }
    default:
      return T(0);
  }
}

template <class T>
ForceElement<T> make_force_element(const ForceDescription& force, bool planar, const Motion<T>& a, const Motion<T>& b) {
  ForceElement<T> element;
  element.planar = planar;
  element.body = {force.first.body, force.second.body};
  element.point = {make_vector<T>(force.first.point), make_vector<T>(force.second.point)};
  element.stiffness = from_decimal<T>(force.stiffness);
  element.damping = from_decimal<T>(force.damping);
  element.axes_of_first = force.axes_of_first;
  switch (force.kind) {
    case ForceKind::spring:
      element.kind = ElementKind::spring;
      element.rest = force.length ? from_decimal<T>(*force.length)
                                  : Stretch<T>(Point<T>(a, element.point[0]), Point<T>(b, element.point[1])).length;
      break;
    case ForceKind::actuator:
      element.kind = ElementKind::actuator;
      break;
    case ForceKind::cylinder:
      element.kind = ElementKind::cylinder;
      element.cylinder = hydraulics::make_cylinder<T>(force.cylinder);
      break;
    case ForceKind::torsion_spring:
      element.kind = ElementKind::torsion_spring;
      if (!planar) {
        // the angle about the axis is counted from how the bodies stand
        element.frame_a = frame_about(make_vector<T>(force.first.axis));
        element.frame_b = b.R.transpose() * a.R * element.frame_a;
      }
      // counted from how the bodies stand
      element.rest = from_decimal<T>(force.length.value_or(0)) + (planar ? T(b.angle - a.angle) : T(0));
      break;
    case ForceKind::bushing:
      element.kind = ElementKind::bushing;
      for (int i = 0; i < 6; ++i)
        for (int j = 0; j < 6; ++j) {
          element.stiffnesses(i, j) = from_decimal<T>(force.stiffnesses[i][j]);
          element.dampings(i, j) = from_decimal<T>(force.dampings[i][j]);
        }
      break;
  }
  return element;
}

template <class T>
ForceElement<T> make_applied_force(const PortDescription& port, bool planar, bool turns, int input) {
  ForceElement<T> element;
  element.kind = ElementKind::applied;
  element.planar = planar;
  element.body = {ground, port.at.body};
  element.point[1] = make_vector<T>(port.at.point);
  element.input = input;
  element.inputs = planar ? (turns ? 3 : 2) : (turns ? 6 : 3);
  return element;
}

template <class T>
ForceElement<T> make_frame_force(const FrameDescription& frame, int input) {
  ForceElement<T> element;
  element.kind = ElementKind::frame;
  element.planar = false;
  element.body = {ground, frame.at.body};
  element.point[1] = make_vector<T>(frame.at.point);
  std::array<T, 4> p;
  for (int i = 0; i < 4; ++i) p[i] = from_decimal<T>(frame.orientation[i]);
  element.frame_b = rotation_of(p.data());
  element.input = input;
  element.inputs = 6;
  return element;
}

#define OLDHAM_INSTANTIATE(T)                                                                                       \
  template void evaluate_force(const ForceElement<T>&, const Motion<T>&, const Motion<T>&, const T*, Wrenches<T>&); \
  template T stored_energy(const ForceElement<T>&, const Motion<T>&, const Motion<T>&);                             \
  template ForceElement<T> make_force_element(const ForceDescription&, bool, const Motion<T>&, const Motion<T>&);   \
  template ForceElement<T> make_applied_force(const PortDescription&, bool, bool, int);                             \
  template ForceElement<T> make_frame_force(const FrameDescription&, int)
OLDHAM_INSTANTIATE(double);
OLDHAM_INSTANTIATE(Multiprecision);
#undef OLDHAM_INSTANTIATE

}  // namespace oldham::multibody
