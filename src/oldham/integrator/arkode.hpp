// SPDX-License-Identifier: MIT
#pragma once

#include <arkode/arkode_erkstep.h>

#include <span>

#include "oldham/integrator/sundials.hpp"

namespace oldham {

/// ARKODE of SUNDIALS: an embedded explicit Runge-Kutta pair with step size control.
class Arkode {
 public:
  Arkode(const IntegratorSettings& settings, int size);
  Arkode(const Arkode&) = delete;
  Arkode& operator=(const Arkode&) = delete;

  StepOutcome integrate(const Ode<double>& ode, Interval<double> interval, double* x);

  /// Instead of those of the settings, for each state its own.
  void set_tolerances(double relative, std::span<const double> absolute);
  /// Tries the whole interval as one step, and goes on while no more than `most` steps are needed. False: x is as
  /// before, for the solution is stiff or not smooth enough.
  bool try_few_steps(const Ode<double>& ode, Interval<double> interval, double* x, int most);

 private:
  void begin(const Ode<double>& ode, Interval<double> interval, const double* x);
  using Memory = sundials::Owned<void*, &ERKStepFree>;

  sundials::Problem problem_;
  sundials::Context context_;
  sundials::Vector state_, tolerances_;
  Memory memory_;  // last: refers to all of the above
};

}  // namespace oldham
