// SPDX-License-Identifier: MIT
#pragma once

#include <limits>

#include "oldham/model/rod/quaternion.hpp"

namespace oldham::rod {

/// sin(x)/x.
template <class T>
T sine_quotient(const T& x) {
  using std::sin;
  return x == T(0) ? T(1) : T(sin(x) / x);
}

/// (x − sin x)/x³. The difference would lose the digits that the series keeps.
template <class T>
T cubic_sine_quotient(const T& x) {
  using std::abs;
  using std::sin;
  const T square = x * x;
  if (square > T(1)) return (x - sin(x)) / (x * square);
  T sum(0), term = T(1) / 6;
  for (int k = 1; abs(term) > std::numeric_limits<T>::epsilon() * abs(sum); ++k) {
    sum += term;
    term *= -square / ((2 * k + 2) * (2 * k + 3));
  }
  return sum;
}

/// exp(turn/2): the quaternion of a rotation vector.
template <class T>
Quaternion<T> quaternion_of_turn(const Vector3<T>& turn) {
  using std::cos;
  const T half = turn.norm() / 2;
  return {cos(half), turn * T(sine_quotient(half) / 2)};
}

/// The rotation vector of a quaternion of unit length, the short way round.
template <class T>
Vector3<T> turn_of_quaternion(const Quaternion<T>& p) {
  using std::atan2;
  const T sine = p.v.norm();
  if (sine == T(0)) return Vector3<T>::Zero();
  const T sign = p.s < T(0) ? T(-1) : T(1);
  return p.v * T(2 * sign * atan2(sine, T(sign * p.s)) / sine);
}

/// The angular velocity, along the turned axes, of a frame whose rotation vector changes at this rate.
///   ω = φ' − (1 − cos φ)/φ² φ × φ' + (φ − sin φ)/φ³ φ × (φ × φ')
template <class T>
Vector3<T> spin_of_turn(const Vector3<T>& turn, const Vector3<T>& rate) {
  const T angle = turn.norm(), quotient = sine_quotient(T(angle / 2));
  const Vector3<T> once = turn.cross(rate);
  return rate - T(quotient * quotient / 2) * once + cubic_sine_quotient(angle) * turn.cross(once);
}

}  // namespace oldham::rod
