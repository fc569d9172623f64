// SPDX-License-Identifier: MIT
#pragma once

#include <cvode/cvode.h>

#include "oldham/integrator/sundials.hpp"

namespace oldham {

/// CVODE of SUNDIALS: variable-order, variable-step BDF with Newton and dense LU, or Adams with functional iteration.
class Cvode {
 public:
  Cvode(const IntegratorSettings& settings, int size);
  Cvode(const Cvode&) = delete;
  Cvode& operator=(const Cvode&) = delete;

  StepOutcome integrate(const Ode<double>& ode, Interval<double> interval, double* x);

 private:
  using Memory = sundials::Owned<void*, &CVodeFree>;

  sundials::Problem problem_;
  sundials::Context context_;
  sundials::Vector state_;
  sundials::Matrix matrix_;
  sundials::LinearSolver linear_solver_;
  sundials::NonlinearSolver nonlinear_solver_;
  Memory memory_;  // last: refers to all of the above
};

}  // namespace oldham
