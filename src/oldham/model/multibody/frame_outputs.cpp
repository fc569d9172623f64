// SPDX-License-Identifier: MIT
#include "oldham/model/multibody/frame_outputs.hpp"

#include "oldham/model/multibody/accelerations.hpp"

namespace oldham::multibody {
namespace {

/// A frame as it stands: its point, its directors as columns, its angular velocity along them.
template <class T>
struct FrameMotion {
  Point<T> point;
  Matrix3<T> directors;
  Vector3<T> spin;

  FrameMotion(const Motion<T>& body, const ForceElement<T>& element)
      : point(body, element.point[1]), directors(body.R * element.frame_b), spin(directors.transpose() * body.w) {}
};

}  // namespace

template <class T>
T* write_frame_outputs(const Dynamics<T>& dynamics, const T* dv, T* y) {
  const Mechanism<T>& m = dynamics.mechanism();
  for (std::size_t i = 0; i < m.held.size(); ++i) {
    const ForceElement<T>& element = m.forces[m.held[i]];
    const bool accelerated = m.description.frames[i].acceleration;
    const int body = element.body[1];
    const FrameMotion<T> frame(dynamics.motions()[body], element);
    Vector3<T> a = Vector3<T>::Zero();
    if (accelerated) a = point_acceleration(dynamics, body, frame.point.arm, dv);
    for (int k = 0; k < 3; ++k) {
      *y++ = frame.point.place[k];
      *y++ = frame.point.velocity[k];
      if (accelerated) *y++ = a[k];
    }
    for (const T& part : quaternion_of(frame.directors)) *y++ = part;
    for (int k = 0; k < 3; ++k) *y++ = frame.spin[k];
  }
  return y;
}

template <class T>
T* write_frame_rates(const Dynamics<T>& dynamics, const T* dv, T* rate) {
  const Mechanism<T>& m = dynamics.mechanism();
  for (const int index : m.held) {
    const ForceElement<T>& element = m.forces[index];
    const int body = element.body[1];
    const FrameMotion<T> frame(dynamics.motions()[body], element);
    const Vector3<T> a = point_acceleration(dynamics, body, frame.point.arm, dv);
    for (int k = 0; k < 3; ++k) {
      *rate++ = frame.point.velocity[k];
      *rate++ = a[k];
    }
    quaternion_rate(quaternion_of(frame.directors).data(), frame.spin.data(), rate);
    rate += 4;
    Vector3<T> linear, alpha;
    acceleration_of(dynamics, body, dv, linear, alpha);
    const Vector3<T> gain = frame.directors.transpose() * alpha;  // (Rᵀ ω)˙ = Rᵀ ω̇, as ω × ω = 0
    for (int k = 0; k < 3; ++k) *rate++ = gain[k];
  }
  return rate;
}

#define OLDHAM_INSTANTIATE(T)                                        \
  template T* write_frame_outputs(const Dynamics<T>&, const T*, T*); \
  template T* write_frame_rates(const Dynamics<T>&, const T*, T*)
OLDHAM_INSTANTIATE(double);
OLDHAM_INSTANTIATE(Multiprecision);
#undef OLDHAM_INSTANTIATE

}  // namespace oldham::multibody
