// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>

#include "oldham/interface/interface_equations.hpp"

namespace oldham {

/// φ = 2 log(b* q): the rotation vector that turns the frame of quaternion b into that of q, along the axes of b, the
/// short way round. Lengths of the quaternions do not count.
template <class T>
void relative_turn(const T* b, const T* q, T* turn) {
  using std::atan2;
  using std::sqrt;
  T s = b[0] * q[0] + b[1] * q[1] + b[2] * q[2] + b[3] * q[3];
  turn[0] = b[0] * q[1] - b[1] * q[0] - b[2] * q[3] + b[3] * q[2];
  turn[1] = b[0] * q[2] - b[2] * q[0] - b[3] * q[1] + b[1] * q[3];
  turn[2] = b[0] * q[3] - b[3] * q[0] - b[1] * q[2] + b[2] * q[1];
  const T length = sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]);
  if (length == T(0)) return;
  const T sign = s < T(0) ? T(-1) : T(1);
  const T factor = 2 * sign * atan2(length, sign * s) / length;
  for (int i = 0; i < 3; ++i) turn[i] *= factor;
}

/// How a frame has turned since its quaternion was told: at an instant not at all, over a step as relative_turn() says.
/// Arguments: the quaternion. The loop puts the values of a step in place. What is told here is their derivative where
/// nothing has turned, dφ = 2 Im(q* dq) / |q|²; over a step it errs by the order of φ, which corrections make good.
template <class T>
class FrameTurn final : public InterfaceEquations<T> {
 public:
  int argument_count() const final { return 4; }
  int variable_count() const final { return 3; }
  bool is_linear() const final { return false; }
  void evaluate(const T*, T* w) const final { std::fill_n(w, 3, T(0)); }
  void jacobian(const T* q, T* dw_dy) const final {
    const T f = 2 / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    const T rows[3][4] = {{-q[1], q[0], q[3], -q[2]}, {-q[2], -q[3], q[0], q[1]}, {-q[3], q[2], -q[1], q[0]}};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 4; ++j) dw_dy[4 * i + j] = f * rows[i][j];
  }
};

}  // namespace oldham
