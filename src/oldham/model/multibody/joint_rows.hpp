// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "oldham/model/multibody/prescription.hpp"
#include "oldham/model/multibody/spatial.hpp"

namespace oldham::multibody {

/// The few equations all joints are made of, between a first body a and a second body b.
enum class RowKind {
  coincident,  // P_b − P_a = 0, along the ground's axes: two rows in the plane, three in space
  direction,   // c · w_b = 0, where c = cos f y_a − sin f x_a turns in a by the prescribed f
  travel,      // x_a · (P_b − P_a) − length − f = 0
  distance,    // |P_b − P_a| − length − f = 0
  angle,       // φ_b − φ_a − length − f = 0, in the plane
};

template <class T>
struct JointRows {
  RowKind kind = RowKind::coincident;
  int rows = 1, first_row = 0;
  int joint = 0;  // whose they are
  std::array<int, 2> body{ground, ground};
  std::array<Vector3<T>, 2> point{Vector3<T>::Zero(), Vector3<T>::Zero()};                  // body axes
  Vector3<T> x_a = Vector3<T>::Zero(), y_a = Vector3<T>::Zero(), w_b = Vector3<T>::Zero();  // body axes
  T length = T(0);
  Prescription<T> drive;
};

/// Φ, ∂Φ/∂t, Φ̈ − J v̇, and J against velocities (v) and angular velocities (w) of the two bodies, in ground axes. Of
/// coincident points only the arms are told: there J is −I and arm× for the first, I and −arm× for the second.
template <class T>
struct RowValues {
  Vector3<T> value, rate, bias;
  std::array<Matrix3<T>, 2> v, w;
  std::array<Vector3<T>, 2> arm;
};

template <class T>
void evaluate_rows(const JointRows<T>& rows, const Motion<T>& a, const Motion<T>& b,
                   const typename Prescription<T>::Value& f, RowValues<T>& into);

/// The rows of a joint, with the bodies as they stand in the description.
template <class T>
std::vector<JointRows<T>> make_joint_rows(const JointDescription& joint, int index, bool planar, const Motion<T>& a,
                                          const Motion<T>& b);

}  // namespace oldham::multibody
