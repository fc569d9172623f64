// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string_view>

#include "oldham/core/function_ref.hpp"
#include "oldham/core/interval.hpp"
#include "oldham/core/outcome.hpp"

namespace oldham {

/// x' = f(t, x), inputs already inside f.
template <class T>
struct Ode {
  int size = 0;
  FunctionRef<void(const T& t, const T* x, T* dx)> derivative;
  FunctionRef<void(const T& t, const T* x, T* jacobian)> jacobian;  // df/dx, row-major; may be empty: differences
};

/// The solvers a subsystem can keep. `exact` is the matrix exponential of linear models, `semi_implicit_euler` and
/// `ida` need the equations of a mechanism: no integrators here.
enum class IntegratorKind { exact, euler, rk4, trapezoidal, linear_implicit, cvode, arkode, semi_implicit_euler, ida };

struct IntegratorSettings {
  IntegratorKind kind = IntegratorKind::rk4;
  double micro_step = 0;              // s; fixed-step methods: 0 means one step per macro step
  double relative_tolerance = 1e-8;   // cvode, arkode; Newton of the trapezoidal rule
  double absolute_tolerance = 1e-10;  // same
  bool adams = false;                 // cvode: Adams instead of BDF
  int order = 0;                      // cvode: highest order, arkode: order of the Runge-Kutta pair; 0 = its default
  int newton_iterations = 25;         // trapezoidal: the most in one micro step before it fails
  bool frozen_forces = false;         // semi_implicit_euler in a group: forces as at the begin of the outer step
  long max_steps = 1'000'000;         // cvode, arkode: the most internal steps in one interval before it fails
};

/// Advances x over an interval and remembers nothing between calls, so that a repeated step is bitwise the same.
template <class T>
class Integrator {
 public:
  Integrator(const IntegratorSettings& settings, int size);
  ~Integrator();
  Integrator(Integrator&&) noexcept;
  Integrator& operator=(Integrator&&) noexcept;

  StepOutcome integrate(const Ode<T>& ode, Interval<T> interval, T* x);

 private:
  struct Workspace;
  std::unique_ptr<Workspace> workspace_;
};

/// How many equal micro steps of at most the given length an interval takes; 0 for more than can ever be made.
long count_micro_steps(const IntegratorSettings& settings, double length);

/// Names of the system file: "euler", "rk4", ...; throws wrong_input for unknown ones, listing the known.
IntegratorKind integrator_kind(std::string_view name);
std::string_view integrator_name(IntegratorKind kind);

}  // namespace oldham
