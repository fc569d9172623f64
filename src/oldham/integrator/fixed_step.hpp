// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>
#include <Eigen/LU>
#include <array>

#include "oldham/core/scalar.hpp"
#include "oldham/integrator/integrator.hpp"

namespace oldham {

/// One of the equal parts a fixed-step method cuts the interval into.
template <class T>
struct MicroStep {
  T begin;   // s
  T end;     // s
  T length;  // s; h in the formulas
};

/// Everything a fixed-step method writes to, allocated once so that stepping allocates nothing.
template <class T>
struct FixedStepWorkspace {
  using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;
  using Matrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  enum class Matrices { none, needed };

  FixedStepWorkspace() = default;
  FixedStepWorkspace(const IntegratorSettings& chosen, int size, Matrices matrices)
      : settings(chosen), trial(size), correction(size) {
    for (Vector& slope : slopes) slope.resize(size);
    if (matrices == Matrices::none) return;
    matrix.resize(size, size);
    lu = Eigen::PartialPivLU<Matrix>(size);
  }

  IntegratorSettings settings;
  std::array<Vector, 4> slopes;
  Vector trial;                    // a state to evaluate at
  Vector correction;               // right-hand side and solution of the linear systems
  Matrix matrix;                   // J, then I − a J
  Eigen::PartialPivLU<Matrix> lu;  // of I − a J
};

/// x(t) → x(t + h) in place.
template <class T>
using MicroStepFunction = StepOutcome (*)(const Ode<T>&, const MicroStep<T>&, FixedStepWorkspace<T>&, T* x);

/// x_{n+1} = x_n + h f(t_n, x_n)
template <class T>
StepOutcome step_explicit_euler(const Ode<T>& ode, const MicroStep<T>& step, FixedStepWorkspace<T>& work, T* x);

/// The classical fourth-order Runge-Kutta method.
template <class T>
StepOutcome step_rk4(const Ode<T>& ode, const MicroStep<T>& step, FixedStepWorkspace<T>& work, T* x);

/// x_{n+1} = x_n + h/2 (f(t_n, x_n) + f(t_{n+1}, x_{n+1})), solved by Newton's method.
template <class T>
StepOutcome step_trapezoidal(const Ode<T>& ode, const MicroStep<T>& step, FixedStepWorkspace<T>& work, T* x);

/// (I − h J)(x_{n+1} − x_n) = h f(t_{n+1}, x_n),  J = ∂f/∂x at (t_{n+1}, x_n)
template <class T>
StepOutcome step_linear_implicit(const Ode<T>& ode, const MicroStep<T>& step, FixedStepWorkspace<T>& work, T* x);

/// dx = f(t, x); fails when a component is not finite.
template <class T>
StepOutcome evaluate_derivative(const Ode<T>& ode, const T& t, const T* x, T* dx);

/// LU of I − a ∂f/∂x at (t, x), where f(t, x) = dx is known. Overwrites `trial` and the last slope.
template <class T>
StepOutcome factorise(const Ode<T>& ode, const T& t, const T* x, const T* dx, const T& a, FixedStepWorkspace<T>& work);

/// Fails when a component of the state, or of a correction to it, is not finite.
template <class T>
StepOutcome require_finite(const char* what, const T& t, const T* values, int size);

}  // namespace oldham
