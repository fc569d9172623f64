// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include "oldham/subsystem/subsystem.hpp"

namespace oldham {

/// A rigid body in the plane on springs and dampers to ground, held by others at a point that is fixed in it.
///
///   m Ẍ = −c_x (X − X_0) − d_x Ẋ + f_x
///   m Ÿ = −c_y (Y − Y_0) − d_y Ẏ + f_y − m g
///   J φ̈ = −c_φ (φ − φ_0) − d_φ φ̇ + r_x f_y − r_y f_x + M,   r = R(φ) p
///
/// State (X, Y, φ, Ẋ, Ẏ, φ̇) of the centre of mass; inputs f_x, f_y at the point, and M; outputs position and velocity
/// of the point along x, along y, and of the rotation.
template <class T>
struct PlanarBody {
  T mass, inertia;             // kg, kg m²; about the centre
  std::array<T, 2> point;      // p in axes of the body, from the centre, m
  std::array<T, 3> stiffness;  // N/m, N/m, N m/rad
  std::array<T, 3> damping;    // N s/m, N s/m, N m s/rad
  std::array<T, 3> rest;       // where the springs are free of force, m, m, rad
  T gravity;                   // against y, m/s²
  std::array<T, 3> position;   // initial, m, m, rad
  std::array<T, 3> velocity;   // initial, m/s, m/s, rad/s

  static constexpr bool is_linear = false, has_linear_outputs = false;

  std::vector<T> initial_state() const {
    return {position[0], position[1], position[2], velocity[0], velocity[1], velocity[2]};
  }
  std::vector<int> velocity_of() const { return {3, 4, 5, -1, -1, -1}; }
  std::vector<ParameterValue> parameters() const;

  /// From the centre to the point, in axes of the ground.
  std::array<T, 2> arm(const T& angle) const {
    using std::cos;
    using std::sin;
    const T c = cos(angle), s = sin(angle);
    return {c * point[0] - s * point[1], s * point[0] + c * point[1]};
  }
  void derivative(const T&, const T* x, const T* u, T* dx) const {
    const std::array<T, 2> r = arm(x[2]);
    const std::array<T, 3> force = {u[0], u[1] - mass * gravity, r[0] * u[1] - r[1] * u[0] + u[2]};
    for (int i = 0; i < 3; ++i) {
      dx[i] = x[3 + i];
      dx[3 + i] = (force[i] - stiffness[i] * (x[i] - rest[i]) - damping[i] * x[3 + i]) / (i < 2 ? mass : inertia);
    }
  }
  void output(const T&, const T* x, const T*, T* y) const {
    const std::array<T, 2> r = arm(x[2]);
    y[0] = x[0] + r[0];
    y[1] = x[3] - r[1] * x[5];
    y[2] = x[1] + r[1];
    y[3] = x[4] + r[0] * x[5];
    y[4] = x[2];
    y[5] = x[5];
  }
  bool output_rate(const T&, const T* x, const T* dx, const T*, const T*, T* rate) const {
    const std::array<T, 2> r = arm(x[2]);
    const T &w = x[5], &turn = dx[2], &spin = dx[5];  // dr/dt = φ̇ (−r_y, r_x)
    rate[0] = dx[0] - turn * r[1];
    rate[1] = dx[3] - turn * r[0] * w - r[1] * spin;
    rate[2] = dx[1] + turn * r[0];
    rate[3] = dx[4] - turn * r[1] * w + r[0] * spin;
    rate[4] = turn;
    rate[5] = spin;
    return true;
  }
  void jacobian(const T&, const T* x, const T* u, T* J) const {
    const std::array<T, 2> r = arm(x[2]);
    for (int i = 0; i < 36; ++i) J[i] = T(0);
    for (int i = 0; i < 3; ++i) {
      const T& carried = i < 2 ? mass : inertia;
      J[6 * i + 3 + i] = T(1);
      J[6 * (3 + i) + i] = -stiffness[i] / carried;
      J[6 * (3 + i) + 3 + i] = -damping[i] / carried;
    }
    J[6 * 5 + 2] -= (r[0] * u[0] + r[1] * u[1]) / inertia;  // dr/dφ = (−r_y, r_x)
  }
};

std::shared_ptr<const Boundary> planar_body_boundary();

}  // namespace oldham
