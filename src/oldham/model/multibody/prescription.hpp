// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include "oldham/core/scalar.hpp"
#include "oldham/model/multibody/description.hpp"

namespace oldham::multibody {

/// A number prescribed over time, with its rates: from a law, from inputs (value, rate, acceleration), or constantly 0.
template <class T>
struct Prescription {
  struct Value {
    T value = T(0), rate = T(0), acceleration = T(0);
  };
  bool is_active = false;
  int input = -1;                  // first of its inputs when it comes from a port
  bool reads_acceleration = true;  // the third input is there
  T offset = T(0), slope = T(0), curvature = T(0), amplitude = T(0), circular = T(0), phase = T(0);

  Prescription() = default;
  explicit Prescription(const MotionLaw& law)
      : is_active(true),
        offset(from_decimal<T>(law.offset)),
        slope(from_decimal<T>(law.rate)),
        curvature(from_decimal<T>(law.acceleration)),
        amplitude(from_decimal<T>(law.amplitude)),
        phase(from_decimal<T>(law.phase)) {
    using std::acos;
    circular = 2 * T(acos(T(-1))) * from_decimal<T>(law.frequency);
  }

  Value at(const T& t, const T* u) const {
    using std::cos;
    using std::sin;
    if (!is_active) return {};
    if (input >= 0) return {u[input], u[input + 1], reads_acceleration ? u[input + 2] : T(0)};
    Value result{offset + t * (slope + t * curvature / 2), slope + t * curvature, curvature};
    if (amplitude != T(0)) {
      const T argument = circular * t + phase, s = amplitude * sin(argument), c = amplitude * cos(argument);
      result.value += s;
      result.rate += circular * c;
      result.acceleration -= circular * circular * s;
    }
    return result;
  }
};

}  // namespace oldham::multibody
