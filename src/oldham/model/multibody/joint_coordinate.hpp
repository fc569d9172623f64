// SPDX-License-Identifier: MIT
#pragma once

#include "oldham/model/multibody/spatial.hpp"

namespace oldham::multibody {

/// How far a revolute or prismatic joint in space has gone: the angle of its second body against the first about the
/// axis, or its travel along it, counted so that it is `start` as the bodies stand.
///   η = start + φ,   η = start + z · (P_b − P_a) − length
template <class T>
struct JointCoordinate {
  bool slides = false;
  std::array<int, 2> body{ground, ground};
  std::array<Vector3<T>, 2> point{Vector3<T>::Zero(), Vector3<T>::Zero()};          // body axes
  std::array<Matrix3<T>, 2> frame{Matrix3<T>::Identity(), Matrix3<T>::Identity()};  // body axes; third: z
  T start = T(0), length = T(0);

  struct Value {
    T position, velocity;
  };
  Value at(const Motion<T>& a, const Motion<T>& b) const;
  /// η̈, when the bodies accelerate like this: their angular accelerations, and the accelerations of their points.
  struct Accelerations {
    Vector3<T> alpha_a, alpha_b, point_a, point_b;
  };
  T acceleration(const Motion<T>& a, const Motion<T>& b, const Accelerations& gain) const;
};

/// With the bodies as they stand in the description; for a joint that publishes its coordinate.
template <class T>
JointCoordinate<T> make_joint_coordinate(const JointDescription& joint, const Motion<T>& a, const Motion<T>& b);

}  // namespace oldham::multibody
