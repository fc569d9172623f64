// SPDX-License-Identifier: MIT
#include "oldham/model/multibody/joint_coordinate.hpp"

namespace oldham::multibody {

template <class T>
typename JointCoordinate<T>::Value JointCoordinate<T>::at(const Motion<T>& a, const Motion<T>& b) const {
  if (!slides) {
    const Twist<T> twist(a, frame[0], b, frame[1]);
    return {start + twist.angle, twist.rate};
  }
  const Point<T> p(a, point[0]), q(b, point[1]);
  const Vector3<T> z = a.R * frame[0].col(2), d = q.place - p.place;
  return {start + z.dot(d) - length, z.dot(q.velocity - p.velocity) + a.w.cross(z).dot(d)};
}

template <class T>
T JointCoordinate<T>::acceleration(const Motion<T>& a, const Motion<T>& b, const Accelerations& gain) const {
  const Vector3<T> z = a.R * frame[0].col(2), dz = a.w.cross(z);
  if (!slides) return z.dot(gain.alpha_b - gain.alpha_a) + dz.dot(b.w - a.w);
  const Point<T> p(a, point[0]), q(b, point[1]);
  const Vector3<T> ddz = gain.alpha_a.cross(z) + a.w.cross(dz);
  return z.dot(gain.point_b - gain.point_a) + 2 * dz.dot(q.velocity - p.velocity) + ddz.dot(q.place - p.place);
}

template <class T>
JointCoordinate<T> make_joint_coordinate(const JointDescription& joint, const Motion<T>& a, const Motion<T>& b) {
  JointCoordinate<T> made;
  made.slides = joint.kind == JointKind::prismatic;
  made.body = {joint.first.body, joint.second.body};
  made.point = {make_vector<T>(joint.first.point), make_vector<T>(joint.second.point)};
  made.start = from_decimal<T>(*joint.coordinate);
  const Matrix3<T> first = frame_about(make_vector<T>(joint.first.axis));
  made.frame = {first, Matrix3<T>(b.R.transpose() * a.R * first)};
  made.length = (a.R * first.col(2)).dot(Point<T>(b, made.point[1]).place - Point<T>(a, made.point[0]).place);
  return made;
}

#define OLDHAM_INSTANTIATE(T)         \
  template struct JointCoordinate<T>; \
  template JointCoordinate<T> make_joint_coordinate(const JointDescription&, const Motion<T>&, const Motion<T>&)
OLDHAM_INSTANTIATE(double);
OLDHAM_INSTANTIATE(Multiprecision);
#undef OLDHAM_INSTANTIATE

}  // namespace oldham::multibody
