// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "oldham/subsystem/linear_subsystem.hpp"
#include "oldham/subsystem/subsystem.hpp"

namespace oldham {

/// A mass on a spring and damper to ground, driven by a force and, through further springs, by moving bases.
///
///   m ẍ = −c x − d ẋ + f + Σ_i [ c_i (b_i − x) + d_i (ḃ_i − ẋ) ]
///
/// State (x, ẋ); inputs f, then b_i, ḃ_i for every base; outputs (x, ẋ), and when asked for ẍ, and the force without f
/// that an interface model feels.
template <class T>
struct Oscillator {
  struct BaseSpring {
    T stiffness, damping;  // N/m, N s/m
  };
  T mass, stiffness, damping;  // kg, N/m, N s/m
  T position, velocity;        // initial, m, m/s
  std::vector<BaseSpring> bases;
  bool reports_acceleration = false;
  bool reports_interface = false;

  static constexpr bool is_linear = true, has_linear_outputs = true;

  std::vector<T> initial_state() const { return {position, velocity}; }
  std::vector<int> velocity_of() const { return {1, -1}; }
  std::vector<ParameterValue> parameters() const;

  /// All forces but f, after `force`.
  T add_springs(T force, const T* x, const T* u) const {
    force -= stiffness * x[0] + damping * x[1];
    for (std::size_t i = 0; i < bases.size(); ++i)
      force += bases[i].stiffness * (u[1 + 2 * i] - x[0]) + bases[i].damping * (u[2 + 2 * i] - x[1]);
    return force;
  }
  T acceleration(const T* x, const T* u) const { return add_springs(u[0], x, u) / mass; }
  void derivative(const T&, const T* x, const T* u, T* dx) const {
    dx[0] = x[1];
    dx[1] = acceleration(x, u);
  }
  void output(const T&, const T* x, const T* u, T* y) const {
    y[0] = x[0];
    y[1] = x[1];
    y += 2;
    if (reports_acceleration) *y++ = acceleration(x, u);
    if (reports_interface) *y++ = add_springs(T(0), x, u);
  }
  void jacobian(const T&, const T*, const T*, T* J) const {
    T c = stiffness, d = damping;
    for (const BaseSpring& base : bases) {
      c += base.stiffness;
      d += base.damping;
    }
    J[0] = T(0);
    J[1] = T(1);
    J[2] = -c / mass;
    J[3] = -d / mass;
  }

  LinearEquations<T> linear_equations() const;
};

/// Ports of an oscillator with this many bases; one object per kind, shared.
std::shared_ptr<const Boundary> oscillator_boundary(int bases, bool reports_acceleration = false,
                                                    bool reports_interface = false);

/// An oscillator that is moved: it follows a prescribed motion and says which force it puts against that.
///
///   f = −(m b̈ + d ḃ + c b)
///
/// No state; inputs b, ḃ, b̈; outputs f, b, ḃ.
template <class T>
struct DrivenOscillator {
  T mass, stiffness, damping;  // kg, N/m, N s/m

  static constexpr bool is_linear = true, has_linear_outputs = true;

  std::vector<T> initial_state() const { return {}; }
  std::vector<ParameterValue> parameters() const;
  void derivative(const T&, const T*, const T*, T*) const {}
  void output(const T&, const T*, const T* u, T* y) const {
    y[0] = -(mass * u[2] + damping * u[1] + stiffness * u[0]);
    y[1] = u[0];
    y[2] = u[1];
  }
  void jacobian(const T&, const T*, const T*, T*) const {}

  LinearEquations<T> linear_equations() const;
};

std::shared_ptr<const Boundary> driven_oscillator_boundary();

/// An oscillator whose spring to ground hardens (or softens): m ẍ = −c x − c3 x³ − d ẋ + f.
template <class T>
struct Duffing {
  T mass, stiffness, damping, cubic_stiffness;  // kg, N/m, N s/m, N/m³
  T position, velocity;                         // initial, m, m/s

  static constexpr bool is_linear = false, has_linear_outputs = true;

  std::vector<T> initial_state() const { return {position, velocity}; }
  std::vector<int> velocity_of() const { return {1, -1}; }
  std::vector<ParameterValue> parameters() const;

  void derivative(const T&, const T* x, const T* u, T* dx) const {
    dx[0] = x[1];
    dx[1] = (u[0] - stiffness * x[0] - cubic_stiffness * x[0] * x[0] * x[0] - damping * x[1]) / mass;
  }
  void output(const T&, const T* x, const T*, T* y) const {
    y[0] = x[0];
    y[1] = x[1];
  }
  void jacobian(const T&, const T* x, const T*, T* J) const {
    J[0] = T(0);
    J[1] = T(1);
    J[2] = -(stiffness + 3 * cubic_stiffness * x[0] * x[0]) / mass;
    J[3] = -damping / mass;
  }
};

std::shared_ptr<const Boundary> duffing_boundary();

}  // namespace oldham
