// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/model/hydraulics/cylinder.hpp"
#include "oldham/model/multibody/spatial.hpp"

namespace oldham::multibody {

enum class ElementKind { spring, torsion_spring, bushing, actuator, cylinder, applied, frame };

/// A force between a first body a and a second body b; an applied one, and that at a frame, acts on b alone.
template <class T>
struct ForceElement {
  using Matrix6 = Eigen::Matrix<T, 6, 6>;

  ElementKind kind = ElementKind::spring;
  std::array<int, 2> body{ground, ground};
  std::array<Vector3<T>, 2> point{Vector3<T>::Zero(), Vector3<T>::Zero()};  // body axes
  T stiffness = T(0), damping = T(0), rest = T(0);
  // body axes; torsion in space: about the third axis; frame: its directors, in b
  Matrix3<T> frame_a = Matrix3<T>::Identity(), frame_b = Matrix3<T>::Identity();
  Matrix6 stiffnesses = Matrix6::Zero(), dampings = Matrix6::Zero();
  bool axes_of_first = false, planar = true;
  int input = -1, inputs = 0;  // actuator: the force; cylinder: the pressures; applied, frame: forces, then torques
  hydraulics::Cylinder<T> cylinder{};

  /// Pushes along the line between its points, as told from outside.
  bool is_axial() const { return kind == ElementKind::actuator || kind == ElementKind::cylinder; }
};

/// Forces and torques about the centres of both bodies, ground axes.
template <class T>
struct Wrenches {
  std::array<Vector3<T>, 2> force, torque;
};

template <class T>
void evaluate_force(const ForceElement<T>& element, const Motion<T>& a, const Motion<T>& b, const T* u,
                    Wrenches<T>& into);

/// Of an actuator or a cylinder, at this length and rate; positive extends.
template <class T>
T axial_force(const ForceElement<T>& element, const T& length, const T& rate, const T* u) {
  if (element.kind == ElementKind::actuator) return u[element.input];
  return element.cylinder.force(u[element.input], u[element.input + 1], length, rate);
}

/// Energy stored in it; 0 for one that stores none.
template <class T>
T stored_energy(const ForceElement<T>& element, const Motion<T>& a, const Motion<T>& b);

/// With the bodies as they stand in the description.
template <class T>
ForceElement<T> make_force_element(const ForceDescription& force, bool planar, const Motion<T>& a, const Motion<T>& b);

/// A force at a port, in the plane with x, y and a torque, in space with three of each.
template <class T>
ForceElement<T> make_applied_force(const PortDescription& port, bool planar, bool turns, int input);
/// At a frame: three forces along the ground's axes, three torques along the directors.
template <class T>
ForceElement<T> make_frame_force(const FrameDescription& frame, int input);

/// Length and its rate between the two points of an element.
template <class T>
struct Stretch {
  T length, rate;
  Vector3<T> direction;  // from a to b; zero where the points coincide

  Stretch(const Point<T>& p, const Point<T>& q) {
    const Vector3<T> d = q.place - p.place;
    length = d.norm();
    direction = length > T(0) ? Vector3<T>(d / length) : Vector3<T>(Vector3<T>::Zero());
    rate = direction.dot(q.velocity - p.velocity);
  }
};

}  // namespace oldham::multibody
