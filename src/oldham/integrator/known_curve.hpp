// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "oldham/integrator/integrator.hpp"

namespace oldham {

/// The integrator's name as a test name, which has no hyphens.
inline std::string test_name(IntegratorKind kind) {
  std::string name(integrator_name(kind));
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

/// x' = −2 t x²,  y' = y cos t + (x − 1/(1 + t²)) y:  non-autonomous, nonlinear, coupled;
/// from (1, 1) at t = 0 it follows x = 1/(1 + t²), y = exp(sin t).
inline constexpr auto curve_derivative = []<class T>(const T& t, const T* x, T* dx) {
  using std::cos;
  dx[0] = -2 * t * x[0] * x[0];
  dx[1] = x[1] * cos(t) + (x[0] - 1 / (1 + t * t)) * x[1];
};
inline constexpr auto curve_jacobian = []<class T>(const T& t, const T* x, T* jacobian) {
  using std::cos;
  jacobian[0] = -4 * t * x[0];
  jacobian[1] = 0;
  jacobian[2] = x[1];
  jacobian[3] = cos(t) + x[0] - 1 / (1 + t * t);
};
template <class T>
Ode<T> curve() {
  return {2, curve_derivative, curve_jacobian};
}
template <class T>
T curve_error(const std::array<T, 2>& x, const T& t) {
  using std::abs, std::exp, std::sin;
  const T in_x = abs(x[0] - 1 / (1 + t * t));
  const T in_y = abs(x[1] - exp(sin(t)));
  return in_x > in_y ? in_x : in_y;
}

}  // namespace oldham
