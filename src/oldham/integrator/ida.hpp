// SPDX-License-Identifier: MIT
#pragma once

#include <ida/ida.h>

#include "oldham/integrator/sundials.hpp"

namespace oldham {

/// F(t, y, y') = 0.
struct Dae {
  FunctionRef<void(double t, const double* y, const double* dy, double* residual)> residual;
};

/// IDA of SUNDIALS: variable-order, variable-step BDF for differential-algebraic equations, Newton and dense LU with a
/// Jacobian by differences. Algebraic variables do not take part in the error test.
class Ida {
 public:
  Ida(const IntegratorSettings& settings, const std::vector<bool>& differential);
  Ida(const Ida&) = delete;
  Ida& operator=(const Ida&) = delete;

  /// From consistent y and y' at the beginning; remembers nothing between calls.
  StepOutcome integrate(const Dae& dae, Interval<double> interval, double* y, double* dy);

 private:
  using Memory = sundials::Owned<void*, &IDAFree>;

  struct Call {
    sundials::Problem problem;
    const Dae* dae = nullptr;
  };
  static int evaluate(double t, N_Vector y, N_Vector dy, N_Vector residual, void* call) noexcept;
  static void keep_message(int code, const char* module, const char* function, char* message, void* call) noexcept;

  int size_;
  double first_step_;  // s: the error of a first-order step where motions take seconds
  Call call_;
  sundials::Context context_;
  sundials::Vector state_, rate_, differential_;
  sundials::Matrix matrix_;
  sundials::LinearSolver linear_solver_;
  Memory memory_;  // last: refers to all of the above
};

}  // namespace oldham
